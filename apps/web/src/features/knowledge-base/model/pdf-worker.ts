import { type PdfReading, readPdfPages } from './pdf-pages.ts';

/** Progress messages of the worker. */
export type PdfWorkerEvent =
  | { kind: 'page'; page: number; of: number }
  | { kind: 'done'; reading: PdfReading };

const post = (news: PdfWorkerEvent) => postMessage(news);

addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  void readPdfPages(new Uint8Array(data), (page, of) => post({ kind: 'page', page, of })).then(
    (reading) => post({ kind: 'done', reading }),
    // The reader could not be loaded: reported like a worker that does not start.
    (error: unknown) => reportError(error),
  );
});
