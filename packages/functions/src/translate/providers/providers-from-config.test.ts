import { expect, test } from 'vitest';
import {
  describeProviders,
  providersFromConfig,
  type TranslationProviderConfig,
} from './providers-from-config.ts';

const configs: TranslationProviderConfig[] = [
  { kind: 'libretranslate', url: 'https://translate.example', apiKey: 'lt-secret' },
  { kind: 'openai', url: 'http://user:pass@127.0.0.1:11434/v1', key: 'sk-secret', model: 'qwen3:8b' },
  { kind: 'deepl', key: 'dl-secret:fx', url: null },
  { kind: 'google', key: 'g-secret', url: null },
  { kind: 'azure', key: 'az-secret', region: 'uaenorth', url: null },
];

test('the engines keep their order', () => {
  expect(providersFromConfig(configs).map((provider) => provider.name)).toEqual([
    'libretranslate',
    'openai-compatible',
    'deepl',
    'google',
    'azure',
  ]);
  expect(providersFromConfig([])).toEqual([]);
});

test('the banner says what and where, and no secret', () => {
  expect(describeProviders(providersFromConfig(configs))).toEqual([
    'LibreTranslate at translate.example',
    'OpenAI-compatible: qwen3:8b at 127.0.0.1:11434',
    'DeepL at api-free.deepl.com',
    'Google Cloud Translation at translation.googleapis.com',
    'Azure Translator at api.cognitive.microsofttranslator.com',
  ]);
});
