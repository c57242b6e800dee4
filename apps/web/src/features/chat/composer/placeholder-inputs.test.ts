import { LANGUAGES } from '@dragoman/domain/languages';
import { shippedPhrasebook, TERM_GROUPS, TOPICS } from '@dragoman/domain/phrasebook/shipped';
import type { SlotKind } from '@dragoman/domain/phrasebook/slot-kinds';
import { describe, expect, it } from 'vitest';
import { firstInput, type PlaceholderInputs, phraseText, slotsOf } from './placeholder-inputs.ts';

const phrasebook = shippedPhrasebook();
const PHRASES = TOPICS.flatMap((topic) => topic.phrases);
const TYPED: Partial<Record<SlotKind, string>> = {
  quantity: '500',
  money: '4.20',
  percent: '30',
  date: '2027-03-15',
  time: '15:30',
  email: 'li.na@hongyuan.example',
  phone: '+971 50 123 4567',
  code: 'B12',
};

function inputsFor(kinds: readonly SlotKind[]): PlaceholderInputs {
  return Object.fromEntries(
    kinds.map((kind) => [kind, { ...firstInput(kind, TERM_GROUPS), text: TYPED[kind] ?? '' }]),
  );
}

describe('quick phrases', () => {
  it.each(LANGUAGES)('filled in, each is translated exactly: from %s', (language) => {
    const silent = PHRASES.flatMap((phrase) => {
      const text = phraseText(phrase, inputsFor(slotsOf(phrase, language)), language, TERM_GROUPS);
      const targets = LANGUAGES.filter((target) => target !== language);
      return targets.filter((target) => !text || !phrasebook.translate({ text, source: language, target }));
    });
    expect(silent).toEqual([]);
  });

  it('are not ready before every field makes sense', () => {
    const phrase = PHRASES.find(({ id }) => id === 'minimum-order-is');
    if (!phrase) throw new Error('no such phrase');
    const text = (typed: string) =>
      phraseText(phrase, { quantity: { text: typed, choice: 'piece' } }, 'en', TERM_GROUPS);
    expect(text('')).toBeNull();
    expect(text('many')).toBeNull();
    expect(text('٥٠٠')).toBe('Our minimum order quantity is 500 pieces.');
  });
});
