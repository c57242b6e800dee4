import { expect, it } from 'vitest';
import { isWorthRepeating } from './query-client.ts';

it.each([
  ['no network', new TypeError('Failed to fetch'), true],
  ['a server error without a code', Object.assign(new Error('oops'), { code: '' }), true],
  ['a refusal by the database', Object.assign(new Error('denied'), { code: '42501' }), false],
  ['a time limit', new DOMException('too long', 'TimeoutError'), false],
])('%s', (_name, error, repeated) => {
  expect(isWorthRepeating(error)).toBe(repeated);
});
