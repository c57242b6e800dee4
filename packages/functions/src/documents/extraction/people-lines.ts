import type { Alternatives, PassField } from './extracted.ts';
import { type Part, partsOf, twoLineParts } from './parts.ts';
import { companyScore, companyWords, isOtherLine, nameScore, type Surroundings } from './role-scores.ts';
import type { Script } from './script.ts';
import type { Segment } from './segments.ts';
import { isTitle, keyWords, titleScore } from './title-words.ts';
import { LATIN_COMPANY_WORDS, LATIN_LEGAL_FORMS } from './vocabulary/companies.ts';

/** The owner of a card or pass: name, company and title, with the lines they come from. */
interface PeopleLines {
  fields: Record<PassField, string>;
  alternatives: Alternatives;
  uncertain: PassField[];
}

const LEAST_SCORE: Readonly<Record<PassField, number>> = { name: 0.55, company: 0.5, designation: 0.5 };
/** Candidates of each kind that are tried with one another. */
const CANDIDATES = 7;
/** Text that was read less surely than this should be looked at. */
const SURE_CONFIDENCE = 0.8;

/** Text read with less confidence may be no text at all: drawings and codes are read as letters. */
const DOUBTFUL_CONFIDENCE = 0.65;

interface Candidate {
  part: Part;
  score: number;
}

type Choice = Partial<Record<PassField, Candidate>>;

/**
 * Chooses which lines are the name, the company and the title, by their words, script, size and
 * place.
 * @param segments without those that hold addresses and numbers
 * @param language of the scanning user: a name in several scripts is returned in that language's
 * script, by default Latin
 */
export function peopleLines(
  segments: readonly Segment[],
  around: Omit<Surroundings, 'largest'>,
  language?: string,
): PeopleLines {
  const single = partsOf(segments);
  const surroundings = { ...around, largest: Math.max(...single.map((part) => part.height), 1) };
  const parts = [...single, ...twoLineParts(single)].filter((part) => !isOtherLine(part, surroundings));
  const scored = {
    name: rank(parts, (part) => nameScore(part, surroundings) + joinedName(part)),
    company: rank(
      parts,
      (part) => companyScore(part, surroundings) + joinedCompany(part) + brandOnBadge(part, surroundings),
    ),
    designation: rank(parts, (part) => titlePartScore(part)),
  };
  const choice = bestChoice(scored);
  return withForms(choice, scored, language);
}

function rank(parts: readonly Part[], score: (part: Part) => number): Candidate[] {
  return parts
    .map((part) => ({ part, score: score(part) - Math.max(0, DOUBTFUL_CONFIDENCE - part.confidence) * 1.5 }))
    .filter(({ score }) => score > 0.2)
    .sort((a, b) => b.score - a.score);
}

function titlePartScore(part: Part): number {
  const score = titleScore(part.text, part.script);
  if (score === 0) return 0;
  const joined = part.sources.length > 1 ? -0.1 : 0;
  return score - companyWords(part) * (score > 0.9 ? 0.2 : 0.5) + joined;
}

/** Two lines are one name when neither is a whole name: 'Mariam' and 'Al Suwaidi'. */
function joinedName(part: Part): number {
  if (part.sources.length < 2) return 0;
  if (part.script === 'han') return -1;
  // 'سلمى' and 'محاسب أول': the title is below a name that was read only in part.
  if (part.sources.some(({ text }) => isTitle(text, part.script))) return -1;
  const words = part.text.split(/\s+/).length;
  const upperWords = part.sources[0]?.text.trim().split(/\s+/).length ?? 1;
  if (words > 4) return -0.5;
  return upperWords === 1 && words <= 3 ? 0.25 : -0.2;
}

/**
 * On a badge well-read text without another meaning is the company, even if it is a mere word:
 * 'Polarbyte'.
 */
function brandOnBadge(part: Part, around: Surroundings): number {
  const word = part.script === 'latin' ? /^\p{Lu}[\p{L}&' .-]{3,}$/u : /^\p{L}{3,}/u;
  if (!around.badge || nameScore(part, around) > 0.75) return 0;
  return part.sources.length === 1 && part.confidence > 0.75 && word.test(part.text) ? 0.3 : 0;
}

/**
 * Two lines are one company when the second closes it: 'Siam Flexi Pack Public Company' and
 * 'Limited'.
 */
function joinedCompany(part: Part): number {
  const [upper, lower] = part.sources;
  if (!upper || !lower) return 0;
  if (part.script === 'arabic') {
    // 'مكتب العدالة' and 'للاستشارات القانونية': a line that begins with 'for the' gives the
    // purpose of the line above.
    if (/^لل\p{L}{3}/u.test(lower.text) && companyWords({ ...part, text: upper.text }) > 0) return 0.35;
    return companyWords({ ...part, text: lower.text }) > 0 ? -0.3 : -0.2;
  }
  const upperWords = companyWords({ ...part, text: upper.text });
  if (part.script === 'han')
    return upperWords < 1 && companyWords({ ...part, text: lower.text }) >= 1 ? 0.35 : -0.8;
  const closes = keyWords(lower.text).some((word) => LATIN_LEGAL_FORMS.has(word));
  const closed = keyWords(upper.text)
    .slice(-1)
    .some((word) => LATIN_LEGAL_FORMS.has(word) && word !== 'company');
  if (closed) return -1;
  return closes || isLoneTail(lower.text) ? 0.35 : -0.15;
}

/** 'Partners' or 'Holdings' by itself, the last word of the company above it. */
function isLoneTail(text: string): boolean {
  const words = keyWords(text);
  return words.length === 1 && LATIN_COMPANY_WORDS.has(words[0] ?? '');
}

function bestChoice(scored: Record<PassField, readonly Candidate[]>): Choice {
  let best: Choice = {};
  let most = 0;
  for (const name of options(scored.name)) {
    for (const company of options(scored.company)) {
      for (const designation of options(scored.designation)) {
        const choice = { name, company, designation };
        if (overlap(choice)) continue;
        const total = value(choice);
        if (total > most) {
          most = total;
          best = choice;
        }
      }
    }
  }
  return best;
}

function options(candidates: readonly Candidate[]): (Candidate | undefined)[] {
  return [...candidates.slice(0, CANDIDATES), undefined];
}

/** No two fields from the same words. */
function overlap(choice: Choice): boolean {
  const parts = Object.values(choice).flatMap((candidate) => (candidate ? [candidate.part] : []));
  return parts.some((a, i) => parts.slice(i + 1).some((b) => sharesWords(a, b)));
}

function sharesWords(a: Part, b: Part): boolean {
  if (a === b) return true;
  if (a.sources.length === 1 && b.sources.length === 1)
    return a.sources[0] === b.sources[0] && a.place === b.place;
  return a.sources.some((source) => b.sources.includes(source));
}

/**
 * Every field counts by what it is above the least it must be; a title close under its name is one
 * more sign.
 */
function value({ name, company, designation }: Choice): number {
  let total = 0;
  if (name) total += name.score - LEAST_SCORE.name;
  if (company) total += company.score - LEAST_SCORE.company;
  if (designation) total += designation.score - LEAST_SCORE.designation;
  if (name && designation) total += nearness(name.part, designation.part) * 0.2;
  return total;
}

/** 1 for lines that follow each other, 0 from about four lines on. */
function nearness(a: Part, b: Part): number {
  if (a.sources[0] === b.sources[0]) return 1;
  const gap = a.box.y < b.box.y ? b.box.y - (a.box.y + a.box.height) : a.box.y - (b.box.y + b.box.height);
  const line = Math.max(a.height, b.height);
  return Math.max(0, 1 - Math.max(gap, 0) / (line * 4));
}

const FORMS: Readonly<
  Record<
    PassField,
    readonly [
      'nativeName' | 'nativeCompany' | 'nativeDesignation',
      'latinName' | 'latinCompany' | 'latinDesignation',
    ]
  >
> = {
  name: ['nativeName', 'latinName'],
  company: ['nativeCompany', 'latinCompany'],
  designation: ['nativeDesignation', 'latinDesignation'],
};

/** Minimum score for another form of a field: one form, next to it, is already known. */
const LEAST_OTHER_FORM = 0.5;

function withForms(
  choice: Choice,
  scored: Record<PassField, readonly Candidate[]>,
  language?: string,
): PeopleLines {
  const people: PeopleLines = {
    fields: { name: '', company: '', designation: '' },
    alternatives: {},
    uncertain: [],
  };
  const taken = Object.values(choice).flatMap((candidate) => (candidate ? [candidate.part] : []));
  for (const field of ['name', 'company', 'designation'] as const) {
    const chosen = choice[field];
    if (!chosen) continue;
    const other = scored[field].find(
      ({ part, score }) =>
        score >= LEAST_OTHER_FORM &&
        (part.script === 'latin') !== (chosen.part.script === 'latin') &&
        (field !== 'name' || nearness(part, chosen.part) > 0 || score > 0.9) &&
        !taken.some((one) => sharesWords(one, part)),
    );
    const given = other ? preferred(chosen, other, language) : chosen;
    people.fields[field] = given.part.text;
    if (other) {
      taken.push(other.part);
      const [native, latin] = FORMS[field];
      const [latinForm, nativeForm] = chosen.part.script === 'latin' ? [chosen, other] : [other, chosen];
      people.alternatives[native] = nativeForm.part.text;
      people.alternatives[latin] = latinForm.part.text;
    }
    if (given.part.confidence < SURE_CONFIDENCE || given.score < LEAST_SCORE[field] + 0.15)
      people.uncertain.push(field);
  }
  return people;
}

const LANGUAGE_SCRIPT: Readonly<Record<string, Script>> = { en: 'latin', zh: 'han', ar: 'arabic' };

function preferred(a: Candidate, b: Candidate, language?: string): Candidate {
  if (!language) return a;
  const wanted = LANGUAGE_SCRIPT[language] ?? 'latin';
  return (
    [a, b].find(({ part }) => part.script === wanted) ??
    [a, b].find(({ part }) => part.script === 'latin') ??
    a
  );
}
