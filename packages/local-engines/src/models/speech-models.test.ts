import { expect, it } from 'vitest';
import { addressOf, downloadBytes } from './model-folder.ts';
import { SPEECH_MODELS } from './speech-models.ts';

it('pins every file at a fixed revision, and downloads nothing unasked', () => {
  expect(SPEECH_MODELS.map(({ id, files }) => [id, files.map(({ role }) => role)])).toEqual([
    ['speech-sensevoice', ['model', 'tokens']],
    ['speech-whisper-turbo', ['encoder', 'decoder', 'tokens']],
  ]);
  for (const model of SPEECH_MODELS) {
    expect(model.optional).toBe(true);
    for (const file of model.files) {
      expect(file.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(file.download.url).toMatch(/^https:\/\/huggingface\.co\/.+\/resolve\/[0-9a-f]{40}\//);
      expect(addressOf(model, file, 'https://mirror.example')).toBe(
        `https://mirror.example/${model.id}/${file.name}`,
      );
    }
  }
  expect(SPEECH_MODELS.map(downloadBytes)).toEqual([239_549_735, 1_036_613_791]);
});
