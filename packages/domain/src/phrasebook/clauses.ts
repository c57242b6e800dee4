import type { Language } from '../languages.ts';
import { withoutTrailing } from '../text.ts';

/** The conjunction of two sentences. */
export type Joint = 'comma' | 'and' | 'but' | 'so';

/** One way to see two sentences in one. */
export interface Split {
  left: string;
  joint: Joint;
  right: string;
}

/** Between two sentences; the joint is the name of the group that matches. */
const JOINTS: Record<Language, RegExp> = {
  en: /(?:,? (?:and (?:also )?)(?<and>))|(?:,? but (?<but>))|(?:,? so (?<so>))|(?:,(?!\d)\s*(?<comma>))/giu,
  zh: /(?:[,，；;]?(?:而且|并且|另外|还有|同时|然后)[,，]?(?<and>))|(?:[,，；;]?(?:但是|不过|可是|但)[,，]?(?<but>))|(?:[,，；;]?(?:所以|因此)[,，]?(?<so>))|(?:[,，；;](?!\d)\s*(?<comma>))/gu,
  ar: /(?:[,،]? (?:ولكن|لكن) (?<but>))|(?:[,،]? (?:لذلك|ولذلك|لذا|ولذا) (?<so>))|(?:[,،]? و(?! )(?<and>))|(?:[,،](?!\d)\s*(?<comma>))/gu,
};

/**
 * Words between two sentences in the answer. A comma joins nothing: the sentences follow one
 * another.
 */
const WORDS: Record<Language, Record<Exclude<Joint, 'comma'>, string>> = {
  en: { and: ', and ', but: ', but ', so: ', so ' },
  zh: { and: '，', but: '，但是', so: '，所以' },
  ar: { and: '، و', but: '، لكن ', so: '، لذلك ' },
};

/**
 * A sentence that begins with another word may begin with a name: its capital stays, and it stays a
 * sentence of its own.
 */
const ORDINARY_WORD =
  /^(?:We|The|It|This|That|These|Those|Our|Your|You|They|There|Please|How|What|When|Where|Which|Who|Why|Do|Does|Did|Is|Are|Can|Could|Will|Would|May|Let|Here|My|If|For|Thank|Thanks|Send|In|On|A|An|Some|All|Yes|No)\b/;

/** The longest sentence in which joints are looked for, and the most joints. */
const MOST_JOINTS = 8;

/** @returns the ways to take a sentence apart, from its beginning. */
export function splitsOf(sentence: string, language: Language): Split[] {
  const splits: Split[] = [];
  for (const match of sentence.matchAll(JOINTS[language])) {
    const joint = (['and', 'but', 'so', 'comma'] as const).find((name) => match.groups?.[name] !== undefined);
    const left = sentence.slice(0, match.index).trim();
    const right = sentence.slice(match.index + match[0].length).trim();
    if (joint && left && right) splits.push({ left, joint, right });
    if (splits.length === MOST_JOINTS) break;
  }
  return splits;
}

/**
 * @returns two translated sentences as one, or one after the other where a language would not join
 * them.
 */
export function joinClauses(left: string, joint: Joint, right: string, language: Language): string {
  const asks = /[?？؟]\s*$/u.test(left);
  if (joint === 'comma' || asks !== /[?？؟]\s*$/u.test(right))
    return joinSentences([ended(left, language), right], language);
  if (language === 'en' && !ORDINARY_WORD.test(right) && !/^I\b/.test(right)) {
    return joinSentences([ended(left, language), right], language);
  }
  const second =
    language === 'en' && !/^I\b/.test(right) ? right.charAt(0).toLowerCase() + right.slice(1) : right;
  return withoutTrailing(left.trimEnd(), '.。?？؟!！') + WORDS[language][joint] + second;
}

/** @returns sentences one after the other. */
export function joinSentences(sentences: readonly string[], language: Language): string {
  return sentences.join(language === 'zh' ? '' : ' ');
}

function ended(sentence: string, language: Language): string {
  if (/[.。?？؟!！]\s*$/u.test(sentence)) return sentence;
  return sentence + (language === 'zh' ? '。' : '.');
}
