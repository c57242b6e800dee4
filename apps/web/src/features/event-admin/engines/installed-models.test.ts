import { expect, it } from 'vitest';
import {
  arrivedShare,
  type InstalledModel,
  knownFailure,
  knownSpeechModel,
  languagePair,
  megabytes,
  modelsIntervalMs,
} from './installed-models.ts';

const MODEL = {
  id: 'translation-en-zh',
  kind: 'translation',
  title: 'English to Chinese',
  version: '3.0',
  licence: { name: 'MPL-2.0', url: 'https://licence.example/mpl' },
  optional: false,
  totalBytes: 100,
} as const;

it.each<[InstalledModel[], number]>([
  [[], 30_000],
  [[{ ...MODEL, state: 'ready' }], 30_000],
  [[{ ...MODEL, state: 'failed', failure: 'network', retryAt: null }], 30_000],
  [
    [
      { ...MODEL, state: 'ready' },
      { ...MODEL, state: 'downloading', bytes: 5 },
    ],
    2_000,
  ],
  [[{ ...MODEL, state: 'waiting' }], 2_000],
  [[{ ...MODEL, state: 'missing' }], 2_000],
  [[{ ...MODEL, state: 'off' }], 30_000],
])('states are asked for often only while something arrives', (models, expected) => {
  expect(modelsIntervalMs(models)).toBe(expected);
});

it.each([
  [0, 100, 0],
  [43, 100, 0.43],
  [999, 1000, 0.99],
  [1000, 1000, 1],
  [1200, 1000, 1],
  [-5, 1000, 0],
  [5, 0, 0],
])('of %d of %d bytes the share is %d', (bytes, total, expected) => {
  expect(arrivedShare(bytes, total)).toBe(expected);
});

it.each([
  ['translation-en-zh', { from: 'en', to: 'zh' }],
  ['translation-ar-en', { from: 'ar', to: 'en' }],
  ['translation-en-fr', null],
  ['translation-en', null],
  ['translation-en-zh-tiny', null],
  ['speech-sense-voice', null],
])('%s is for %j', (id, expected) => {
  expect(languagePair(id)).toEqual(expected);
});

it('a failure of a later server has no text here', () => {
  expect(knownFailure('disk-full')).toBe('disk-full');
  expect(knownFailure('eaten')).toBeNull();
});

it('a speech model of a later server has no text here', () => {
  expect(knownSpeechModel('speech-sensevoice')).toBe('speech-sensevoice');
  expect(knownSpeechModel('speech-later')).toBeNull();
});

it('sizes are in megabytes', () => {
  expect(megabytes(37_400_000, 'en')).toBe('37 MB');
  expect(megabytes(2_340_000, 'en')).toBe('2.3 MB');
  expect(megabytes(37_400_000, 'ar-u-nu-latn')).toContain('37');
});
