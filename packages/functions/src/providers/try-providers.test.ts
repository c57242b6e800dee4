import { describe, expect, test, vi } from 'vitest';
import { ProviderError, type ProviderFailure } from './provider.ts';
import { createProviderHealth } from './provider-health.ts';
import { type Tries, tryProviders } from './try-providers.ts';

type Answer = string | Error;

/** Providers that answer what is given, or fail with it. */
function setUp(
  answers: Record<string, Answer>,
  changes: Partial<Tries<{ name: string }, string, string>> = {},
) {
  const clock = { now: () => 1_000_000 };
  const log = { info: vi.fn(), warn: vi.fn() };
  const providers = Object.keys(answers).map((name) => ({ name }));
  const health = createProviderHealth(providers, { kind: 'translation', clock, log });
  const asked: string[] = [];
  const failed: unknown[] = [];
  const outcome = () =>
    tryProviders({
      providers,
      health,
      caller: new AbortController().signal,
      now: clock.now,
      async ask({ name }) {
        asked.push(name);
        const answer = answers[name] as Answer;
        if (answer instanceof Error) throw answer;
        return answer;
      },
      accept: (answer) => answer,
      onFailure: (error) => failed.push(error),
      ...changes,
    });
  return { outcome, health, asked, failed, state: () => health.states().map(({ state }) => state) };
}

const fails = (failure: ProviderFailure) => new ProviderError(failure, failure);

describe('providers that are tried in turn', () => {
  test('the first answer ends it', async () => {
    const { outcome, asked } = setUp({ first: 'one', second: 'two' });
    expect(await outcome()).toEqual({ ok: true, result: 'one' });
    expect(asked).toEqual(['first']);
  });

  test('a failure counts, is noted, and leads to the next one', async () => {
    const error = fails('unavailable');
    const { outcome, failed, state } = setUp({ first: error, second: 'two' });
    expect(await outcome()).toEqual({ ok: true, result: 'two' });
    expect(failed).toEqual([error]);
    expect(state()).toEqual(['failing', 'working']);
  });

  test('a defect is noted, but does not count', async () => {
    const defect = new TypeError('defect');
    const { outcome, failed, state } = setUp({ first: defect });
    expect(await outcome()).toEqual({ ok: false, refusals: [{ kind: 'failed', error: defect }] });
    expect(failed).toEqual([defect]);
    expect(state()).toEqual(['working']);
  });

  test('what counts can be said otherwise', async () => {
    const { outcome, state } = setUp({ first: new TypeError('no') }, { counted: () => fails('unavailable') });
    await outcome();
    expect(state()).toEqual(['failing']);
  });

  test('an answer of no use leads to the next one, and its provider works', async () => {
    const accept = (answer: string) => (answer === 'one' ? null : answer);
    const { outcome, failed, state } = setUp({ first: 'one', second: 'two' }, { accept });
    expect(await outcome()).toEqual({ ok: true, result: 'two' });
    expect(failed).toEqual([]);
    expect(state()).toEqual(['working', 'working']);
  });

  test('one that is left alone is not asked', async () => {
    const { outcome, asked } = setUp({ first: fails('quota'), second: fails('busy') });
    await outcome();
    const { refusals } = (await outcome()) as { refusals: unknown[] };
    expect(refusals).toEqual([
      { kind: 'paused', waitMs: 900_000 },
      { kind: 'failed', error: fails('busy') },
    ]);
    expect(asked).toEqual(['first', 'second', 'second']);
  });

  test('after a final failure no other one is asked', async () => {
    const { outcome, asked } = setUp({ first: fails('bad-request'), second: 'two' }, { isFinal: () => true });
    expect(await outcome()).toMatchObject({ ok: false });
    expect(asked).toEqual(['first']);
  });

  test('when the caller has left, nothing counts and no other one is asked', async () => {
    const left = AbortSignal.abort();
    const { outcome, asked, state } = setUp({ first: fails('timeout'), second: 'two' }, { caller: left });
    expect(await outcome()).toMatchObject({ ok: false });
    expect(asked).toEqual(['first']);
    expect(state()).toEqual(['working', 'working']);
  });

  test('when the time of all is over, none is asked', async () => {
    const { outcome, asked } = setUp({ first: 'one' }, { whole: AbortSignal.abort() });
    expect(await outcome()).toEqual({ ok: false, refusals: [] });
    expect(asked).toEqual([]);
  });
});
