import { describe, expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { answer, json } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { LoginPage } from './login-page.tsx';

const address = page.getByLabelText('Email address');
const message = page.getByRole('alert');

async function showLogin(at: string, language: 'en' | 'ar' = 'en'): Promise<void> {
  await renderInApp(<LoginPage />, { at, language });
}

async function expectAutofill(field: Locator, kind: string): Promise<void> {
  await expect.element(field).toHaveAttribute('autocomplete', kind);
}

describe('the forms', () => {
  test('are known to password managers', async () => {
    await showLogin('/login');
    await expectAutofill(address, 'username');
    await expectAutofill(page.getByLabelText('Your Password'), 'current-password');
    await page.getByRole('button', { name: "Don't have an account? Sign up" }).click();
    await expectAutofill(address, 'username');
    await expectAutofill(page.getByLabelText('Create a Password'), 'new-password');
  });

  test('follow the back button and keep the address', async () => {
    await showLogin('/login');
    await address.fill('nora@fair.example');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await expect.element(address).toHaveValue('nora@fair.example');
    await expect
      .element(page.getByRole('region', { name: 'Send reset password instructions' }))
      .toHaveFocus();
    history.back();
    await expect.element(page.getByLabelText('Your Password')).toBeVisible();
    await expect.element(address).toHaveValue('nora@fair.example');
  });

  test('say when the mail that resets a password is on its way', async () => {
    answer('POST /auth/v1/recover', () => json({}));
    await showLogin('/login?view=forgot-password');
    await address.fill('nora@fair.example');
    await page.getByRole('button', { name: 'Send reset password instructions' }).click();
    await expect
      .element(page.getByRole('main').getByRole('status'))
      .toHaveTextContent('Check your email for the password reset link');
  });

  test('say when the server does not answer', async () => {
    answer('POST /auth/v1/verify', () => Promise.reject(new TypeError('Failed to fetch')));
    await showLogin('/login?view=verify-code');
    const verify = page.getByRole('button', { name: 'Verify token' });
    await verify.click();
    await expect.element(message).toHaveTextContent('Please enter your email address and the code');
    await address.fill('nora@fair.example');
    await page.getByLabelText('Token').fill('123456');
    await verify.click();
    await expect.element(message).toHaveTextContent('The server did not answer. Please try again.');
  });
});

describe('a magic link', () => {
  test('is offered nowhere', async () => {
    await showLogin('/login');
    await expect.element(page.getByRole('button', { name: 'Forgot your password?' })).toBeVisible();
    expect(page.getByText(/magic/i).elements()).toEqual([]);
  });

  test('needs an address', async () => {
    await showLogin('/login?view=magic-link');
    await page.getByRole('button', { name: 'Send magic link' }).click();
    await expect.element(message).toHaveTextContent('Please enter your email address');
  });
});

test('a passkey is offered at the address of the server alone', async () => {
  const passkey = page.getByRole('button', { name: 'Sign in with a passkey' });
  const { unmount } = await renderInApp(<LoginPage />, {
    at: '/login',
    config: { passkeys: true, supabaseUrl: location.origin },
  });
  await expect.element(passkey).toBeVisible();
  await unmount();
  await renderInApp(<LoginPage />, { at: '/login', config: { passkeys: true } });
  await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  expect(passkey.elements()).toEqual([]);
});

describe('the address of the page', () => {
  const refusal = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+too+old';

  test.each([`/login?${refusal}`, `/login#${refusal}&sb=`])(
    '%s says what was wrong, until the next view',
    async (at) => {
      await showLogin(at);
      await expect.element(message).toHaveTextContent('Email link is too old');
      await page.getByRole('button', { name: "Don't have an account? Sign up" }).click();
      await expect.element(page.getByLabelText('Create a Password')).toBeVisible();
      expect(message.elements()).toEqual([]);
    },
  );

  test('brings no markup into the page, nor a flood of text', async () => {
    const markup = '<img src=x onerror="document.title=1">';
    await showLogin(`/login?error_description=${encodeURIComponent(markup + 'x'.repeat(2000))}`);
    await expect.element(message).toHaveTextContent(markup);
    expect(message.element().textContent.length).toBeLessThan(250);
    expect(message.element().querySelector('img')).toBeNull();
  });
});

test.each(['en', 'ar'] as const)('every form looks right on a phone, in %s', async (language) => {
  for (const view of ['sign-in', 'sign-up', 'forgot-password', 'magic-link', 'verify-code']) {
    const { unmount } = await renderInApp(<LoginPage />, { at: `/login?view=${view}`, language });
    expect(await lookFindings(), view).toEqual([]);
    await unmount();
  }
});
