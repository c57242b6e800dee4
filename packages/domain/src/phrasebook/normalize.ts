import type { Language } from '../languages.ts';
import { lookBehind } from '../look-behind.ts';

/** Private-use characters represent slots in a key; a message must not contain its own. */
export const PRIVATE_USE = /[\uE000-\uF8FF]/;

/**
 * @returns `text` with Arabic-Indic and Persian digits, separators and full-width forms as ASCII.
 */
export function withAsciiDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
    .replaceAll('٪', '%');
}

/**
 * Removes everything that people write differently: case, width, punctuation and spaces; in Arabic
 * also vowel signs, the stretching line, and the letters that are often swapped (the alefs, final
 * ya, ta marbuta). Two sentences with one key mean the same; the phrasebook's test ensures that for
 * its entries.
 */
export function phraseKey(sentence: string, language: Language): string {
  // Only capitals tell the country from the pronoun.
  const text = withAsciiDigits(language === 'en' ? sentence.replace(/\bU\.?S\b\.?/g, 'USA') : sentence)
    .toLowerCase()
    .replace(/[‘’`´]/g, "'");
  switch (language) {
    case 'en':
      return text
        .replace(/[^\P{P}'%]/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim();
    case 'zh':
      return text.replace(/[^\P{P}%]|\s|[~～]/gu, '');
    case 'ar':
      return text
        .replace(/[\u064B-\u065F\u0670\u0640]/g, '')
        .replace(/[أإآٱ]/g, 'ا')
        .replace(/[ىی]/g, 'ي')
        .replace(/ک/g, 'ك')
        .replace(/ة/g, 'ه')
        .replace(/[^\P{P}%]/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim();
  }
}

const LEXICAL_QUESTION: Record<Language, RegExp> = {
  en: /^(?:what|where|when|who|why|how|which|can|could|do|does|did|is|are|will|would|may|shall)(?:'s)?(?: |$)/,
  zh: /吗$|呢$|多少|什么|哪|几|怎么|如何|是否|谁|多久|多长|贵姓/,
  ar: /^(?:هل|كم|بكم|متي|اين|كيف|لماذا|من اين|من اي|ما|ماذا)(?: |$)/,
};

/**
 * @returns whether a sentence with this key asks something even when its question mark was left
 * out.
 */
export function asksWithoutMark(key: string, language: Language): boolean {
  return LEXICAL_QUESTION[language].test(key);
}

/** Two spellings or two politenesses of one wording; each pair says the same to every reader. */
const SAME: Record<Language, readonly (readonly [RegExp, string])[]> = {
  en: [
    [/^(?:please|kindly|just|so) (?!reply$|wait$|looking$)/, ''],
    [/ please$/, ''],
    // A possessive is read the same way: it only has to be one key on both sides.
    [/\b(?!lets?')(\w+)'s\b/g, '$1 is'],
    [/\b(i)'m\b/g, '$1 am'],
    [/\b(we|you|they)'re\b/g, '$1 are'],
    [/\b(i|we|you|they|it)'ll\b/g, '$1 will'],
    [/\b(i|we|you|they)'ve\b/g, '$1 have'],
    [/\b(what|where|when|who|how)'re\b/g, '$1 are'],
    [/\b(what|where|when|who|how)'ll\b/g, '$1 will'],
    [/\b(i|we|you|they)'d better\b/g, '$1 had better'],
    [/\b(i|we)'d\b/g, '$1 would'],
    [/\b(i|we|you|they)'d like\b/g, '$1 would like'],
    [/\b(?:can't|can not)\b/g, 'cannot'],
    [/\bwon't\b/g, 'will not'],
    [/\b(that|there)'ll\b/g, '$1 will'],
    [/\b(do|does|did|is|are|was|were|have|has|had|would|could|should|need|must)n't\b/g, '$1 not'],
    [/\bgonna\b/g, 'going to'],
    [/\b(?:gotta|got to)\b/g, 'have to'],
    [/\b(?:a little(?: bit)?|slightly) (?=\w)/g, 'a bit '],
    [/\blet(?:'s| us)\b(?! know)/g, 'lets'],
    [/\b(?:could|can|would|will) you (?:please|kindly)\b/g, 'can you'],
    [/\b(?:could|would) (you)\b(?! (?:like|prefer|rather)\b)/g, 'can $1'],
    [/\bcould (we|i)\b/g, 'can $1'],
    [/\bmay (we|i)\b/g, 'can $1'],
    [/\bwanna\b/g, 'want to'],
    [/\bwould like\b/g, 'want'],
    [lookBehind(String.raw`(?<=\S )\b(?:any|some) (?!of\b|time\b|more\b|other\b|one\b)`, 'g'), ''],
    [/\bhave you got\b/g, 'do you have'],
    [/\bhave got\b/g, 'have'],
    [/\b(?:asap|as soon as you can)\b/g, 'as soon as possible'],
    [/\bpcs?\b/g, 'pieces'],
    [/\bmin(?:imum)? order(?: quantity| qty)?\b/g, 'moq'],
    [/\b(?:okay|o k)\b/g, 'ok'],
    [/\b(?:really|very much|exactly) (?=\S)/g, ''],
    [/\bstand (number|is)\b/g, 'booth $1'],
    [/\bcolor(s?)\b/g, 'colour$1'],
    [/\bcatalog(s?)\b/g, 'catalogue$1'],
    [/\b(custom|organ|special|final)iz(e|ed|ing|ation)\b/g, '$1is$2'],
    [/\be-mail\b/g, 'email'],
    [/\b(?:the|an?) (?!few\b|little\b|lot\b|bit\b|while\b)/g, ''],
  ],
  zh: [
    [/^(?:请问|麻烦您?|劳驾)/, ''],
    [/您/g, '你'],
    [/贵公司|贵司/g, '你们公司'],
    [/贵厂/g, '你们工厂'],
    [/咱们|咱/g, '我们'],
    [/你们/g, '你'],
    [lookBehind('(?<=[你我们])(?:这边|这儿|这里|那边)', 'g'), ''],
    [lookBehind('(?<=[你我们])的(?=.)', 'g'), ''],
    [/一下|一份|一些|一张/g, ''],
    [/一个(?!月|星期|小时|人|工作日|集装箱|半)/g, ''],
    [lookBehind('(?<=[发给要来拿做留加])个(?!月|星期|小时|人)', 'g'), ''],
    [/(?:要|需要|得|是)?(?:多长时间|多久)/g, '多久'],
    [/是多少/g, '多少'],
    [/时候可以/g, '时候'],
    [lookBehind('(?<=..)[吧啊哦呀啦嘛哈呗喔噢]$', 'g'), ''],
    [lookBehind('(?<=...)呢$', 'g'), ''],
    [/能够/g, '能'],
    [lookBehind('(?<![可功智节性效储才只万产太])能(?![耗量源效力否不])', 'g'), '可以'],
    [/可以够/g, '可以'],
    [/需不需要/g, '需要不需要'],
    [/想要|希望/g, '想'],
    [/(?:邮箱|电邮|电子邮件|邮件)(?:地址)?/g, '邮件'],
    [/whats ?app/g, 'whatsapp'],
    [/展台|摊位|展摊/g, '展位'],
    [/挺(.{1,4})的$/g, '很$1'],
    [
      lookBehind(
        '(?<=.)(?:真|好|特别|非常|蛮|相当)(?=(?:多|少|忙|热|冷|累|重|轻|大|小|远|近|慢|快|贵|便宜|好看|好用|漂亮|满意|高兴|有意思|热闹|清楚|方便|好|不错)$)',
        'g',
      ),
      '很',
    ],
  ],
  ar: [
    [
      lookBehind(
        '(?<=^| )(?:من فضلكم?|لو سمحتم?|رجاءا?|اذا سمحتم?|بعد اذنكم?|لو تكرمتم?|اذا امكن|ان امكن)(?= |$)',
        'g',
      ),
      ' ',
    ],
    [/ +/g, ' '],
    [/^ | $/g, ''],
    [lookBehind('(?<=^| )(ال)?مسئول', 'g'), '$1مسؤول'],
    [lookBehind('(?<=^| )(?:وين|فين)(?= |$)', 'g'), 'اين'],
    [lookBehind('(?<=^| )(?:ابغي|ابغا|ابي|عايز|عاوز)(?= |$)', 'g'), 'اريد'],
    [lookBehind('(?<=^| )للغايه(?= |$)', 'g'), 'جدا'],
    [lookBehind('(?<=^| )(?:شوي|شويه|بعض الشيء|نوعا ما)(?= |$)', 'g'), 'قليلا'],
    [/^هل (?:هناك|توجد|فيه|في(?! ال)) (?=\S)/, 'هل يوجد '],
    [lookBehind(String.raw`(?<=^| )(?:يوجد|توجد|يتوفر|تتوفر) (?=(?:لدي|عند)(?:\S{1,2})(?= |$))`, 'g'), ''],
    [/^(ما|من) (?:هو|هي|هم) /, '$1 '],
    // You, of one person or of several.
    [lookBehind(String.raw`(?<=\S\S)كم(?= |$)`, 'g'), 'ك'],
    [lookBehind('(?<=^| )(?:لدينا|عندنا|عندي|لدي)(?= |$)', 'g'), 'لدي'],
    [lookBehind('(?<=^| )(?:عندك|معك|لديك)(?= |$)', 'g'), 'لديك'],
    [lookBehind('(?<=^| )(?:لنا|لي)(?= |$)', 'g'), 'لي'],
    [lookBehind('(?<=^| )(?:الينا|الي)(?= |$)', 'g'), 'الي'],
    [lookBehind('(?<=^| )احنا(?= |$)', 'g'), 'نحن'],
    [lookBehind('(?<=^| )(?:نود|نرغب في|نرغب ب|نرغب|بدنا)(?= |$)', 'g'), 'نريد'],
    [lookBehind('(?<=^| )(?:اود|ارغب في|ارغب ب|ارغب|بدي)(?= |$)', 'g'), 'اريد'],
    [lookBehind('(?<=^| )(?:الخاص|الخاصه) بك(?= |$)', 'g'), ''],
    [lookBehind('(?<=^| )(?:واتس ?اب|الواتس ?اب|وتساب|الواتس|واتس)(?= |$)', 'g'), 'واتساب'],
    [
      lookBehind('(?<=^| )(?:الايميل|ايميل|البريد الالكتروني|بريد الكتروني)(?= |$)', 'g'),
      'البريد الالكتروني',
    ],
    [lookBehind('(?<=^| )(نحتاج|احتاج) الي(?= |$)', 'g'), '$1'],
    [/باللون ال(?=\S)/g, 'بلون '],
    // The second person plural of the spoken and of the written language.
    [lookBehind(String.raw`(?<=(?:^| )ت\S{2,5})ون(?= |$)`, 'g'), 'وا'],
    [lookBehind('(?<=^| )(?:موجود|متاح|متوفر)(ه?)(?= |$)', 'g'), 'متوفر$1'],
    [/ +/g, ' '],
  ],
};

/**
 * Removes politeness, contractions, spelling habits and articles from a key. A rule must never
 * merge a sentence with its negation or change a number; the phrasebook refuses two phrases that
 * become one.
 */
export function looseKey(key: string, language: Language): string {
  let loose = key;
  for (const [pattern, replacement] of SAME[language]) loose = loose.replace(pattern, replacement);
  return loose.trim();
}
