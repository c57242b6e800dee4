import { describeState } from './describe-state.ts';
import type { ModelStatus, ModelStore } from './model.ts';

const ADVICE =
  'TRANSLATION_LOCAL=off switches it off; `npm run models -- import FOLDER` works without Internet';
/** Without a terminal each of these steps in percent is a line of its own. */
const STEP = 10;

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

/**
 * Tells the terminal how the download of the models goes: one line that is rewritten, or a line for every tenth where
 * the output is no terminal.
 * @returns a function that ends it
 */
export function showProgress(store: ModelStore, output: Output): () => void {
  let shown = '';
  return store.onChange(() => {
    const line = progressLine(store.statuses(), output.isTTY ? 1 : STEP);
    if (line === shown) return;
    const first = shown === '';
    shown = line;
    // A start with all models in place needs no line.
    if (first && line === READY) return;
    const isOver = line === READY;
    if (output.isTTY) output.write(`\r\x1b[K  ${line}${isOver ? '\n' : ''}`);
    else output.write(`  ${line}\n`);
  });
}

const READY = 'Models for translation: ready';

/** @param step in percent, to which progress is rounded down. @returns one line for all models together */
export function progressLine(statuses: readonly ModelStatus[], step: number): string {
  if (statuses.every(({ state }) => state === 'ready')) return READY;
  const failed = statuses.find(({ state }) => state === 'failed');
  if (failed) return `Models for translation: ${describeState(failed)} (${ADVICE})`;
  const active = statuses.flatMap((status) => (status.state === 'downloading' ? [status] : []));
  if (active.length === 0) return 'Models for translation: looking for them';
  const bytes = active.reduce((sum, one) => sum + one.bytes, 0);
  const total = active.reduce((sum, one) => sum + one.totalBytes, 0);
  const percent = Math.floor(((bytes / total) * 100) / step) * step;
  return `Models for translation: downloading ${percent} % of ${Math.round(total / 1e6)} MB (${ADVICE})`;
}
