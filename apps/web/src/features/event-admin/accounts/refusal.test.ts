import { expect, it } from 'vitest';
import { EventAdminApiError } from '../api/event-admin-api.ts';
import { refusalOf } from './refusal.ts';

it('says what was refused, at its field', () => {
  expect(refusalOf(new EventAdminApiError(409, { code: 'name_taken' }))).toEqual({
    field: 'name',
    text: 'organiser.admins.nameTaken',
  });
  expect(refusalOf(new EventAdminApiError(429, { code: 'busy', retryAfterSeconds: 90 }))).toEqual({
    field: null,
    text: 'organiser.signIn.wait',
    count: 2,
  });
  for (const failure of [new TypeError('no network'), new EventAdminApiError(500, {})]) {
    expect(refusalOf(failure).text).toBe('organiser.signIn.failed');
  }
});
