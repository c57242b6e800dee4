import { expect, it } from 'vitest';
import { namesIn } from './known-names.ts';

const ME = { id: 'me', name: 'Lin' };
const NORA = { id: 'nora', name: 'Nora Whitfield' };

it('people are known by their profile, and chats by the other one in them', () => {
  const answers = [
    ME,
    [{ id: 'chat', vendor: NORA, visitor: ME }],
    { session: { id: 'open', vendor: ME, visitor: null } },
    { pages: [[{ id: 'sam', name: 'Sam' }]] },
  ];
  const names = namesIn(answers, 'me');
  expect(names.get('nora')).toBe('Nora Whitfield');
  expect(names.get('chat')).toBe('Nora Whitfield');
  expect(names.get('sam')).toBe('Sam');
  expect(names.has('open')).toBe(false);
});

it('answers may be anything', () => {
  const endless: { again?: unknown } = {};
  endless.again = endless;
  const answers = [null, undefined, 1, 'text', { id: 1, name: 'x' }, { id: 'blank', name: ' ' }, endless];
  expect([...namesIn(answers, 'me')]).toEqual([]);
});
