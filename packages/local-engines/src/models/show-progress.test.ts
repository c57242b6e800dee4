import { expect, it } from 'vitest';
import { describeModels } from './describe-state.ts';
import type { ModelState, ModelStatus, ModelStore } from './model.ts';
import { progressLine, showProgress } from './show-progress.ts';

const status = (id: string, state: ModelState): ModelStatus => ({
  ...state,
  id,
  kind: 'translation',
  title: id,
});
const arrived = (bytes: number): ModelState => ({ state: 'downloading', bytes, totalBytes: 60e6 });

it('counts what all downloads have brought', () => {
  const statuses = [status('a', arrived(30e6)), status('b', arrived(10e6))];
  expect(progressLine('translation', statuses, 1)).toMatch(
    /downloading 33 % of 120 MB .*TRANSLATION_LOCAL=off/,
  );
  expect(progressLine('translation', statuses, 10)).toMatch(/downloading 30 %/);
});

it('names a failure and what to do', () => {
  const failed: ModelState = { state: 'failed', failure: 'network', retryAt: null };
  expect(progressLine('translation', [status('a', failed), status('b', arrived(1))], 1)).toMatch(
    /: failed: the download address could not be reached .*import/,
  );
});

it('writes a line for every tenth, and none when all was there', () => {
  let state: ModelState = { state: 'missing' };
  let listener: () => void = () => undefined;
  const store = {
    statuses: () => [status('a', state)],
    onChange(added: () => void) {
      listener = added;
      return () => undefined;
    },
  } as unknown as ModelStore;
  const written = (states: ModelState[], isTTY: boolean) => {
    const lines: string[] = [];
    showProgress(store, { isTTY, write: (line: string) => lines.push(line) > 0 });
    for (const next of states) {
      state = next;
      listener();
    }
    return lines;
  };
  expect(written([{ state: 'ready' }], false)).toEqual([]);
  const lines = written([arrived(0), arrived(1e6), arrived(7e6), { state: 'ready' }], false);
  expect(lines).toHaveLength(3);
  expect(lines.at(-1)).toBe('  Models for translation: ready\n');
  expect(written([arrived(0), arrived(1e6)], true).every((line) => line.startsWith('\r'))).toBe(true);
});

it('shows models for speech after those for translation, and none that are off', () => {
  let states: ModelState[] = [];
  let listener: () => void = () => undefined;
  const store = {
    statuses: () =>
      states.map((state, at): ModelStatus => {
        const kind = at === 0 ? 'translation' : 'speech';
        return { ...state, id: kind, kind, title: kind };
      }),
    onChange(added: () => void) {
      listener = added;
      return () => undefined;
    },
  } as unknown as ModelStore;
  const lines: string[] = [];
  showProgress(store, { isTTY: false, write: (line: string) => lines.push(line) > 0 });
  const ready: ModelState = { state: 'ready' };
  for (const next of [
    [arrived(30e6), { state: 'off' }],
    [arrived(30e6), arrived(6e6)],
    [ready, arrived(6e6)],
    [ready, { state: 'off' }],
    [ready, { state: 'off' }],
  ] satisfies ModelState[][]) {
    states = next;
    listener();
  }
  expect(lines.map((line) => line.replace(/ \(.*/, '').trim())).toEqual([
    'Models for translation: downloading 50 % of 60 MB',
    'Models for translation: ready',
    'Models for speech recognition: downloading 10 % of 60 MB',
    'Models for speech recognition: off',
  ]);
});

it('states are short for /readyz', () => {
  const statuses = [
    status('a', arrived(26e6)),
    status('b', { state: 'ready' }),
    status('c', { state: 'waiting' }),
  ];
  expect(describeModels(statuses)).toEqual({
    a: 'downloading 43 %',
    b: 'ready',
    c: 'waiting for another process that downloads it',
  });
});
