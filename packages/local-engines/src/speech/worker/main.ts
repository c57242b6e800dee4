import os from 'node:os';
import { UnreadableRecordingError } from '@dragoman/functions/speech/speech-provider';
import { answerJobs, sendMessage } from '../../workers/messages.ts';
import { decodeRecording } from './decode-recording.ts';
import { createSpeechFinder } from './find-speech.ts';
import { joinTexts } from './join-texts.ts';
import type { RecognitionAnswer, RecognitionJob, SpeechModelPaths } from './messages.ts';
import { createRecogniser } from './recogniser.ts';

// The process that writes down recordings, one at a time. A recording or a model that crashes the
// engine ends this process only.

/** More gain little, and chats need the rest of the machine. */
const MOST_THREADS = 4;
const LONGEST_REASON = 200;

const finder = createSpeechFinder();
const recogniser = createRecogniser(Math.min(MOST_THREADS, os.availableParallelism()));
answerJobs(writeDown);

async function writeDown({ bytes, language, models: [model] }: RecognitionJob): Promise<RecognitionAnswer> {
  await sendMessage({ kind: 'begins', work: { stage: 'input' } });
  let samples: Float32Array;
  try {
    samples = await decodeRecording(bytes);
  } catch (error) {
    if (error instanceof UnreadableRecordingError) return { kind: 'unreadable', reason: error.reason };
    throw error;
  }
  await sendMessage({ kind: 'begins', work: { stage: 'job' } });
  // Models invent text for silence, so they hear speech only.
  const stretches = finder.find(samples);
  if (stretches.length === 0) return { kind: 'text', text: '' };
  if (!recogniser.isLoaded(model, language)) {
    await sendMessage({ kind: 'begins', work: { stage: 'model', id: model.id } });
    await load(model, language);
    await sendMessage({ kind: 'begins', work: { stage: 'job' } });
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
    await sendMessage({ kind: 'unusable', id: model.id, reason });
    throw error;
  }
}
