import type { PdfReading } from './pdf-pages.ts';
import type { PdfWorkerEvent } from './pdf-worker.ts';

/** A page that takes longer than this is one that never ends. */
const PAGE_MS = 30_000;

/**
 * Reads a PDF in a worker of its own, which ends with it, so that untrusted content is not parsed
 * on the server.
 * @param onPage called after each page, with the number of pages
 * @param signal aborts the reading
 * @returns `unavailable` when the reader cannot be loaded. Never rejects.
 */
export function readPdf(
  bytes: ArrayBuffer,
  onPage: (page: number, of: number) => void,
  signal: AbortSignal,
): Promise<PdfReading | { ok: false; problem: 'unavailable' }> {
  return new Promise((resolve) => {
    let worker: Worker;
    try {
      worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
    } catch {
      resolve({ ok: false, problem: 'unavailable' });
      return;
    }
    let hasBegun = false;
    let patience: ReturnType<typeof setTimeout>;
    const end = (reading: PdfReading | { ok: false; problem: 'unavailable' }) => {
      clearTimeout(patience);
      worker.terminate();
      resolve(reading);
    };
    const wait = () => {
      clearTimeout(patience);
      patience = setTimeout(() => end({ ok: false, problem: 'broken' }), PAGE_MS);
    };
    worker.onmessage = ({ data }: MessageEvent<PdfWorkerEvent>) => {
      if (data.kind === 'done') return end(data.reading);
      hasBegun = true;
      wait();
      onPage(data.page, data.of);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      end({ ok: false, problem: hasBegun ? 'broken' : 'unavailable' });
    };
    signal.addEventListener('abort', () => end({ ok: false, problem: 'broken' }), { once: true });
    if (signal.aborted) return end({ ok: false, problem: 'broken' });
    wait();
    worker.postMessage(bytes, [bytes]);
  });
}
