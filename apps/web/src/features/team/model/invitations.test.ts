import { expect, test } from 'vitest';
import { invitationState } from './invitations.ts';

const NOW = Date.parse('2026-11-27T10:00:00Z');
const fresh = { used_at: null, revoked_at: null, expires_at: '2026-11-27T10:00:01Z' };
const at = '2026-11-26T10:00:00Z';

test.each([
  ['open', fresh],
  ['expired', { ...fresh, expires_at: '2026-11-27T10:00:00Z' }],
  ['revoked', { ...fresh, revoked_at: at, expires_at: at }],
  ['used', { ...fresh, used_at: at, revoked_at: at, expires_at: at }],
])('an invitation is %s', (state, invitation) => {
  expect(invitationState(invitation, NOW)).toBe(state);
});
