import type { WorkerMessage } from '../../workers/messages.ts';
import { loadBergamot } from './bergamot-module.ts';
import type { TranslateJob } from './messages.ts';
import { createTranslator, OutOfMemoryError, type Translator, UnusableModelError } from './translator.ts';

// The process that translates sentences, one at a time. A sentence or a model that crashes the
// engine ends this process only.

const translator = createTranslator(await loadBergamot());
process.on('message', (job: TranslateJob) => answer(translator, job));
// The server has exited.
process.on('disconnect', () => process.exit());
send({ kind: 'ready' });

/**
 * After an error the engine's state is unknown: this process ends, and the server starts another.
 */
function answer(engine: Translator, { text, models }: TranslateJob): void {
  try {
    const translated = engine.translate(text, models);
    send({ kind: 'answer', answer: translated, residentBytes: process.memoryUsage().rss });
  } catch (error) {
    const end = () => process.exit(1);
    if (error instanceof UnusableModelError)
      send({ kind: 'unusable', id: error.id, reason: error.message }, end);
    else if (error instanceof OutOfMemoryError) send({ kind: 'out-of-memory', id: error.id }, end);
    else end();
  }
}

function send(message: WorkerMessage<string>, sent: () => void = () => undefined): void {
  process.send?.(message, sent);
}
