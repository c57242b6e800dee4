import { expect, it } from 'vitest';
import { errorCode, errorMessage } from './error-message.ts';

it('prefers what the service said', () => {
  expect(errorMessage(new Error('Session is full'), 'fallback')).toBe('Session is full');
  const refusal = { code: 'PT409', message: 'Session is full', details: null, hint: null };
  expect(errorMessage(refusal, 'fallback')).toBe('Session is full');
});

it.each([
  new TypeError('Failed to fetch'),
  new Error('TypeError: NetworkError when attempting to fetch resource.'),
  new Error('<!DOCTYPE html><title>502 Bad Gateway</title>'),
  new Error('  '),
  'a string',
  null,
])('falls back for %s', (error) => {
  expect(errorMessage(error, 'fallback')).toBe('fallback');
});

it('reads the code of a data error', () => {
  expect(errorCode(Object.assign(new Error('taken'), { code: '23505' }))).toBe('23505');
  expect(errorCode(Object.assign(new Error('offline'), { code: '' }))).toBeUndefined();
  expect(errorCode(undefined)).toBeUndefined();
});
