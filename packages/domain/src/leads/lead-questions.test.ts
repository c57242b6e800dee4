import { describe, expect, it } from 'vitest';
import {
  answerText,
  type QuestionForm,
  questionForm,
  questionOf,
  questionsFormSchema,
} from './lead-questions.ts';

const schema = questionsFormSchema({ blank: 'blank', tooLong: 'long', choicesInvalid: 'choices' });
const TEXT: QuestionForm = { id: 'a', kind: 'text', label: 'When?', choices: '' };
const CHOICE: QuestionForm = { id: 'b', kind: 'choice', label: 'المقاس؟', choices: ' S \nM\n\nM\n大' };

function problem(question: QuestionForm): string | undefined {
  return schema.safeParse({ questions: [question] }).error?.issues[0]?.message;
}

describe('questions', () => {
  it('are stored without blanks and repetitions, and come back as they were', () => {
    expect(questionOf(CHOICE)).toEqual({
      id: 'b',
      kind: 'choice',
      label: 'المقاس؟',
      choices: ['S', 'M', '大'],
    });
    expect(questionForm(questionOf(CHOICE))).toEqual({ ...CHOICE, choices: 'S\nM\n大' });
    expect(questionOf({ ...TEXT, choices: 'left over' })).toEqual({ id: 'a', kind: 'text', label: 'When?' });
  });

  it.each([
    ['nothing', { ...TEXT, label: ' ' }, 'blank'],
    ['201 characters', { ...TEXT, label: '字'.repeat(201) }, 'long'],
    ['one choice', { ...CHOICE, choices: 'S\nS' }, 'choices'],
    ['13 choices', { ...CHOICE, choices: Array.from({ length: 13 }, (_, n) => n).join('\n') }, 'choices'],
    ['a long choice', { ...CHOICE, choices: `S\n${'x'.repeat(81)}` }, 'choices'],
    ['all it needs', CHOICE, undefined],
  ])('of %s are judged', (_, question, expected) => {
    expect(problem(question as QuestionForm)).toBe(expected);
  });

  it('are at most twelve', () => {
    expect(schema.safeParse({ questions: Array(12).fill(TEXT) }).success).toBe(true);
    expect(schema.safeParse({ questions: Array(13).fill(TEXT) }).success).toBe(false);
  });
});

it.each([
  [undefined, ''],
  [true, 'Yes'],
  [false, 'No'],
  ['May', 'May'],
  [['S', 'M'], 'S, M'],
])('the answer %j reads %j', (answer, text) => {
  expect(answerText(answer, { yes: 'Yes', no: 'No' })).toBe(text);
});
