import type { Language } from '../languages.ts';
import { asksWithoutMark, looseKey } from './normalize.ts';

/** One way to read a sentence: the key of its plainest form, and whether it asks. */
export interface Reading {
  key: string;
  question: boolean;
}

/** @returns what a key may also say, or null when the rule does not apply. */
type Rule = (key: string) => Reading | null;

/** Polite ways to ask for something, each followed by a verb. */
const POSSIBLE = '(?:is|would) it (?:be )?(?:possible|ok|okay|all right|alright|fine)';
const WONDER =
  '(?:do you think|(?:i|we) (?:was|am|were|are) (?:just )?wondering if|(?:i|we) wonder if|(?:i|we) hope)';
const ASK_YOU = new RegExp(
  `^(?:${POSSIBLE}(?: for you)?(?: to| if you(?: can| could)?)|(?:are|would) you (?:be )?able to|${WONDER} you (?:can|could|would)|would you be so kind as to|(?:i|we) (?:want|need) you to|can you (?:possibly|maybe|perhaps|also|just|quickly|be able to)) `,
);
const ASK_ME = new RegExp(
  `^(?:${POSSIBLE}(?: for (?:me|us))?(?: to| if (?:i|we)(?: can| could)?)|(?:am i|are we) (?:allowed|able) to|do you mind if (?:i|we)|${WONDER} (?:i|we) (?:can|could)|can (?:i|we) (?:possibly|maybe|perhaps|also|just|quickly|please)|would (?:i|we) be able to) `,
);
const MIND = /^(?:would|do|can) you mind (\w+ing)\b/;
const ASK_ABOUT =
  /^(?:can you (?:please )?(?:tell|let) (?:me|us)(?: know)?|do you (?:happen to )?know|(?:i|we) (?:want|wanted) to (?:know|ask)(?: you)?|can (?:i|we) (?:please )?(?:ask|know)(?: you)?|tell (?:me|us)|(?:i|we) (?:was|am|were|are) (?:just )?wondering|i wonder|i have (?:a )?(?:quick )?question|(?:just )?(?:one |quick )?question) /;
const ASIDE_BEFORE =
  /^(?:ok so|and also|by way|btw|in that case|to be honest|then|so|and|also|but|well|actually|just|now|if possible|i think|i guess) /;
const ASIDE_AFTER =
  / (?:then|though|right now|at moment|at present|currently|by way|actually|if possible|if you do not mind|if that is (?:ok|okay|possible|fine)|if you can|as well|too)$/;
const WANT =
  /^(i|we) (?:would (?:really )?love|wish|hope|plan|(?:am|are) (?:looking|hoping|planning|thinking of)) (?=to )/;

const GERUNDS: Readonly<Record<string, string>> = {
  sending: 'send',
  giving: 'give',
  showing: 'show',
  telling: 'tell',
  writing: 'write',
  typing: 'type',
  repeating: 'repeat',
  explaining: 'explain',
  waiting: 'wait',
  sharing: 'share',
  saying: 'say',
  checking: 'check',
  making: 'make',
  taking: 'take',
  helping: 'help',
  adding: 'add',
  scanning: 'scan',
  calling: 'call',
  coming: 'come',
  holding: 'hold',
  speaking: 'speak',
  confirming: 'confirm',
  lowering: 'lower',
  quoting: 'quote',
  emailing: 'email',
  messaging: 'message',
  letting: 'let',
  leaving: 'leave',
  providing: 'provide',
  introducing: 'introduce',
  arranging: 'arrange',
  moving: 'move',
};

/** "what the price is" and "where you are from" as the direct questions that they report. */
function asked(clause: string): string | null {
  if (/^(?:prices?|cost|difference|size|weight|moq|lead time|delivery time|address|name) /.test(clause)) {
    return `what is ${clause}`;
  }
  const wh =
    '((?:what|where|when|who|why|which|how)(?: (?:much|many|long|soon|big|far|often|fast|old))?(?: \\w+)??)';
  const end = new RegExp(`^${wh} (.+) (is|are|was)$`).exec(clause);
  if (end) return `${end[1]} ${end[3]} ${end[2]}`;
  const swap = new RegExp(`^${wh} (you|i|we|it|they|this|that|these) (is|are|am|can|will|would) ?(.*)$`).exec(
    clause,
  );
  if (swap) return `${swap[1]} ${swap[3]} ${swap[2]}${swap[4] ? ` ${swap[4]}` : ''}`;
  const costs = new RegExp(`^${wh} (.+) (cost|take|weigh|last|mean)s$`).exec(clause);
  if (costs) return `${costs[1]} does ${costs[2]} ${costs[3]}`;
  const does = new RegExp(`^${wh} (you|i|we|they|these) (\\w+.*)$`).exec(clause);
  if (does) return `${does[1]} do ${does[2]} ${does[3]}`;
  const whether = /^(?:if|whether) (.+)$/.exec(clause)?.[1];
  if (!whether) return null;
  const modal = /^(\S+(?: \S+)?) (is|are|can|will|would) (.+)$/.exec(whether);
  if (modal) return `${modal[2]} ${modal[1]} ${modal[3]}`;
  const plain = /^(you|i|we|they|these) (\w+.*)$/.exec(whether);
  return plain ? `do ${plain[1]} ${plain[2]}` : null;
}

/** "Can you send me …" is a request; "can you deliver …" asks what the other is able to do. */
const ENGLISH_REQUEST =
  /^can you (?:send|show|give|tell|wait|write|call|contact|email|let|bring|help|check|confirm|explain|repeat|add|scan|share|leave|introduce|forward|sign) /;
const CHINESE_REQUEST = /^你?可以(?:把|给|发|寄|告诉|帮|等|写|留|介绍|确认|核对|查|联系|加|扫)(.+)吗$/;
const ARABIC_REQUEST =
  /^هل يمكنك (?=(?:ارسال|اعطاء|اعطاءي|تزويد|مشاركه|كتابه|الانتظار|تاكيد|التواصل|الاتصال|التوقيع|مراجعه)(?: |$|\S))/;

const ENGLISH: readonly Rule[] = [
  (key) => (ASK_ME.test(key) ? { key: key.replace(ASK_ME, 'can i '), question: true } : null),
  (key) => (ASK_YOU.test(key) ? { key: key.replace(ASK_YOU, 'can you '), question: true } : null),
  (key) => {
    const verb = GERUNDS[MIND.exec(key)?.[1] ?? ''];
    return verb ? { key: key.replace(MIND, `can you ${verb}`), question: true } : null;
  },
  (key) => {
    if (!ASK_ABOUT.test(key)) return null;
    const clause = key.replace(ASK_ABOUT, '');
    const direct = asked(clause);
    if (direct) return { key: direct, question: true };
    return asksWithoutMark(clause, 'en') ? { key: clause, question: true } : null;
  },
  (key) => (WANT.test(key) ? { key: key.replace(WANT, '$1 want '), question: false } : null),
  (key) => (ENGLISH_REQUEST.test(key) ? { key: key.replace(/^can you /, ''), question: false } : null),
];

const CHINESE: readonly Rule[] = [
  (key) => {
    const modal =
      /^(.*?)(?:能不可以|可以不可以|可不可以|能不能|能否|可否|是否可以|是否能|是不是可以|方便不方便|方不方便|方便)(.+?)吗?$/.exec(
        key,
      );
    return modal ? { key: `${modal[1]}可以${modal[2]}吗`, question: true } : null;
  },
  (key) => {
    const after = /^(.+?)(?:可以|行|好|方便|可不可以|行不行|好不好|能行)吗?$/.exec(key);
    return after && !/^(?:这样|这)?$/.test(after[1] ?? '') && /(?:吗|不可以|不行|不好)$/.test(key)
      ? { key: `可以${after[1]}吗`, question: true }
      : null;
  },
  (key) => {
    const either = /^(.*?)(?:(有)没有|(.)不\3)(.*?)$/.exec(key);
    return either ? { key: `${either[1]}${either[2] ?? either[3]}${either[4]}吗`, question: true } : null;
  },
  (key) => (/是否/.test(key) ? { key: `${key.replace('是否', '')}吗`, question: true } : null),
  (key) => (key.startsWith('你可以') ? { key: key.slice(1), question: key.endsWith('吗') } : null),
  (key) => (/^可以.+吗$/.test(key) ? { key: `你${key}`, question: true } : null),
  (key) => (/^可以.+吗$/.test(key) ? { key: `我${key}`, question: true } : null),
  (key) =>
    CHINESE_REQUEST.test(key) ? { key: key.replace(/^你?可以(.+)吗$/, '$1'), question: false } : null,
  (key) =>
    /^(?:我?想(?:问|请问|知道|了解|问问|请教)|问|请教|告诉我|想咨询)(?:你)?(.+)$/.test(key)
      ? {
          key: key.replace(/^(?:我?想(?:问问|请问|问|知道|了解|请教)|问|请教|告诉我|想咨询)(?:你)?/, ''),
          question: true,
        }
      : null,
  (key) =>
    /^(?:那么?|所以|另外|还有|然后|其实|就是|嗯|哦|对了|顺便)(.{2,})$/.test(key)
      ? {
          key: key.replace(/^(?:那么?|所以|另外|还有|然后|其实|就是|嗯|哦|对了|顺便)/, ''),
          question: asksWithoutMark(key, 'zh'),
        }
      : null,
];

const CAN_YOU =
  /^(?:هل )?(?:يمكنك|بامكانك|في امكانك|تستطيع|تستطيعون|تقدر|تقدرون|من الممكن|من الممكن ان|ممكن|يمكن|تتكرم|تتكرمون|لديك امكانيه) (?:ان )?/;
const CAN_I =
  /^(?:هل )?(?:يمكنني|يمكننا|بامكاني|بامكاننا|استطيع|نستطيع|اقدر|من الممكن|ممكن|يمكن|يسمح لي|مسموح) (?:ان )?/;
const ARABIC_ASK =
  /^(?:هل )?(?:اريد|احب|اردت) (?:ان )?(?:اعرف|اسال|استفسر)(?: عن)? |^(?:هل )?(?:يمكنك|ممكن) (?:ان )?(?:تخبرني|تخبروني|تقول لي|اخباري|اخبارنا|تعرف|تعرفون) |^هل (?:تعرف|تعلم|تعرفون|تعلمون) |^(?:اخبرني|اخبروني|سؤال|عندي سؤال|لدي سؤال) /;

const ARABIC: readonly Rule[] = [
  (key) => (CAN_YOU.test(key) ? { key: key.replace(CAN_YOU, 'هل يمكنك '), question: true } : null),
  (key) => (CAN_YOU.test(key) ? { key: key.replace(CAN_YOU, 'هل يمكنك ان '), question: true } : null),
  (key) => (CAN_I.test(key) ? { key: key.replace(CAN_I, 'هل يمكنني '), question: true } : null),
  (key) => (CAN_I.test(key) ? { key: key.replace(CAN_I, 'هل يمكنني ان '), question: true } : null),
  (key) => {
    if (!ARABIC_ASK.test(key)) return null;
    const clause = key.replace(ARABIC_ASK, '');
    if (asksWithoutMark(clause, 'ar')) return { key: clause, question: true };
    const whether = /^(?:اذا|ان|ما اذا)(?: كان| كانت| كنت)? (.+)$/.exec(clause)?.[1];
    return whether ? { key: `هل ${whether}`, question: true } : null;
  },
  // A request: the imperative and "please" with a verbal noun say the same.
  (key) => (ARABIC_REQUEST.test(key) ? { key: key.replace(/^هل يمكنك /, 'يرجي '), question: false } : null),
  (key) =>
    /^(?:و|ثم|طيب|حسنا|اذن|ايضا|كذلك|بالمناسبه) /.test(key)
      ? { key: key.replace(/^\S+ /, ''), question: asksWithoutMark(key.replace(/^\S+ /, ''), 'ar') }
      : null,
];

const ENGLISH_ASIDES: readonly Rule[] = [
  (key) => (ASIDE_BEFORE.test(key) ? plain(key.replace(ASIDE_BEFORE, '')) : null),
  (key) => (ASIDE_AFTER.test(key) ? plain(key.replace(ASIDE_AFTER, '')) : null),
];

function plain(key: string): Reading {
  return { key, question: asksWithoutMark(key, 'en') };
}

const VERBS_OF_WE =
  'شتري|بحث|عمل|صنع|بيع|قبل|رسل|فضل|ستطيع|عرف|تواصل|لتقي|شكر|اسف|صدر|ستورد|قدم|شحن|طلب|قوم|تفق|وافق|تحدث|تكلم|ملك|حتاج|ريد|دفع|زور|جرب|اخذ|ري|سال|حصل|رد|خبر|كون|عود|صل|راجع|فكر|تصل|تطلع|امل|ثق|نصح|قترح|عتقد|ظن|توقع|شعر|حب|هتم|مكن';
const I_DO = new RegExp(`(?<=^| |(?:^| )س)ا(?=(?:${VERBS_OF_WE})(?:\\S{0,3})(?: |$))`, 'gu');
const WE_DO = new RegExp(`(?<=^| |(?:^| )س)ن(?=(?:${VERBS_OF_WE})(?:\\S{0,3})(?: |$))`, 'gu');

/** One person speaks for a company, a company through one person: where only the one is known, it answers for the other. */
const AS_WE: Record<Language, (key: string) => string> = {
  en: (key) =>
    key
      .replace(/\bi am\b/g, 'we are')
      .replace(/\bi was\b/g, 'we were')
      .replace(/\bam i\b/g, 'are we')
      .replace(/\bi\b/g, 'we')
      .replace(/\bme\b/g, 'us')
      .replace(/\bmy\b/g, 'our'),
  zh: (key) => key.replace(/我(?!们)/g, '我们'),
  ar: (key) => key.replace(I_DO, 'ن').replace(/(?<=^| )انا(?= |$)/g, 'نحن'),
};
const AS_I: Record<Language, (key: string) => string> = {
  en: (key) =>
    key
      .replace(/\bwe are\b/g, 'i am')
      .replace(/\bwe were\b/g, 'i was')
      .replace(/\bare we\b/g, 'am i')
      .replace(/\bwe\b/g, 'i')
      .replace(/\bus\b/g, 'me')
      .replace(/\bour\b/g, 'my'),
  zh: (key) => key.replace(/我们/g, '我'),
  ar: (key) => key.replace(WE_DO, 'ا').replace(/(?<=^| )نحن(?= |$)/g, 'انا'),
};

const RULES: Record<Language, readonly Rule[]> = {
  en: [...ENGLISH_ASIDES, ...ENGLISH],
  zh: CHINESE,
  ar: ARABIC,
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
  return readings;
}
