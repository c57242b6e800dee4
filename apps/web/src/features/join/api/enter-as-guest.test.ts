import { AuthApiError, AuthRetryableFetchError } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { guestProblem, NotJoinedError } from './enter-as-guest.ts';

test.each([
  [new AuthApiError('Anonymous sign-ins are disabled', 422, 'anonymous_provider_disabled'), 'closed'],
  [new AuthApiError('Signups not allowed for this instance', 422, 'signup_disabled'), 'closed'],
  [new AuthApiError('Too many requests', 429, 'over_request_rate_limit'), 'busy'],
  [new AuthApiError('Bad request', 400, 'bad_json'), 'failed'],
  [new AuthRetryableFetchError('Failed to fetch', 0), 'unreachable'],
  [Object.assign(new Error('taken'), { code: '23505' }), 'changed'],
  [Object.assign(new Error('paused'), { code: 'PT423' }), 'changed'],
  [Object.assign(new Error('refused'), { code: '42501' }), 'failed'],
  [new TypeError('Failed to fetch'), 'unreachable'],
  [new NotJoinedError('', { cause: Object.assign(new Error('gone'), { code: 'PT410' }) }), 'changed'],
])('%s means %s', (error, problem) => {
  expect(guestProblem(error)).toBe(problem);
});
