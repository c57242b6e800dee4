import { expect, test } from 'vitest';
import { describeEngines, enginesFromConfig } from './engines-from-config.ts';

const openai = { url: 'http://user:pass@127.0.0.1:11434/v1', key: 'sk-secret', model: 'qwen3:8b' };
const libreTranslate = { url: 'https://translate.example', apiKey: 'lt-secret' };

test('the language model comes before LibreTranslate', () => {
  expect(enginesFromConfig({ openai, libreTranslate }).map((engine) => engine.name)).toEqual([
    'openai-compatible',
    'libretranslate',
  ]);
  expect(enginesFromConfig({ openai: null, libreTranslate }).map((engine) => engine.name)).toEqual([
    'libretranslate',
  ]);
  expect(enginesFromConfig({ openai: null, libreTranslate: null })).toEqual([]);
});

test('the banner says what and where, and no secret', () => {
  expect(describeEngines(enginesFromConfig({ openai, libreTranslate }))).toEqual([
    'OpenAI-compatible: qwen3:8b at 127.0.0.1:11434',
    'LibreTranslate at translate.example',
  ]);
});
