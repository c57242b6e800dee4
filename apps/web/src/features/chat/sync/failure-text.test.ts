import { TRANSLATE_MESSAGES } from '@dragoman/domain/translation/translate-failures';
import { SPEECH_MESSAGES } from '@dragoman/domain/voice-messages';
import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import ar from '@/shared/i18n/ar.json' with { type: 'json' };
import en from '@/shared/i18n/en.json' with { type: 'json' };
import zh from '@/shared/i18n/zh.json' with { type: 'json' };
import { failureText, voiceFailureText } from './failure-text.ts';

const i18n = i18next.createInstance();
beforeAll(() =>
  i18n.init({
    resources: { en: { translation: en }, zh: { translation: zh }, ar: { translation: ar } },
    lng: 'en',
    fallbackLng: false,
    initAsync: false,
  }),
);

it.each(Object.values(TRANSLATE_MESSAGES))(
  'a translation: “%s” is said in the reader’s language',
  (message) => {
    const failure = { kind: 'server', message } as const;
    expect(failureText(i18n.getFixedT('en'), failure)).toBe(message);
    expect(failureText(i18n.getFixedT('zh'), failure)).toMatch(/^[^a-z]*\p{Script=Han}[^a-z]*$/u);
    expect(failureText(i18n.getFixedT('ar'), failure)).toMatch(/^[^a-z]*\p{Script=Arabic}[^a-z]*$/u);
  },
);

it.each(Object.values(SPEECH_MESSAGES))(
  'a voice message: “%s” is said in the reader’s language',
  (message) => {
    const failure = { kind: 'server', message } as const;
    expect(voiceFailureText(i18n.getFixedT('en'), failure)).toBe(message);
    expect(voiceFailureText(i18n.getFixedT('zh'), failure)).toMatch(/^[^a-z]*\p{Script=Han}[^a-z]*$/u);
    expect(voiceFailureText(i18n.getFixedT('ar'), failure)).toMatch(/^[^a-z]*\p{Script=Arabic}[^a-z]*$/u);
  },
);

it('what another server says is said as it is', () => {
  const failure = { kind: 'server', message: 'Quota of this project is used up' } as const;
  expect(failureText(i18n.getFixedT('zh'), failure)).toBe(failure.message);
  expect(voiceFailureText(i18n.getFixedT('zh'), failure)).toBe(failure.message);
});
