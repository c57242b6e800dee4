import type { User } from '@supabase/auth-js';
import { expect, it } from 'vitest';
import { owesSecondFactor } from './second-factor.ts';

function sessionOf(aal: string | undefined, ...statuses: string[]) {
  const payload = Buffer.from(JSON.stringify({ aal, user_metadata: { name: '思远 >>??' } })).toString(
    'base64url',
  );
  const user = { factors: statuses.map((status) => ({ status })) } as User;
  return { access_token: `header.${payload}.signature`, user };
}

it.each([
  ['aal1', ['verified'], true],
  ['aal1', ['unverified', 'verified'], true],
  ['aal2', ['verified'], false],
  ['aal1', ['unverified'], false],
  ['aal1', [], false],
  [undefined, ['verified'], true],
] as const)('a session at %s with factors %j', (aal, statuses, owes) => {
  expect(owesSecondFactor(sessionOf(aal, ...statuses))).toBe(owes);
});

it('a token that cannot be read proves nothing', () => {
  const { user } = sessionOf('aal1', 'verified');
  for (const access_token of ['', 'a.b.c', 'a..c'])
    expect(owesSecondFactor({ access_token, user })).toBe(true);
  expect(owesSecondFactor({ access_token: '', user: {} as User })).toBe(false);
});
