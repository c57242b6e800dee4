import { expect, test } from 'vitest';
import { type AnswerChange, type AssistantAnswer, NO_ANSWER, nextAnswer } from './assistant-answer.ts';

const text = (piece: string): AnswerChange => ({ kind: 'event', event: { type: 'text', text: piece } });
const after = (...changes: AnswerChange[]): AssistantAnswer => changes.reduce(nextAnswer, NO_ANSWER);
const BROKEN: AnswerChange = { kind: 'event', event: { type: 'break', reason: 'broken' } };

test('an answer grows, and ends', () => {
  expect(after({ kind: 'asked' }, text('Both '), text('agreed'))).toEqual({
    kind: 'writing',
    text: 'Both agreed',
    begun: true,
  });
  expect(
    after({ kind: 'asked' }, text('Both'), { kind: 'event', event: { type: 'end', cut: true } }),
  ).toEqual({
    kind: 'ended',
    text: 'Both',
    how: 'cut',
  });
});

test('what had come before it broke off stays until a new one has begun, also when that fails', () => {
  const broken = after({ kind: 'asked' }, text('Both '), BROKEN);
  expect(broken).toEqual({ kind: 'ended', text: 'Both ', how: 'broken' });
  const again = nextAnswer(broken, { kind: 'asked' });
  expect(again).toMatchObject({ text: 'Both ', begun: false });
  expect(nextAnswer(again, { kind: 'refused', failure: { kind: 'unavailable' } })).toMatchObject({
    text: 'Both ',
  });
  expect(nextAnswer(again, { kind: 'lost' })).toMatchObject({ text: 'Both ', how: 'broken' });
  expect(nextAnswer(again, text('We'))).toMatchObject({ text: 'We', begun: true });
});

test('an answer from material has what it may cite, until another one has begun', () => {
  const sources = [{ title: 'Catalogue', page: 12, content: 'Three years.' }];
  const first = after(
    { kind: 'asked' },
    { kind: 'event', event: { type: 'sources', sources } },
    text('[1]'),
    BROKEN,
  );
  expect(first).toEqual({ kind: 'ended', text: '[1]', sources, how: 'broken' });
  const again = nextAnswer(first, { kind: 'asked' });
  expect(again).toMatchObject({ text: '[1]', sources });
  expect(nextAnswer(again, { kind: 'event', event: { type: 'sources', sources: [] } })).toEqual({
    kind: 'writing',
    text: '',
    sources: [],
    begun: true,
  });
});

test('one that is stopped keeps what has come, and takes nothing that comes late', () => {
  const stopped = after({ kind: 'asked' }, text('Both '), { kind: 'stopped' });
  expect(stopped).toEqual({ kind: 'ended', text: 'Both ', how: 'stopped' });
  expect(nextAnswer(stopped, text('more'))).toBe(stopped);
  expect(after({ kind: 'asked' }, { kind: 'stopped' })).toEqual(NO_ANSWER);
});
