import { expect, it } from 'vitest';
import { OrganiserApiError } from '../api/organiser-api.ts';
import { refusalOf } from './refusal.ts';

it('says what was refused, at its field', () => {
  expect(refusalOf(new OrganiserApiError(409, { code: 'name_taken' }))).toEqual({
    field: 'name',
    text: 'organiser.admins.nameTaken',
  });
  expect(refusalOf(new OrganiserApiError(429, { code: 'busy', retryAfterSeconds: 90 }))).toEqual({
    field: null,
    text: 'organiser.signIn.wait',
    count: 2,
  });
  for (const failure of [new TypeError('no network'), new OrganiserApiError(500, {})]) {
    expect(refusalOf(failure).text).toBe('organiser.signIn.failed');
  }
});
