import { expect, it } from 'vitest';
import { downloadBytes } from './model-folder.ts';
import { TRANSLATION_MODELS } from './translation-models.ts';

it('pins every file of the four directions', () => {
  expect(TRANSLATION_MODELS.map(({ id }) => id).sort()).toEqual([
    'translation-ar-en',
    'translation-en-ar',
    'translation-en-zh',
    'translation-zh-en',
  ]);
  for (const { id, files } of TRANSLATION_MODELS) {
    const roles = files.map(({ role }) => role);
    const vocabularies =
      id === 'translation-en-zh' ? ['sourceVocabulary', 'targetVocabulary'] : ['vocabulary'];
    expect(roles).toEqual(['model', 'shortlist', ...vocabularies]);
    for (const { sha256, bytes, download } of files) {
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(download.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(download.url).toMatch(/^https:\/\/.+\.zst$/);
      expect(download.bytes).toBeLessThan(bytes);
    }
  }
  expect(TRANSLATION_MODELS.reduce((sum, model) => sum + downloadBytes(model), 0)).toBe(120_923_382);
});
