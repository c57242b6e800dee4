import { describeState } from './describe-state.ts';
import type { Model, ModelStatus, ModelStore } from './model.ts';

type Kind = Model['kind'];

const TITLES: Record<Kind, string> = {
  translation: 'Models for translation',
  speech: 'Models for speech recognition',
};
const OFFLINE = '`npm run models -- import FOLDER` works without Internet';
const ADVICE: Record<Kind, string> = {
  translation: `TRANSLATION_LOCAL=off switches it off; ${OFFLINE}`,
  speech: OFFLINE,
};
const KINDS = Object.keys(TITLES) as Kind[];
/** Without a terminal each of these steps in percent is a line of its own. */
const STEP = 10;

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

/**
 * Tells the terminal how the download of the models goes: one line that is rewritten, or a line for
 * every tenth where the output is no terminal. Models for translation come first.
 * @returns a function that ends it
 */
export function showProgress(store: ModelStore, output: Output): () => void {
  let shown: { kind: Kind; line: string } | null = null;

  function show(kind: Kind, line: string, isLast: boolean): void {
    if (shown?.line === line) return;
    shown = isLast ? null : { kind, line };
    if (output.isTTY) output.write(`\r\x1b[K  ${line}${isLast ? '\n' : ''}`);
    else output.write(`  ${line}\n`);
  }

  return store.onChange(() => {
    const statuses = store.statuses().filter(({ state }) => state !== 'off');
    const ofKind = (kind: Kind) => statuses.filter((status) => status.kind === kind);
    const isFinished = (kind: Kind) => ofKind(kind).every(({ state }) => state === 'ready');
    // A start with all models in place needs no line.
    if (shown && isFinished(shown.kind)) {
      const { kind } = shown;
      show(kind, `${TITLES[kind]}: ${ofKind(kind).length > 0 ? 'ready' : 'off'}`, true);
    }
    const next = KINDS.find((kind) => !isFinished(kind));
    if (next) show(next, progressLine(next, ofKind(next), output.isTTY ? 1 : STEP), false);
  });
}

/**
 * @param statuses of the models of one kind, of which one at least is not ready
 * @param step in percent, to which progress is rounded down
 * @returns one line for all of them together
 */
export function progressLine(kind: Kind, statuses: readonly ModelStatus[], step: number): string {
  const title = TITLES[kind];
  const advice = ADVICE[kind];
  const failed = statuses.find(({ state }) => state === 'failed');
  if (failed) return `${title}: ${describeState(failed)} (${advice})`;
  const active = statuses.flatMap((status) => (status.state === 'downloading' ? [status] : []));
  if (active.length === 0) return `${title}: looking for them`;
  const bytes = active.reduce((sum, one) => sum + one.bytes, 0);
  const total = active.reduce((sum, one) => sum + one.totalBytes, 0);
  const percent = Math.floor(((bytes / total) * 100) / step) * step;
  return `${title}: downloading ${percent} % of ${Math.round(total / 1e6)} MB (${advice})`;
}
