import { describe, expect, test } from 'vitest';
import { readTranslationEnvironment } from './translation-environment.ts';

const ALL = {
  TRANSLATION_OPENAI_URL: 'http://127.0.0.1:11434',
  TRANSLATION_OPENAI_MODEL: 'qwen3:8b',
  DEEPL_KEY: 'a:fx',
  GOOGLE_TRANSLATION_KEY: 'b',
  AZURE_TRANSLATOR_KEY: 'c',
  LIBRETRANSLATE_URL: 'https://translate.example',
};

const kinds = (env: Record<string, string>) =>
  readTranslationEnvironment(env).providers.map(({ kind }) => kind);

describe('the translation settings', () => {
  test('an environment without any switches nothing on', () => {
    expect(readTranslationEnvironment({ DEEPL_KEY: '  ' })).toEqual({ providers: [], problems: [] });
  });

  test('have an order of their own, which the operator may change', () => {
    expect(kinds(ALL)).toEqual(['openai', 'deepl', 'google', 'azure', 'libretranslate']);
    expect(kinds({ ...ALL, TRANSLATION_ENGINES: 'LibreTranslate, deepl' })).toEqual([
      'libretranslate',
      'deepl',
    ]);
  });

  test('are read with what goes with them', () => {
    const env = { AZURE_TRANSLATOR_KEY: 'c', AZURE_TRANSLATOR_REGION: 'uaenorth' };
    expect(readTranslationEnvironment(env)).toEqual({
      providers: [{ kind: 'azure', key: 'c', region: 'uaenorth', url: null }],
      problems: [],
    });
  });

  test.each<[Record<string, string>, string]>([
    [{ TRANSLATION_OPENAI_URL: 'http://127.0.0.1' }, 'TRANSLATION_OPENAI_MODEL must name the model'],
    [{ TRANSLATION_OPENAI_KEY: 'k' }, 'TRANSLATION_OPENAI_URL must be set when TRANSLATION_OPENAI_KEY is'],
    [
      { AZURE_TRANSLATOR_REGION: 'uaenorth' },
      'AZURE_TRANSLATOR_KEY must be set when AZURE_TRANSLATOR_REGION is',
    ],
    [{ LIBRETRANSLATE_API_KEY: 'k' }, 'LIBRETRANSLATE_URL must be set when LIBRETRANSLATE_API_KEY is'],
    [{ LIBRETRANSLATE_URL: 'translate.example' }, 'LIBRETRANSLATE_URL must be an http(s) address'],
    [{ ...ALL, TRANSLATION_ENGINES: 'bing' }, 'TRANSLATION_ENGINES names "bing"'],
    [{ ...ALL, TRANSLATION_ENGINES: 'deepl,deepl' }, 'TRANSLATION_ENGINES names deepl twice'],
    [{ TRANSLATION_ENGINES: 'deepl' }, 'DEEPL_KEY must be set when TRANSLATION_ENGINES names deepl'],
  ])('%j is refused', (env, problem) => {
    const { problems } = readTranslationEnvironment(env);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });
});
