import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat, unlink } from 'node:fs/promises';
import { sha256Of } from './file-hash.ts';
import { ModelError } from './model-error.ts';

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
