import os from 'node:os';
import { UnreadableRecordingError } from '@dragoman/functions/speech/speech-provider';
import type { WorkerMessage } from '../../workers/messages.ts';
import { decodeRecording } from './decode-recording.ts';
import { createSpeechFinder } from './find-speech.ts';
import { joinTexts } from './join-texts.ts';
import type { RecognitionAnswer, RecognitionJob, SpeechModelPaths } from './messages.ts';
import { createRecogniser } from './recogniser.ts';

// The process that writes down recordings, one at a time. A recording or a model that crashes the
// engine ends this process only.

type Message = WorkerMessage<RecognitionAnswer>;

/** More gain little, and chats need the rest of the machine. */
const MOST_THREADS = 4;
const LONGEST_REASON = 200;

const finder = createSpeechFinder();
const recogniser = createRecogniser(Math.min(MOST_THREADS, os.availableParallelism()));
process.on('message', (job: RecognitionJob) => void answer(job));
// The server is gone.
process.on('disconnect', () => process.exit());
void send({ kind: 'ready' });

async function answer(job: RecognitionJob): Promise<void> {
  try {
    const made = await writeDown(job);
    await send({ kind: 'answer', answer: made, residentBytes: process.memoryUsage().rss });
  } catch {
    // The engine's state is unknown: the server starts another process.
    process.exit(1);
  }
}

async function writeDown({ bytes, language, models: [model] }: RecognitionJob): Promise<RecognitionAnswer> {
  await send({ kind: 'begins', work: { stage: 'input' } });
  let samples: Float32Array;
  try {
    samples = await decodeRecording(bytes);
  } catch (error) {
    if (error instanceof UnreadableRecordingError) return { kind: 'unreadable', reason: error.reason };
    throw error;
  }
  await send({ kind: 'begins', work: { stage: 'job' } });
  // Models invent text for silence, so they hear speech only.
  const stretches = finder.find(samples);
  if (stretches.length === 0) return { kind: 'text', text: '' };
  if (!recogniser.isLoaded(model, language)) {
    await send({ kind: 'begins', work: { stage: 'model', id: model.id } });
    await load(model, language);
    await send({ kind: 'begins', work: { stage: 'job' } });
  }
  const texts = stretches.map(({ start, end }) =>
    recogniser.recognise(model, language, samples.subarray(start, end)),
  );
  return { kind: 'text', text: joinTexts(texts) };
}

async function load(model: SpeechModelPaths, language: RecognitionJob['language']): Promise<void> {
  try {
    recogniser.load(model, language);
  } catch (error) {
    const reason = String((error as Error | null)?.message ?? error).slice(0, LONGEST_REASON);
    await send({ kind: 'unusable', id: model.id, reason });
    throw error;
  }
}

/** Resolves when the server has it: the next step may end this process. */
function send(message: Message): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));
}
