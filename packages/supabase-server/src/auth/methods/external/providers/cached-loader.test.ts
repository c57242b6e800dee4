import { describe, expect, it } from 'vitest';
import { createCachedLoader } from './cached-loader.ts';

const HOUR = 3_600_000;

/** Something whose loading the test decides on. */
function subject() {
  const answers: Array<string | Error> = [];
  let loads = 0;
  let now = 0;
  const get = createCachedLoader(
    async () => {
      loads++;
      const answer = answers.shift();
      if (typeof answer === 'string') return answer;
      throw answer ?? new Error('nothing to load');
    },
    () => now,
  );
  return {
    get,
    answers,
    loads: () => loads,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

describe('what is discovered', () => {
  it('is loaded when it is first needed, once for all who wait', async () => {
    const { get, answers, loads } = subject();
    expect(loads()).toBe(0);
    answers.push('a');
    expect(await Promise.all([get(), get()])).toEqual(['a', 'a']);
    expect(await get()).toBe('a');
    expect(loads()).toBe(1);
  });

  it('does not remember a failure', async () => {
    const { get, answers } = subject();
    answers.push(new Error('unreachable'), 'a');
    await expect(get()).rejects.toThrow('unreachable');
    expect(await get()).toBe('a');
  });

  it('is loaded again after an hour, and kept while that fails', async () => {
    const { get, answers, pass } = subject();
    answers.push('a', new Error('unreachable'), 'b');
    await get();
    pass(HOUR);
    expect(await get()).toBe('a');
    expect(await get()).toBe('b');
  });
});
