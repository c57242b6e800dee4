import { type PdfReading, readPdfPages } from './pdf-pages.ts';

/** Progress messages of the worker. */
export type PdfNews = { kind: 'page'; page: number; of: number } | { kind: 'done'; reading: PdfReading };

const tell = (news: PdfNews) => postMessage(news);

addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  void readPdfPages(new Uint8Array(data), (page, of) => tell({ kind: 'page', page, of })).then(
    (reading) => tell({ kind: 'done', reading }),
    // The reader could not be loaded: reported like a worker that does not start.
    (error: unknown) => reportError(error),
  );
});
