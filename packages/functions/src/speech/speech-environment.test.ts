import { expect, test } from 'vitest';
import { readSpeechEnvironment } from './speech-environment.ts';

test('without an address there is no engine', () => {
  expect(readSpeechEnvironment({ STT_OPENAI_URL: ' ' })).toEqual({ provider: null, problems: [] });
});

test('address and model make one; a local server needs no key', () => {
  const env = { STT_OPENAI_URL: 'http://127.0.0.1:8000', STT_OPENAI_MODEL: ' small ' };
  const provider = { url: 'http://127.0.0.1:8000', key: null, model: 'small' };
  expect(readSpeechEnvironment(env)).toEqual({ provider, problems: [] });
});

test.each([
  [{ STT_OPENAI_KEY: 'k' }, 'STT_OPENAI_URL'],
  [{ STT_OPENAI_MODEL: 'm' }, 'STT_OPENAI_URL'],
  [{ STT_OPENAI_URL: 'http://a.invalid' }, 'STT_OPENAI_MODEL'],
  [{ STT_OPENAI_URL: 'ftp://a.invalid', STT_OPENAI_MODEL: 'm' }, 'STT_OPENAI_URL'],
])('%j names %s', (env, name) => {
  expect(readSpeechEnvironment(env).problems).toEqual([expect.stringContaining(name)]);
});
