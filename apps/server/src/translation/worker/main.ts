import { loadBergamot } from './bergamot-module.ts';
import type { TranslateJob, WorkerMessage } from './messages.ts';
import { createTranslator, type Translator, UnusableModelError } from './translator.ts';

// The process that translates sentences, one at a time. A sentence or a model that crashes the engine ends this process only.

const translator = createTranslator(await loadBergamot());
process.on('message', (job: TranslateJob) => answer(translator, job));
// The server is gone.
process.on('disconnect', () => process.exit());
say({ kind: 'ready' });

/** After an error the engine's state is unknown: this process ends, and the server starts another. */
function answer(engine: Translator, { text, models }: TranslateJob): void {
  try {
    const translated = engine.translate(text, models);
    say({ kind: 'translated', text: translated, residentBytes: process.memoryUsage().rss });
  } catch (error) {
    if (!(error instanceof UnusableModelError)) process.exit(1);
    say({ kind: 'unusable', id: error.id }, () => process.exit(1));
  }
}

function say(message: WorkerMessage, sent: () => void = () => undefined): void {
  process.send?.(message, sent);
}
