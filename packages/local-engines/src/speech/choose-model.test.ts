import type { Language } from '@dragoman/domain/languages';
import { describe, expect, it } from 'vitest';
import { chooseSpeechModel, supportsSpeech } from './choose-model.ts';

const FILES: Record<string, Record<string, string>> = {
  'speech-sensevoice': { model: '/m/s', tokens: '/m/t' },
  'speech-whisper-turbo': { encoder: '/m/e', decoder: '/m/d', tokens: '/m/w' },
};
const ready = (...names: string[]) => ({
  files: (id: string) => (names.some((name) => id.includes(name)) ? (FILES[id] ?? null) : null),
});

describe('the model for a recording', () => {
  it.each<[string[], Language | null, string | null]>([
    [['sensevoice', 'whisper'], 'zh', 'sensevoice'],
    [['sensevoice', 'whisper'], 'en', 'sensevoice'],
    [['sensevoice', 'whisper'], 'ar', 'whisper'],
    [['sensevoice', 'whisper'], null, 'whisper'],
    [['whisper'], 'zh', 'whisper'],
    [['whisper'], 'en', 'whisper'],
    [['sensevoice'], 'ar', null],
    [['sensevoice'], null, null],
    [[], 'zh', null],
  ])('of %j, in %s: %s', (models, language, kind) => {
    expect(chooseSpeechModel(ready(...models), language)?.kind ?? null).toBe(kind);
  });

  it('is there as soon as one is ready', () => {
    expect(supportsSpeech(ready())).toBe(false);
    expect(supportsSpeech(ready('sensevoice'))).toBe(true);
    expect(supportsSpeech(ready('whisper'))).toBe(true);
  });
});
