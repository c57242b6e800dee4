import type { Language } from '@dragoman/domain/languages';
import { isBlank, storableText } from '@dragoman/domain/text';
import type { TranslationJob } from '../translation-provider.ts';
import { keepsEmoji } from './emoji.ts';
import { keepsFixedTokens, withoutFixedTokens } from './fixed-tokens.ts';
import { quantities } from './quantities.ts';
import { letterCounts, SCRIPT_OF } from './script.ts';

type TranslationFault =
  | 'empty'
  /** The source came back as it was. */
  | 'echo'
  | 'wrong-script'
  /** It repeats itself, as models do that do not find the end. */
  | 'loop'
  /** Far longer or shorter than any translation of the source. */
  | 'length'
  /** A web address, an e-mail address, an @name or a code is missing or changed. */
  | 'token-changed'
  /** Emoji are missing, changed or made up. */
  | 'emoji-changed'
  /** A number is missing, changed or made up. */
  | 'number-changed'
  /** A currency, a weight, a length or a time has another unit. */
  | 'unit-changed'
  /** The service talks about itself (quota, key) instead of translating. */
  | 'service-notice'
  /** It announces a translation, or says that it gladly makes one. */
  | 'preamble';

export type TranslationCheck = { ok: true; text: string } | { ok: false; fault: TranslationFault };

/**
 * Decides whether a provider's answer can be a translation of the job. It cannot see whether the
 * translation is good, only whether it is surely wrong: open providers echo, answer in another
 * language, change prices, or report success without a translation.
 */
export function checkTranslation(job: TranslationJob, answer: string): TranslationCheck {
  const text = storableText(answer).trim();
  const fault = faultOf(job, text);
  return fault ? { ok: false, fault } : { ok: true, text };
}

function faultOf(job: TranslationJob, text: string): TranslationFault | null {
  if (isBlank(text)) return 'empty';
  const asItIs = mayStayAsItIs(job);
  if (!asItIs && bare(text) === bare(job.text)) return 'echo';
  if (!asItIs && !isMostlyIn(text, job)) return 'wrong-script';
  if (!isPlausibleLength(job.text, text)) return 'length';
  if (weightedLength(longestLoop(text)) > LENGTH_RATIO * weightedLength(longestLoop(job.text))) return 'loop';
  if (isServiceNotice(job.text, text)) return 'service-notice';
  if (hasPreamble(job.text, text)) return 'preamble';
  if (!keepsFixedTokens(job.text, text)) return 'token-changed';
  if (!keepsEmoji(job.text, text)) return 'emoji-changed';
  return quantityFault(job, text);
}

/**
 * Letters and digits alone, in one case and width: the common part of two texts when one is an
 * echo.
 */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const COMMON_WORDS = new Set(
  'a all am and are available best bye can card cheers come congratulations day dear do evening excellent free friend go good goodbye great happy hello help hey hi how i is it later list lunch me meet morning my near new next nice night no not of ok okay one open order payment perfect please price product products quality see sample samples ship sorry sounds thank thanks that the this today tomorrow too very wait welcome well what when where who why yes you your'.split(
    ' ',
  ),
);

/**
 * Checks whether a text of Latin letters may stay what it is in any language: short acronyms (FOB,
 * MOQ), or at least two words that look like names (Omar Haddad, Meridian Tools).
 */
function mayStayAsItIs(job: TranslationJob): boolean {
  const words = withoutFixedTokens(job.text).match(/[\p{L}\p{M}'’-]+/gu) ?? [];
  if (job.source !== 'en' || /[?!]/.test(job.text)) return false;
  if (words.every((word) => /^[A-Z]{1,3}$/.test(word))) return true;
  const namelike = words.every((word) => /^\p{Lu}/u.test(word) && !COMMON_WORDS.has(word.toLowerCase()));
  return words.length >= 2 && words.length <= 6 && namelike;
}

/** A Han character says about as much as three Latin or Arabic letters. */
const HAN_WEIGHT = 3;

function isMostlyIn(answer: string, job: TranslationJob): boolean {
  const kept = new Set(
    wordsOf(job.text)
      .filter((word) => mayBeKept(word, job))
      .map(folded),
  );
  const words = wordsOf(withoutFixedTokens(answer)).filter((word) => !kept.has(folded(word)));
  const counts = letterCounts(words.join(' '));
  const weights = { ...counts, han: counts.han * HAN_WEIGHT };
  const wanted = weights[SCRIPT_OF[job.target]];
  const total = weights.latin + weights.han + weights.arabic + weights.other;
  return wanted > 0 && wanted * 2 >= total;
}

/**
 * Words of the source that are no evidence of a wrong language when they come back as they were:
 * names and brands, known by a capital letter, and words that are foreign in the source already
 * (OEM in a Chinese sentence).
 */
function mayBeKept(word: string, job: TranslationJob): boolean {
  return /\p{Lu}/u.test(word) || letterCounts(word)[SCRIPT_OF[job.source]] === 0;
}

/** Han characters one by one, other words whole. */
function wordsOf(text: string): string[] {
  return text.normalize('NFKC').match(/\p{Script=Han}|[\p{L}\p{M}]+/gu) ?? [];
}

function folded(word: string): string {
  return word.toLowerCase();
}

/**
 * The same part with a letter in it four times in a row, also on lines of its own: parts of 2 to 80
 * characters.
 */
const LOOP = /([^\p{L}]{0,39}?\p{L}.{1,39}?|[^\p{L}]{1,39}?\p{L})(?:\s{0,2}\1){3,}/gsu;

/**
 * @returns the longest part of `text` that repeats itself; empty without one. A source may do so
 * too ("ha ha ha ha"), and then its translation may repeat itself about as long.
 */
function longestLoop(text: string): string {
  let longest = '';
  for (const [loop] of text.matchAll(LOOP)) if (loop.length > longest.length) longest = loop;
  return longest;
}

/**
 * The greatest ratio of the lengths of a translation and its source, and the extra length that a
 * short one may have.
 */
const LENGTH_RATIO = 5;
const LENGTH_SLACK = 40;

function isPlausibleLength(source: string, answer: string): boolean {
  const from = weightedLength(source);
  const to = weightedLength(answer);
  return to <= from * LENGTH_RATIO + LENGTH_SLACK && from <= to * LENGTH_RATIO + LENGTH_SLACK;
}

function weightedLength(text: string): number {
  let length = 0;
  for (const char of text) length += /\p{Script=Han}/u.test(char) ? HAN_WEIGHT : 1;
  return length;
}

const NOTICE =
  /\b(?:quota|rate limit|api key|insufficient (?:funds|balance|credits?)|out of credits|as an ai|language model)\b|配额|余额不足|语言模型/i;
const NOTICE_TOPICS =
  /quota|limit|api|key|credit|balance|\bai\b|model|配额|限额|额度|余额|密钥|接口|模型|人工智能|حصة|رصيد|مفتاح|نموذج|ذكاء/i;

function isServiceNotice(source: string, answer: string): boolean {
  return NOTICE.test(answer) && !NOTICE_TOPICS.test(source);
}

const PREAMBLE =
  /^(?:(?:sure|certainly|of course)[,!.]? )?(?:here(?:'s| is) (?:the|your|my|a) translation|(?:the )?translation(?: is)?\s*:)|^(?:好的[，,。]?)?(?:(?:以下|这)是.{0,6}(?:翻译|译文)|(?:翻译|译文)(?:如下)?\s*[:：])|^(?:إليك|هذه هي|إليكم) الترجمة|^الترجمة\s*:/i;
const PREAMBLE_TOPICS = /translat|翻译|译文|ترجم/i;

function hasPreamble(source: string, answer: string): boolean {
  return PREAMBLE.test(answer.trim()) && !PREAMBLE_TOPICS.test(source);
}

function quantityFault(job: TranslationJob, answer: string): TranslationFault | null {
  const left = quantities(answer);
  // Those that must be there choose first.
  const before = quantities(job.text).sort((a, b) => Number(a.optional) - Number(b.optional));
  for (const { value, unit, optional } of before) {
    const same = left.findIndex((candidate) => candidate.value === value && candidate.unit?.id === unit?.id);
    const index = same >= 0 ? same : left.findIndex((candidate) => candidate.value === value);
    const match = left[index];
    if (!match && optional) continue;
    if (!match) return 'number-changed';
    left.splice(index, 1);
    if (unit && match.unit && unit.kind === match.unit.kind && unit.id !== match.unit.id)
      return 'unit-changed';
  }
  const madeUp = left.some((quantity) => !quantity.optional);
  return madeUp && !hasNumberWords(job.text, job.source) ? 'number-changed' : null;
}

// Words that a translation may rightly write as digits: "two", 三百, شهر مارس. Without such a word in
// the source, a digit that the source lacks was invented.

const ENGLISH =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|couple|pair|half|halves|quarters?|third|first|second|fourth|fifth|once|twice|double|single|noon|midnight|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|\d+(?:st|nd|rd|th|am|pm|k)|q[1-4]|[ap]\.?m\.?)\b/iu;
const CHINESE = /[第〇零一二两三四五六七八九十百千万亿半双倍俩仨]|中午|午夜|下午|晚上/u;
// The last alternative is the dual ("two pieces" is one word in Arabic); it also fits other words,
// which is harmless.
const ARABIC =
  /واحد|اثن|ثلاث|اربع|أربع|خمس|ست|سبع|ثمان|تسع|عشر|مئ|مائ|ألف|الف|مليون|ملايين|مليار|نصف|ربع|ثلث|ضعف|مرة|الأول|الثاني|الثالث|ظهر|مساء|يناير|فبراير|مارس|أبريل|إبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر|(?:ان|ين)(?!\p{L})/u;

const NUMBER_WORDS: Record<Language, RegExp> = { en: ENGLISH, zh: CHINESE, ar: ARABIC };

/** @returns whether `text` says a number, an ordinal, a month or a time of day in words. */
function hasNumberWords(text: string, language: Language): boolean {
  return NUMBER_WORDS[language].test(text);
}
