import { expect, it } from 'vitest';
import { type Voice, voiceFor, voiceTag } from './choose-voice.ts';

const voice = (lang: string, more: Partial<Voice> = {}): Voice => ({
  lang,
  localService: true,
  default: false,
  ...more,
});

it.each([
  ['en', ['ar-SA', 'en-GB', 'en-US'], 'en-US'],
  ['en', ['en-AU', 'en-IN'], 'en-AU'],
  ['zh', ['zh-HK', 'zh-TW', 'zh-CN'], 'zh-CN'],
  ['zh', ['en-US', 'cmn-Hans-CN'], 'cmn-Hans-CN'],
  ['ar', ['ar-EG', 'ar-SA'], 'ar-SA'],
  ['ar', ['ara', 'ar'], 'ar'],
] as const)('%s of %j is read by %s', (language, tags, expected) => {
  expect(
    voiceFor(
      tags.map((tag) => voice(tag)),
      language,
    )?.lang,
  ).toBe(expected);
});

it.each([
  ['en', ['zh-CN', 'ar-SA']],
  ['zh', ['zh-HK', 'yue-Hans-CN', 'zh_HK']],
  ['ar', []],
] as const)('%s of %j has no voice', (language, tags) => {
  expect(
    voiceFor(
      tags.map((tag) => voice(tag)),
      language,
    ),
  ).toBeNull();
});

it('a voice on the device is chosen before one that needs a network', () => {
  const remote = voice('en-US', { localService: false, default: true });
  const local = voice('en-US');
  expect(voiceFor([remote, local], 'en')).toBe(local);
});

it('names the language of an Android voice as BCP 47', () => {
  const android = voice('ar_EG');
  expect(voiceFor([android], 'ar')).toBe(android);
  expect(voiceTag(android)).toBe('ar-EG');
});
