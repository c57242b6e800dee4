import { z } from 'zod';
import { characterCount, storableText } from '../text.ts';
import { LEAD_LIMITS, type LeadAnswer } from './lead.ts';

/**
 * A vendor's question for every visitor: answered in the visitor's own words, with yes or no, or
 * with one of a few choices.
 */
export type LeadQuestion =
  | { id: string; kind: 'text' | 'yes_no'; label: string }
  | { id: string; kind: 'choice'; label: string; choices: string[] };

export const QUESTION_KINDS = ['text', 'choice', 'yes_no'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** A question in the form in which it is written: its choices a line each. */
export interface QuestionForm {
  id: string;
  kind: QuestionKind;
  label: string;
  choices: string;
}

export interface QuestionMessages {
  /** A question without words. */
  blank: string;
  tooLong: string;
  /** Too few choices, too many, or one that is too long. */
  choicesInvalid: string;
}

/** Schema of the form of all questions. */
export function questionsFormSchema(messages: QuestionMessages) {
  const question = z
    .object({
      id: z.string(),
      kind: z.enum(QUESTION_KINDS),
      label: z
        .string()
        .trim()
        .refine((text) => /\S/.test(text), { error: messages.blank })
        .refine((text) => characterCount(text) <= LEAD_LIMITS.label, { error: messages.tooLong }),
      choices: z.string(),
    })
    .refine(({ kind, choices }) => kind !== 'choice' || areChoices(parseChoices(choices)), {
      error: messages.choicesInvalid,
      path: ['choices'],
    });
  return z.object({ questions: z.array(question).max(LEAD_LIMITS.questions) });
}

/** @returns the choices of a field that has one in each line, each once. */
export function parseChoices(text: string): string[] {
  const lines = text.split('\n').map((line) => storableText(line).trim());
  return [...new Set(lines.filter(Boolean))];
}

function areChoices(choices: readonly string[]): boolean {
  return (
    choices.length >= 2 &&
    choices.length <= LEAD_LIMITS.choices &&
    choices.every((choice) => characterCount(choice) <= LEAD_LIMITS.choice)
  );
}

/** @returns what is stored of a valid form. */
export function questionOf({ id, kind, label, choices }: QuestionForm): LeadQuestion {
  const text = storableText(label).trim();
  return kind === 'choice'
    ? { id, kind, label: text, choices: parseChoices(choices) }
    : { id, kind, label: text };
}

/** @returns what the form of a stored question starts from. */
export function questionForm(question: LeadQuestion): QuestionForm {
  return { ...question, choices: question.kind === 'choice' ? question.choices.join('\n') : '' };
}

/**
 * @param words labels of yes and no
 * @returns the answer as display text; empty when there is no answer
 */
export function answerText(answer: LeadAnswer | undefined, words: { yes: string; no: string }): string {
  if (answer === undefined) return '';
  if (typeof answer === 'boolean') return answer ? words.yes : words.no;
  return typeof answer === 'string' ? answer : answer.join(', ');
}
