import { describe, expect, test } from 'vitest';
import { readOpenAiEnvironment } from './openai-environment.ts';

describe.each([
  ['speech', 'STT'],
  ['vision', 'VISION'],
  ['assistant', 'ASSISTANT'],
] as const)('the server for %s', (work, prefix) => {
  const [url, key, model] = [`${prefix}_OPENAI_URL`, `${prefix}_OPENAI_KEY`, `${prefix}_OPENAI_MODEL`];

  test('without an address there is none', () => {
    expect(readOpenAiEnvironment(work, { [url]: ' ' })).toEqual({ provider: null, problems: [] });
  });

  test('address and model make one; a local server needs no key', () => {
    const env = { [url]: 'http://127.0.0.1:8000', [model]: ' small ' };
    const provider = { url: 'http://127.0.0.1:8000', key: null, model: 'small' };
    expect(readOpenAiEnvironment(work, env)).toEqual({ provider, problems: [] });
  });

  test.each([
    [{ [key]: 'k' }, url],
    [{ [model]: 'm' }, url],
    [{ [url]: 'http://a.invalid' }, model],
    [{ [url]: 'ftp://a.invalid', [model]: 'm' }, url],
  ])('%j names %s', (env, name) => {
    expect(readOpenAiEnvironment(work, env).problems).toEqual([expect.stringContaining(name)]);
  });
});
