import { DocumentReadError } from '@dragoman/functions/documents/recognized-document';
import { createCodeReader } from './codes.ts';
import { createTextReader } from './create-text-reader.ts';
import type { ReadJob, WorkerMessage } from './messages.ts';
import { decodePicture } from './picture.ts';

// A process of its own that reads pictures one at a time: a broken one can end it, fill it or keep it busy, and the server
// goes on. Nothing of a picture outlives its answer.

async function main(): Promise<void> {
  process.on('disconnect', () => process.exit());
  const [readCodes, text] = await Promise.all([createCodeReader(), createTextReader()]);
  process.on('message', (job: ReadJob) => void read(job));
  say({ kind: 'ready', engine: text.name });

  async function read({ image }: ReadJob): Promise<void> {
    try {
      const picture = await decodePicture(image);
      const codes = await readCodes(picture);
      const { width, height, lines } = await text.read(picture);
      say({
        kind: 'read',
        document: { width, height, lines, codes },
        residentBytes: process.memoryUsage.rss(),
      });
    } catch (error) {
      const known = error instanceof DocumentReadError ? error : null;
      say({
        kind: 'not-read',
        failure: known?.failure ?? 'unavailable',
        message: known?.message ?? 'The picture could not be read',
        residentBytes: process.memoryUsage.rss(),
      });
    }
  }
}

function say(message: WorkerMessage): void {
  process.send?.(message);
}

main().catch((error: Error) => {
  say({ kind: 'broken', reason: error.message });
  process.disconnect();
});
