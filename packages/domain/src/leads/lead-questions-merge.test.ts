import { expect, it } from 'vitest';
import type { LeadQuestion } from './lead-questions.ts';
import { mergeQuestions } from './lead-questions-merge.ts';

const text = (id: string, label = id): LeadQuestion => ({ id, kind: 'text', label });
const choice = (id: string, ...choices: string[]): LeadQuestion => ({
  id,
  kind: 'choice',
  label: id,
  choices,
});

it.each<[string, LeadQuestion[], LeadQuestion[], LeadQuestion[], LeadQuestion[]]>([
  [
    'both have added',
    [text('a')],
    [text('a'), text('o')],
    [text('a'), text('t')],
    [text('a'), text('o'), text('t')],
  ],
  ['both began with none', [], [text('o')], [text('t')], [text('o'), text('t')]],
  [
    'each has changed another one',
    [text('a'), text('b')],
    [text('a', 'A'), text('b')],
    [text('a'), text('b', 'B')],
    [text('a', 'A'), text('b', 'B')],
  ],
  [
    'both have reworded one',
    [text('a')],
    [text('a', 'How many?')],
    [text('a', 'كم؟')],
    [text('a', 'كم؟ / How many?')],
  ],
  ['both have reworded one alike', [text('a')], [text('a', 'x')], [text('a', 'x')], [text('a', 'x')]],
  [
    'we have taken one out',
    [text('a'), text('b')],
    [text('b')],
    [text('a'), text('b', 'B')],
    [text('b', 'B')],
  ],
  [
    'they have taken one out',
    [text('a'), text('b')],
    [text('a'), text('b', 'B')],
    [text('b')],
    [text('b', 'B')],
  ],
  ['they have taken out what we have reworded', [text('a')], [text('a', 'A')], [], [text('a', 'A')]],
  ['we have taken out what they have reworded', [text('a')], [], [text('a', 'A')], [text('a', 'A')]],
  [
    'we have moved',
    [text('a'), text('b')],
    [text('b'), text('a')],
    [text('a'), text('b', 'B')],
    [text('b', 'B'), text('a')],
  ],
  [
    'they have moved',
    [text('a'), text('b')],
    [text('a'), text('b'), text('o')],
    [text('b'), text('a')],
    [text('b'), text('a'), text('o')],
  ],
  [
    'both have changed choices',
    [choice('a', '1', '2')],
    [choice('a', '2', '3')],
    [choice('a', '1', '2', '4')],
    [choice('a', '2', '4', '3')],
  ],
  [
    'one has made a choice of it',
    [text('a')],
    [choice('a', '1', '2')],
    [text('a', 'A')],
    [{ id: 'a', kind: 'choice', label: 'A', choices: ['1', '2'] }],
  ],
])('%s', (_, base, ours, theirs, merged) => {
  expect(mergeQuestions(base, ours, theirs)).toEqual(merged);
});
