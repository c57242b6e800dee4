import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, stat, unlink } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { Decompress } from 'fzstd';
import type { ModelFile } from './model.ts';
import { ModelError } from './model-error.ts';

// One file of a model: its hash, its download, and how it gets into its place.

/** @returns the SHA-256 of a stream of bytes, in lower-case hex */
export async function sha256Of(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}

export interface Download {
  url: string;
  /** Pins of the served bytes. */
  bytes: number;
  sha256: string;
  /**
   * The file that collects the bytes. A download continues after the bytes of an earlier attempt.
   */
  part: string;
  /** Milliseconds without a byte after which the connection counts as lost. */
  idleMs: number;
  signal: AbortSignal;
  /** Told how many bytes of the file are there. */
  onProgress(bytes: number): void;
}

/**
 * Fetches a file into `part` and checks it. An interrupted download is continued with an HTTP Range
 * request (RFC 9110, section 14.2).
 * @throws {ModelError} `network`: `part` keeps what has arrived; `refused`; `wrong-content`: `part`
 * is deleted
 */
export async function downloadFile(download: Download): Promise<void> {
  const { part, bytes, sha256 } = download;
  const there = await sizeOf(part);
  if (there > bytes) await unlink(part);
  if (there !== bytes) await fetchRest(download, there > bytes ? 0 : there);
  if ((await sha256Of(createReadStream(part))) === sha256) return;
  await unlink(part);
  throw new ModelError('wrong-content', 'The downloaded file is not the one that was published');
}

async function fetchRest(
  { url, part, bytes, idleMs, signal, onProgress }: Download,
  there: number,
): Promise<void> {
  const idle = new AbortController();
  const timer = setTimeout(() => idle.abort(), idleMs);
  let handle: FileHandle | null = null;
  try {
    const answer = await fetch(url, {
      // Compressed on the way, a file has other bytes than the pinned ones, and a Range counts
      // those.
      headers: { 'accept-encoding': 'identity', ...(there > 0 ? { range: `bytes=${there}-` } : {}) },
      signal: AbortSignal.any([signal, idle.signal]),
    });
    let size = rangeStart(answer, there);
    handle = await open(part, size > 0 ? 'a' : 'w');
    for await (const chunk of answer.body ?? []) {
      timer.refresh();
      size += chunk.byteLength;
      if (size > bytes)
        throw new ModelError('wrong-content', 'The download is longer than the published file');
      await handle.write(chunk);
      onProgress(size);
    }
    if (size < bytes) throw new ModelError('network', 'The download ended early');
  } catch (error) {
    if (error instanceof ModelError && error.failure === 'wrong-content')
      await unlink(part).catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
    await handle?.close();
  }
}

/** @returns the byte at which the answer begins: servers may ignore a Range */
function rangeStart(answer: Response, asked: number): number {
  if (answer.status === 200) return 0;
  const start = /^bytes (\d+)-/.exec(answer.headers.get('content-range') ?? '')?.[1];
  if (answer.status === 206 && Number(start) === asked) return asked;
  void answer.body?.cancel();
  throw new ModelError('refused', `The download address answered with the status ${answer.status}`);
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0;
}

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
