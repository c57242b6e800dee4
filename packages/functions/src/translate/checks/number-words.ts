import type { Language } from '@dragoman/domain/languages';

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
export function hasNumberWords(text: string, language: Language): boolean {
  return NUMBER_WORDS[language].test(text);
}
