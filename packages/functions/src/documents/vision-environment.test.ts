import { expect, test } from 'vitest';
import { readVisionEnvironment } from './vision-environment.ts';

test('without an address there is no engine', () => {
  expect(readVisionEnvironment({ VISION_OPENAI_URL: ' ' })).toEqual({ provider: null, problems: [] });
});

test('address and model make one; a local server needs no key', () => {
  const env = { VISION_OPENAI_URL: 'http://127.0.0.1:8000', VISION_OPENAI_MODEL: ' small ' };
  const provider = { url: 'http://127.0.0.1:8000', key: null, model: 'small' };
  expect(readVisionEnvironment(env)).toEqual({ provider, problems: [] });
});

test.each([
  [{ VISION_OPENAI_KEY: 'k' }, 'VISION_OPENAI_URL'],
  [{ VISION_OPENAI_MODEL: 'm' }, 'VISION_OPENAI_URL'],
  [{ VISION_OPENAI_URL: 'http://a.invalid' }, 'VISION_OPENAI_MODEL'],
  [{ VISION_OPENAI_URL: 'ftp://a.invalid', VISION_OPENAI_MODEL: 'm' }, 'VISION_OPENAI_URL'],
])('%j names %s', (env, name) => {
  expect(readVisionEnvironment(env).problems).toEqual([expect.stringContaining(name)]);
});
