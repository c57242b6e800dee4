import { useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { endPasswordRecovery } from '@/shared/auth/password-recovery.ts';
import { readStoredSession } from '@/shared/auth/stored-session.ts';
import { answer, json } from '@/shared/testing/answers.ts';
import { authRefusal, authTokens, authUser } from '@/shared/testing/auth-answers.ts';
import { DESKTOP, lookFindings } from '@/shared/testing/looks.ts';
import { findSideways } from '@/shared/testing/page-checks.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { LoginPage } from './login-page.tsx';

// What the login page does before and after a mail: new accounts and forgotten passwords (specification 2.3).

const ACCOUNT = { user_id: '7f9f0a0e-52c5-4a3b-a9b2-6a8b1a0c7a11', email: 'nora@fair.example' };
const USER = authUser(ACCOUNT);
const PASSWORD = 'juniper-Lantern-77';
const INVITED = '/login?redirect=%2Fjoin%2F00000000-0000-4000-8000-000000000000';
const VERIFIER = 'dragoman-auth-code-verifier';

const address = page.getByLabelText('Email address');
const token = page.getByLabelText('Token');
const newPassword = page.getByLabelText('New password');
const alert = page.getByRole('alert');
const status = page.getByRole('main').getByRole('status');
const button = (name: string) => page.getByRole('button', { name, exact: true });

afterEach(endPasswordRecovery);

/** Draws the page anew at the press of a button, with what the browser's history has kept. */
function Reloadable() {
  const [draws, setDraws] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setDraws(draws + 1)}>
        Reload
      </button>
      <LoginPage key={draws} />
    </>
  );
}

/** The auth service's answers to a kind of request. @returns the bodies, with where the mails lead to */
function listen(call: string, reply: () => Response): Record<string, unknown>[] {
  const asked: Record<string, unknown>[] = [];
  answer(call, async (request) => {
    const target = new URL(request.url).searchParams.get('redirect_to');
    asked.push({ ...(await request.json()), target });
    return reply();
  });
  return asked;
}

async function signUp(): Promise<void> {
  await button("Don't have an account? Sign up").click();
  await address.fill(ACCOUNT.email);
  await page.getByLabelText('Create a Password').fill(PASSWORD);
  await button('Sign up').click();
  await expect.element(status).toHaveTextContent('Check your email for the confirmation link');
}

async function requestReset(): Promise<void> {
  await button('Forgot your password?').click();
  await address.fill(ACCOUNT.email);
  await button('Send reset password instructions').click();
  await expect.element(status).toHaveTextContent('Check your email for the password reset link');
}

/** Verifies a code that opens the recovery of a password. */
async function openRecovery(): Promise<void> {
  answer('POST /auth/v1/verify', () => json(authTokens(USER)));
  await token.fill('314159');
  await button('Verify token').click();
  await expect.poll(() => readStoredSession()?.user.id).toBe(ACCOUNT.user_id);
}

describe('a new account', () => {
  test.each([
    ['/login', location.origin],
    [INVITED, `${location.origin}${INVITED}`],
  ])('whose mail was asked for at %s leads back there', async (at, target) => {
    const asked = listen('POST /auth/v1/signup', () => json(USER));
    await renderInApp(<LoginPage />, { at });
    await signUp();
    expect(asked).toEqual([expect.objectContaining({ email: ACCOUNT.email, password: PASSWORD, target })]);
  });

  test('is confirmed by the code of the mail, of which another one can be sent', async () => {
    answer('POST /auth/v1/signup', () => json(USER));
    await renderInApp(<Reloadable />, { at: '/login' });
    await signUp();
    await button('Enter the code from the email').click();
    await expect.element(address).toHaveValue(ACCOUNT.email);
    // The phone may have thrown the page away while its owner read the mail.
    await button('Reload').click();
    await expect.element(address).toHaveValue(ACCOUNT.email);
    await expect.element(token).toHaveAttribute('autocomplete', 'one-time-code');
    await expect.element(token).toHaveAttribute('inputmode', 'numeric');

    listen('POST /auth/v1/verify', () => authRefusal(403, 'otp_expired', 'Token has expired or is invalid'));
    await token.fill('123456');
    await button('Verify token').click();
    await expect.element(alert).toHaveTextContent('Token has expired or is invalid');
    const mails = listen('POST /auth/v1/resend', () => json({}));
    await button('Send a new code').click();
    await expect.element(status).toHaveTextContent('Check your email for the confirmation link');
    expect(alert.elements()).toEqual([]);
    expect(mails).toEqual([expect.objectContaining({ type: 'signup', email: ACCOUNT.email })]);

    const codes = listen('POST /auth/v1/verify', () => json(authTokens(USER)));
    // The code is pasted in the digits of an Arabic keyboard.
    await token.fill(' ٣١٤١٥٩ ');
    await button('Verify token').click();
    await expect.poll(() => readStoredSession()?.user.id).toBe(ACCOUNT.user_id);
    expect(codes).toEqual([
      expect.objectContaining({ email: ACCOUNT.email, token: '314159', type: 'email' }),
    ]);
  });

  test('cannot sign in before it is confirmed, and is offered the field for the code', async () => {
    answer('POST /auth/v1/token', () => authRefusal(400, 'email_not_confirmed', 'Email not confirmed'));
    await renderInApp(<LoginPage />, { at: '/login' });
    await address.fill(ACCOUNT.email);
    await page.getByLabelText('Your Password').fill(PASSWORD);
    await button('Sign in').click();
    await expect.element(alert).toHaveTextContent('Email not confirmed');
    await button('Enter the code from the email').click();
    await expect.element(button('Verify token')).toBeVisible();
  });
});

describe('a forgotten password', () => {
  test('is replaced through the code of a mail, of which another one can be sent', async () => {
    const mails = listen('POST /auth/v1/recover', () => json({}));
    const { unmount } = await renderInApp(<LoginPage />, { at: INVITED });
    await requestReset();
    await button('Enter the code from the email').click();
    await button('Send a new code').click();
    await expect.element(status).toHaveTextContent('Check your email for the password reset link');
    const target = `${location.origin}/login?${new URLSearchParams({ view: 'update-password' })}`;
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      expect(mail).toMatchObject({ email: ACCOUNT.email, target: expect.stringContaining(target) });
    }
    const codes = listen('POST /auth/v1/verify', () => json(authTokens(USER)));
    await token.fill('314159');
    await button('Verify token').click();
    await expect.poll(() => readStoredSession()?.user.id).toBe(ACCOUNT.user_id);
    expect(codes).toEqual([expect.objectContaining({ token: '314159', type: 'recovery' })]);
    await unmount();

    await renderInApp(<LoginPage />, { at: '/login', as: ACCOUNT });
    await expect.element(newPassword).toHaveAttribute('autocomplete', 'new-password');
    const account = document.querySelector<HTMLInputElement>('input[name=email]');
    expect(account?.autocomplete).toBe('username');
    expect(account?.value).toBe(ACCOUNT.email);
    const update = button('Update password');
    await update.click();
    await expect.element(alert).toHaveTextContent('Please enter a new password');
    const refusal = 'New password should be different from the old password.';
    answer('PUT /auth/v1/user', () => authRefusal(422, 'same_password', refusal));
    await newPassword.fill('old-Lantern-77');
    await update.click();
    await expect.element(alert).toHaveTextContent(refusal);
    const saved = listen('PUT /auth/v1/user', () => json(USER));
    await newPassword.fill(PASSWORD);
    await update.click();
    await expectToast('Your password has been updated');
    await expect.poll(() => location.pathname).toBe('/visitor-setup');
    expect(saved).toEqual([expect.objectContaining({ password: PASSWORD })]);
  });

  test('keeps its way in the first mail when asking for a second one failed, and may be kept after all', async () => {
    answer('POST /auth/v1/recover', () => json({}));
    const { unmount } = await renderInApp(<LoginPage />, { at: '/login' });
    await requestReset();
    const verifier = localStorage.getItem(VERIFIER);
    expect(verifier).not.toBeNull();
    answer('POST /auth/v1/recover', () => Promise.reject(new TypeError('Failed to fetch')));
    await button('Send reset password instructions').click();
    await expect.element(alert).toHaveTextContent('The server did not answer. Please try again.');
    expect(localStorage.getItem(VERIFIER)).toBe(verifier);

    answer('POST /auth/v1/recover', () => json({}));
    await button('Send reset password instructions').click();
    await button('Enter the code from the email').click();
    await openRecovery();
    await unmount();
    await renderInApp(<LoginPage />, { at: '/login', as: ACCOUNT });
    await button('Go on without a new password').click();
    await expect.poll(() => location.pathname).toBe('/visitor-setup');
  });

  test.each([
    ['code=opened-elsewhere', /in the browser that asked for it/],
    ['error=access_denied&error_description=Email+link+is+too+old', /^Email link is too old$/],
  ])('whose link came with %s is asked for again', async (result, message) => {
    answer('POST /auth/v1/recover', () => json({}));
    await renderInApp(<LoginPage />, { at: `/login?view=update-password&${result}` });
    await expect.element(alert).toHaveTextContent(message);
    await address.fill(ACCOUNT.email);
    await button('Send reset password instructions').click();
    await expect.element(status).toHaveTextContent('Check your email for the password reset link');
    expect(alert.elements()).toEqual([]);
  });
});

describe.each(['en', 'ar'] as const)('in %s', (language) => {
  async function expectRight(what: string): Promise<void> {
    expect(await lookFindings(), what).toEqual([]);
    await page.viewport(DESKTOP.width, DESKTOP.height);
    expect(findSideways(), `${what}, on a desktop`).toEqual([]);
  }

  /** Fills in the form on screen, in any language, and sends it. */
  async function send(values: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(values)) {
      await page.elementLocator(find(`input[name=${name}]`)).fill(value);
    }
    await page.elementLocator(find('button[type=submit]')).click();
  }

  test('what the forms answer looks right on a phone and a desktop', async () => {
    // With the button for passkeys.
    const config = { passkeys: true, supabaseUrl: location.origin };
    const show = (view: string) =>
      renderInApp(<LoginPage />, { at: `/login?view=${view}`, language, config });
    answer('POST /auth/v1/token', () => authRefusal(400, 'invalid_credentials', 'Invalid login credentials'));
    let { unmount } = await show('sign-in');
    await send({});
    await expect.element(alert).toBeVisible();
    await expectRight('sign-in without an answer');
    await send({ email: ACCOUNT.email, password: PASSWORD });
    if (language === 'en') await expect.element(alert).toHaveTextContent('Invalid login credentials');
    await expect
      .element(page.elementLocator(find('button[type=submit]')))
      .not.toHaveAttribute('aria-busy', 'true');
    await expectRight('sign-in, refused');
    await unmount();

    answer('POST /auth/v1/signup', () => json(USER));
    ({ unmount } = await show('sign-up'));
    await send({ email: ACCOUNT.email, password: PASSWORD });
    await expect.element(status).toBeVisible();
    await expectRight('sign-up, sent');
    await unmount();

    answer('POST /auth/v1/recover', () => json({}));
    ({ unmount } = await show('forgot-password'));
    await send({ email: ACCOUNT.email });
    await expect.element(status).toBeVisible();
    await expectRight('forgot-password, sent');
    await unmount();

    answer('POST /auth/v1/verify', () => authRefusal(403, 'otp_expired', 'Token has expired or is invalid'));
    ({ unmount } = await show('verify-code'));
    await send({ email: ACCOUNT.email, token: '314159' });
    await expect.element(alert).toBeVisible();
    await expectRight('verify-code, refused');
    await unmount();

    ({ unmount } = await show('update-password&error_description=Email+link+is+too+old'));
    await expect.element(alert).toBeVisible();
    await expectRight('the next step after a link that is too old');
    await unmount();
  });

  test('a new password looks right on a phone and a desktop', async () => {
    answer('POST /auth/v1/recover', () => json({}));
    const { unmount } = await renderInApp(<LoginPage />, { at: '/login?view=forgot-password' });
    await send({ email: ACCOUNT.email });
    await button('Enter the code from the email').click();
    await openRecovery();
    await unmount();
    await renderInApp(<LoginPage />, { at: '/login', as: ACCOUNT, language });
    await expect.poll(() => document.querySelector('input[autocomplete=new-password]')).not.toBeNull();
    await expectRight('update-password');
  });
});

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`There is no ${selector}`);
  return found;
}
