import type { Factor } from '@supabase/auth-js';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AuthContext } from '@/shared/auth/auth-context.ts';
import { readStoredSession } from '@/shared/auth/stored-session.ts';
import { answer, json } from '@/shared/testing/answers.ts';
import { authRefusal, authTokens, authUser, keepSession } from '@/shared/testing/auth-answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { SecondFactorPage } from './second-factor-page.tsx';

const VISITOR = person({ role: 'visitor' });
const AT = '2026-03-02T08:00:00.000Z';
const APP: Factor = {
  id: '2d9c5c1e-1a4b-4d2f-8f6a-3c0b7a5d9e01',
  factor_type: 'totp',
  status: 'verified',
  created_at: AT,
  updated_at: AT,
};
const USER = authUser(VISITOR, [APP]);
const PROVED = { ...authTokens(USER), refresh_token: 'proved' };

const alert = page.getByRole('alert');
const submit = page.getByRole('button', { name: 'Continue' });

/** Shows the page to a user who has given the password. */
async function showPage() {
  keepSession(VISITOR);
  const signOut = vi.fn(async () => {});
  const session = authTokens(USER);
  const state = { status: 'second-factor', session, user: USER } as const;
  await renderInApp(
    <AuthContext value={{ state, signOut, leave: async () => {} }}>
      <SecondFactorPage />
    </AuthContext>,
    { config: { passkeys: true, supabaseUrl: location.origin } },
  );
  return signOut;
}

test('the code of an app proves the second factor', async () => {
  const sent: unknown[] = [];
  answer(`POST /auth/v1/factors/${APP.id}/challenge`, () => json({ id: 'challenge', type: 'totp' }));
  answer(`POST /auth/v1/factors/${APP.id}/verify`, async (request) => {
    const { code } = await request.json();
    sent.push(code);
    if (code === '314159') return json(PROVED);
    return authRefusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
  });
  const signOut = await showPage();
  const code = page.getByLabelText('Code from your authenticator app');
  await submit.click();
  await expect.element(alert).toHaveTextContent('Please enter the code');
  await code.fill('12');
  await submit.click();
  await expect.element(alert).toHaveTextContent('Invalid TOTP code entered');
  expect(await lookFindings()).toEqual([]);
  await code.fill(' 314 159 ');
  await submit.click();
  await expect.poll(() => readStoredSession()?.refresh_token).toBe('proved');
  expect(sent).toEqual(['12', '314159']);

  await page.getByRole('button', { name: 'Logout' }).click();
  expect(signOut).toHaveBeenCalledOnce();
});

test('a recovery code takes its place once', async () => {
  answer('GET /auth/v1/user', () => json(USER));
  answer('POST /auth/v1/factors/recovery-codes/verify', async (request) => {
    const { code } = await request.json();
    if (code === '7F3A-91C0-E05B') return json(PROVED);
    return code === '7f3a-91c1-e05b'
      ? authRefusal(422, 'mfa_recovery_code_used', 'This recovery code was used already, take another one')
      : authRefusal(422, 'mfa_verification_failed', 'Invalid recovery code entered');
  });
  await showPage();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect.element(page.getByRole('region', { name: 'Enter a recovery code' })).toHaveFocus();
  const field = page.getByRole('textbox', { name: 'Recovery code' });
  await submit.click();
  await expect.element(alert).toHaveTextContent('Please enter a recovery code');
  await field.fill('0000-0000-0000');
  await submit.click();
  await expect.element(alert).toHaveTextContent('Invalid recovery code entered');
  await field.fill('7f3a-91c1-e05b');
  await submit.click();
  await expect.element(alert).toHaveTextContent('This recovery code was used already, take another one');
  expect(await lookFindings()).toEqual([]);
  await field.fill(' 7F3A-91C0-E05B ');
  await submit.click();
  await expect.poll(() => readStoredSession()?.refresh_token).toBe('proved');
});
