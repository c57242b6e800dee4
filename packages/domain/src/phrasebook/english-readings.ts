import { asksWithoutMark } from './normalize.ts';
import type { Reading, ReadingRule } from './reading-rule.ts';

/** Polite ways to ask for something, each followed by a verb. */
const POSSIBLE =
  '(?:(?:is|would) it (?:be )?(?:possible|ok|okay|all right|alright|fine)|is there (?:way|chance))';
const WONDER =
  '(?:do you think|(?:i|we) (?:was|am|were|are) (?:just )?wondering if|(?:i|we) wonder if|(?:i|we) hope)';
const ASK_YOU = new RegExp(
  `^(?:${POSSIBLE}(?: for you)?(?: to| (?:if |that )?you(?: can| could)?)|(?:are|would) you (?:be )?able to|${WONDER} you (?:can|could|would)|would you be so kind as to|(?:i|we) (?:want|need) you to|can you (?:possibly|maybe|perhaps|also|just|quickly|be able to)) `,
);
const ASK_ME = new RegExp(
  `^(?:${POSSIBLE}(?: for (?:me|us))?(?: to| (?:if |that )?(?:i|we)(?: can| could)?)|(?:am i|are we) (?:allowed|able) to|do you mind if (?:i|we)|${WONDER} (?:i|we) (?:can|could)|can (?:i|we) (?:possibly|maybe|perhaps|also|just|quickly|please)|would (?:i|we) be able to) `,
);
const MIND = /^(?:would|do|can) you mind (\w+ing)\b/;
const ASK_ABOUT =
  /^(?:can you (?:please )?(?:tell|let) (?:me|us)(?: know)?|do you (?:happen to )?know|(?:i|we) (?:want|wanted) to (?:know|ask)(?: you)?|can (?:i|we) (?:please )?(?:ask|know)(?: you)?|tell (?:me|us)|let (?:me|us) know|(?:i|we) (?:was|am|were|are) (?:just )?wondering|i wonder|i have (?:a )?(?:quick )?question|(?:just )?(?:one |quick )?question) /;
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
  const does = new RegExp(`^${wh} (you|i|we|they|these) (\\w.*)$`).exec(clause);
  if (does) return `${does[1]} do ${does[2]} ${does[3]}`;
  const whether = /^(?:if|whether) (.+)$/.exec(clause)?.[1];
  if (!whether) return null;
  const modal = /^(\S+(?: \S+)?) (is|are|can|will|would) (.+)$/.exec(whether);
  if (modal) return `${modal[2]} ${modal[1]} ${modal[3]}`;
  const plain = /^(you|i|we|they|these) (\w.*)$/.exec(whether);
  return plain ? `do ${plain[1]} ${plain[2]}` : null;
}

/** "Can you send me …" is a request; "can you deliver …" asks what the other is able to do. */
const ENGLISH_REQUEST =
  /^can you (?:send|show|give|tell|wait|write|call|contact|email|let|bring|help|check|confirm|explain|repeat|add|scan|share|leave|introduce|forward|sign) /;

const ASIDES: readonly ReadingRule[] = [
  (key) => (ASIDE_BEFORE.test(key) ? plain(key.replace(ASIDE_BEFORE, '')) : null),
  (key) => (ASIDE_AFTER.test(key) ? plain(key.replace(ASIDE_AFTER, '')) : null),
];

function plain(key: string): Reading {
  return { key, question: asksWithoutMark(key, 'en') };
}

/** The rules for English: asides go first, then politeness. */
export const ENGLISH_READINGS: readonly ReadingRule[] = [
  ...ASIDES,
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
