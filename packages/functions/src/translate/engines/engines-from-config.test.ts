import { expect, test } from 'vitest';
import { describeEngines, enginesFromConfig, type TranslationEngineConfig } from './engines-from-config.ts';

const configs: TranslationEngineConfig[] = [
  { kind: 'libretranslate', url: 'https://translate.example', apiKey: 'lt-secret' },
  { kind: 'openai', url: 'http://user:pass@127.0.0.1:11434/v1', key: 'sk-secret', model: 'qwen3:8b' },
  { kind: 'deepl', key: 'dl-secret:fx', url: null },
  { kind: 'google', key: 'g-secret', url: null },
  { kind: 'azure', key: 'az-secret', region: 'uaenorth', url: null },
];

test('the engines keep their order', () => {
  expect(enginesFromConfig(configs).map((engine) => engine.name)).toEqual([
    'libretranslate',
    'openai-compatible',
    'deepl',
    'google',
    'azure',
  ]);
  expect(enginesFromConfig([])).toEqual([]);
});

test('the banner says what and where, and no secret', () => {
  expect(describeEngines(enginesFromConfig(configs))).toEqual([
    'LibreTranslate at translate.example',
    'OpenAI-compatible: qwen3:8b at 127.0.0.1:11434',
    'DeepL at api-free.deepl.com',
    'Google Cloud Translation at translation.googleapis.com',
    'Azure Translator at api.cognitive.microsofttranslator.com',
  ]);
});
