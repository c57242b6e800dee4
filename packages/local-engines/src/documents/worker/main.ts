import { extract } from '@dragoman/functions/documents/extraction/extract';
import { DocumentReadError } from '@dragoman/functions/documents/recognized-document';
import { answerJobs, sendMessage } from '../../workers/messages.ts';
import { type ReadAnswer, type ReadJob, WORKER_ENGINE, WORKER_PADDLE } from './messages.ts';

// A separate process that reads pictures one at a time: a broken one can end it, fill it or keep
// it busy, and the server goes on. Nothing of a picture outlives its answer.

async function main(): Promise<void> {
  process.on('disconnect', () => process.exit());
  // The server may have gone before anybody listened.
  if (!process.connected) process.exit();
  // Loaded here, so that a missing package is reported as the reason.
  const [{ createCodeReader, findCodes }, { createTextReader }, { decodePicture }] = await Promise.all([
    import('./codes.ts'),
    import('./create-text-reader.ts'),
    import('./picture.ts'),
  ]);
  const [readCodes, text] = await Promise.all([
    createCodeReader(),
    createTextReader({
      engine: process.env[WORKER_ENGINE] === 'tesseract' ? 'tesseract' : 'best',
      paddlePackage: process.env[WORKER_PADDLE] ?? null,
    }),
  ]);
  text.complete.catch(giveUp);
  answerJobs(read, text.name);

  async function read({ image, wanted, hints }: ReadJob): Promise<ReadAnswer> {
    try {
      const picture = await decodePicture(image);
      const codes = await findCodes(readCodes, picture, image);
      const { width, height, lines } = await text.read(picture);
      return { kind: 'read', result: extract({ width, height, lines, codes }, wanted, hints) };
    } catch (error) {
      // An unexpected error may leave the libraries broken: a new process tries the picture once
      // more.
      if (!(error instanceof DocumentReadError)) throw error;
      return { kind: 'not-read', failure: error.failure, message: error.message };
    }
  }
}

/** Something could not be loaded: the process reports it to the server and ends. */
async function giveUp(error: Error): Promise<void> {
  await sendMessage({ kind: 'broken', reason: error.message });
  process.disconnect();
}

main().catch(giveUp);
