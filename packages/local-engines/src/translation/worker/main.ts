import { answerJobs, sendMessage } from '../../workers/messages.ts';
import { loadBergamot } from './bergamot-module.ts';
import type { TranslateJob } from './messages.ts';
import { createTranslator, OutOfMemoryError, UnusableModelError } from './translator.ts';

// The process that translates sentences, one at a time. A sentence or a model that crashes the
// engine ends this process only.

const translator = createTranslator(await loadBergamot());

answerJobs<TranslateJob, string>(async ({ text, models }) => {
  try {
    return translator.translate(text, models);
  } catch (error) {
    if (error instanceof UnusableModelError) {
      await sendMessage({ kind: 'unusable', id: error.id, reason: error.message });
    }
    if (error instanceof OutOfMemoryError) await sendMessage({ kind: 'out-of-memory', id: error.id });
    throw error;
  }
});
