import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { Decompress } from 'fzstd';
import type { ModelFile } from './model.ts';
import { ModelError } from './model-error.ts';

/**
 * Unpacks a downloaded file, checks it, and puts it in its place in one step.
 * @param packed the downloaded bytes
 * @param target where the installed file belongs; a `.new` file beside it takes the bytes first
 * @throws {ModelError} `wrong-content` when the result is not the pinned file
 */
export async function unpackFile(file: ModelFile, packed: string, target: string): Promise<void> {
  const unfinished = `${target}.new`;
  const handle = await open(unfinished, 'w');
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of unpacked(packed, file.download.compression)) {
      size += chunk.byteLength;
      if (size > file.bytes) throw wrongContent();
      hash.update(chunk);
      await handle.write(chunk);
    }
    if (size !== file.bytes || hash.digest('hex') !== file.sha256) throw wrongContent();
    await handle.sync();
    await handle.close();
    await rename(unfinished, target);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await unlink(unfinished).catch(() => undefined);
    throw error;
  }
}

async function* unpacked(
  file: string,
  compression: ModelFile['download']['compression'],
): AsyncIterable<Uint8Array> {
  const stream = createReadStream(file);
  if (compression === 'none') return yield* stream;
  if (compression === 'gzip') return yield* stream.pipe(createGunzip());
  const chunks: Uint8Array[] = [];
  // Node 20 has no Zstandard of its own.
  const decompress = new Decompress((chunk) => chunks.push(chunk));
  try {
    for await (const chunk of stream) {
      decompress.push(chunk);
      yield* chunks.splice(0);
    }
    decompress.push(new Uint8Array(), true);
  } catch (error) {
    throw wrongContent(error);
  }
  yield* chunks;
}

function wrongContent(cause?: unknown): ModelError {
  return new ModelError('wrong-content', 'The file is not the one that was published', { cause });
}
