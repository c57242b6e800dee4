import type { Language } from '../languages.ts';
import { ARABIC_READINGS } from './arabic-readings.ts';
import { CHINESE_READINGS } from './chinese-readings.ts';
import { ENGLISH_READINGS } from './english-readings.ts';
import { asksWithoutMark, looseKey } from './normalize.ts';
import type { Reading, ReadingRule } from './reading-rule.ts';
import { AS_I, AS_WE } from './speaker.ts';

/**
 * Readings that add an unsaid subject, the thing on the table: 防水吗 asks 这个防水吗, هل يعمل asks whether
 * this works. These come last: a phrase that leaves it unsaid as well is nearer.
 */
const UNSAID: Record<Language, (key: string, question: boolean) => string | null> = {
  en: () => null,
  // A statement says so only with a judgement: 防水 alone is a term.
  zh: (key, question) =>
    /[这那它你我他]/.test(key) || !(question || /^(?:有点|太|很|不太|是)/.test(key)) ? null : `这个${key}`,
  ar: (key) => {
    const verb = /^((?:هل|كم|كيف|متي|لماذا|ماذا) ي\S{2,})( .+)?$/.exec(key);
    if (verb) return `${verb[1]} هذا${verb[2] ?? ''}`;
    const owned = /^((?:كم|ما) (?:مده )?(?:سعر|وزن|حجم|طول|عرض|ارتفاع|ثمن|مقاس|لون|ضمان))ه( .+)?$/.exec(key);
    return owned ? `${owned[1]} هذا${owned[2] ?? ''}` : null;
  },
};

const RULES: Record<Language, readonly ReadingRule[]> = {
  en: ENGLISH_READINGS,
  zh: CHINESE_READINGS,
  ar: ARABIC_READINGS,
};

/** Readings of readings are followed this far, and no more than this many are made. */
const DEPTH = 3;
const MOST = 24;

/**
 * A sentence without its politeness: "I was wondering if you could tell me what the price is" asks
 * "what is the price". A rule may only remove politeness, never part of the meaning.
 * @param key of the sentence (`phraseKey`), with markers for slots
 * @param marked whether the sentence ends with a question mark
 * @returns the ways to read it, the most literal first
 */
export function readingsOf(key: string, marked: boolean, language: Language): Reading[] {
  const loose = looseKey(key, language);
  const readings: Reading[] = [
    {
      key: loose,
      question:
        marked ||
        asksWithoutMark(key, language) ||
        (asksWithoutMark(loose, language) && !/^do not /.test(loose)),
    },
  ];
  if (marked && language === 'zh' && !/吗$/.test(loose)) readings.push({ key: `${loose}吗`, question: true });
  if (marked && language === 'ar' && !asksWithoutMark(loose, 'ar'))
    readings.push({ key: `هل ${loose}`, question: true });
  const seen = new Set(readings.map(({ key: each, question }) => `${each}${question}`));
  let last = readings;
  for (let depth = 0; depth < DEPTH && readings.length < MOST; depth++) {
    const next: Reading[] = [];
    for (const reading of last) {
      for (const rule of RULES[language]) {
        const other = rule(reading.key);
        if (!other?.key) continue;
        const found = { key: looseKey(other.key, language), question: other.question };
        const id = `${found.key}${found.question}`;
        if (seen.has(id)) continue;
        seen.add(id);
        next.push(found);
      }
    }
    readings.push(...next);
    last = next;
  }
  for (const { key: each, question } of [...readings]) {
    for (const spoken of [AS_WE[language](each), AS_I[language](each)]) {
      if (seen.has(`${spoken}${question}`) || spoken === each) continue;
      seen.add(`${spoken}${question}`);
      readings.push({ key: looseKey(spoken, language), question });
    }
  }
  for (const { key: each, question } of readings.slice(0, MOST)) {
    const said = UNSAID[language](each, question);
    if (said && !seen.has(`${said}${question}`)) readings.push({ key: looseKey(said, language), question });
  }
  return readings;
}
