import type { Locator, Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/mail-test.ts';
import { CONFIRM, mailTo, RESET, SIGN_IN_LINK } from '../fixtures/outbox.ts';
import { newEmail, PASSWORD } from '../fixtures/people.ts';
import { signIn, signUp } from '../pages/login-page.ts';
import { expectToast } from '../pages/toasts.ts';

// The views of the login page with real mails: the server confirms addresses and keeps what it would send.

const NEW_PASSWORD = 'juniper-Lantern-77';
const NOBODY = '/login?redirect=%2Fjoin%2F00000000-0000-4000-8000-000000000000';

test.describe('a new account', () => {
  test('is confirmed by the link of its mail', async ({ server, openPage }) => {
    const page = await openPage(PHONE);
    const email = newEmail();
    await page.goto('/login');
    await signUp(page, { email, password: PASSWORD });
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      'Check your email for the confirmation link',
    );
    const { link } = await mailTo(server, email, CONFIRM);
    expect(new URL(link).searchParams.get('redirect_to')).toBe(`${server.origin}/`);
    await page.goto(link);
    await expect(page.getByText('Select your role to get started')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    expect(new URL(page.url()).search).toBe('');

    // The link is used up: opened again it changes nothing, and the page says so.
    await page.goto(link);
    await expectToast(page, 'Email link is invalid or has expired');
  });

  test('keeps the role of the button that led to it', async ({ server, openPage }) => {
    const page = await openPage(PHONE);
    const email = newEmail();
    await page.goto('/');
    await page.getByRole('button', { name: "I'm a Vendor" }).click();
    await signUp(page, { email, password: PASSWORD });
    // The mail leads to the landing page, in a tab of its own.
    const tab = await page.context().newPage();
    await tab.goto((await mailTo(server, email, CONFIRM)).link);
    await expect(tab).toHaveURL(/\/vendor-setup$/);
    // The role is remembered once: after a return to the landing page the user may choose again.
    await tab.getByRole('link', { name: 'Dragoman' }).click();
    await expect(tab.getByText('Select your role to get started')).toBeVisible();
  });

  test('comes back to the page that asked for it', async ({ server, openPage }) => {
    const page = await openPage(PHONE);
    const email = newEmail();
    await page.goto(NOBODY);
    await signUp(page, { email, password: PASSWORD });
    const { link } = await mailTo(server, email, CONFIRM);
    expect(new URL(link).searchParams.get('redirect_to')).toBe(`${server.origin}${NOBODY}`);
    await page.goto(link);
    await expect(page).toHaveURL(/\/visitor-setup$/);
  });

  test('is confirmed by the code of its mail', async ({ server, openPage }) => {
    const page = await openPage(PHONE);
    const email = newEmail();
    await page.goto('/login');
    await signUp(page, { email, password: PASSWORD });
    await page.getByRole('button', { name: 'Enter the code from the email' }).click();
    await expect(page.getByLabel('Email address')).toHaveValue(email);
    // The phone may have thrown the page away while its owner read the mail.
    await page.reload();
    await expect(page.getByLabel('Email address')).toHaveValue(email);
    const token = page.getByLabel('Token');
    await expectAutofill(token, 'one-time-code');
    await expect(token).toHaveAttribute('inputmode', 'numeric');

    const first = await mailTo(server, email, CONFIRM);
    await token.fill(first.code === '123456' ? '654321' : '123456');
    await verify(page);
    await expect(page.getByRole('alert')).toHaveText('Token has expired or is invalid');
    await page.getByRole('button', { name: 'Send a new code' }).click();
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      'Check your email for the confirmation link',
    );
    await expect(page.getByRole('alert')).toHaveCount(0);
    let code = first.code;
    await expect
      .poll(async () => {
        ({ code } = await mailTo(server, email, CONFIRM));
        return code;
      })
      .not.toBe(first.code);
    // The first one is worth nothing any more.
    await token.fill(first.code);
    await verify(page);
    await expect(page.getByRole('alert')).toHaveText('Token has expired or is invalid');
    // As pasted, in the digits of an Arabic keyboard.
    await token.fill(` ${code.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)))} `);
    await verify(page);
    await expect(page).toHaveURL(/\/visitor-setup$/);
  });

  test('cannot sign in before, is confirmed by its link in another browser too, and then signs in', async ({
    server,
    openPage,
  }) => {
    const email = newEmail();
    const asking = await openPage(PHONE);
    await asking.goto('/login');
    await signUp(asking, { email, password: PASSWORD });
    await expect(asking.getByRole('main').getByRole('status')).toBeVisible();
    await asking.getByRole('button', { name: 'Already have an account? Sign in' }).click();
    await signIn(asking, { email, password: PASSWORD });
    await expect(asking.getByRole('alert')).toHaveText('Email not confirmed');
    // The view offers the field for the code.
    await asking.getByRole('button', { name: 'Enter the code from the email' }).click();
    await expect(asking.getByRole('button', { name: 'Verify token' })).toBeVisible();

    const { link } = await mailTo(server, email, CONFIRM);
    const reading = await openPage(DESKTOP);
    await reading.goto(link);
    await expect(reading.getByRole('main').getByRole('status')).toHaveText(
      'Your email address is confirmed. Please sign in.',
    );
    await signIn(reading, { email, password: PASSWORD });
    await expect(reading).toHaveURL(/\/visitor-setup$/);
  });
});

test.describe('a forgotten password', () => {
  test('is replaced through the link of a mail', async ({ server, member, openPage }) => {
    const page = await openPage(PHONE);
    await page.goto('/login');
    await askForReset(page, member.email);
    const { link } = await mailTo(server, member.email, RESET);
    await page.goto(link);
    const field = page.getByLabel('New password');
    await expectAutofill(field, 'new-password');
    await expectAutofill(page.locator('input[name="email"]'), 'username');
    await expect(page.locator('input[name="email"]')).toHaveValue(member.email);
    await page.reload();

    const update = page.getByRole('button', { name: 'Update password' });
    await update.click();
    await expect(page.getByRole('alert')).toHaveText('Please enter a new password');
    await field.fill(PASSWORD);
    await update.click();
    await expect(page.getByRole('alert')).toHaveText(
      'New password should be different from the old password.',
    );
    await field.fill(NEW_PASSWORD);
    await update.click();
    await expectToast(page, 'Your password has been updated');
    await expect(page).toHaveURL(/\/visitor-setup$/);

    const later = await openPage(PHONE);
    await later.goto('/login');
    await signIn(later, { email: member.email, password: PASSWORD });
    await expect(later.getByRole('alert')).toHaveText('Invalid login credentials');
    await signIn(later, { email: member.email, password: NEW_PASSWORD });
    await expect(later).toHaveURL(/\/visitor-setup$/);
  });

  test('is replaced through the code of a mail', async ({ server, member, openPage }) => {
    const page = await openPage(PHONE);
    await page.goto('/login');
    await askForReset(page, member.email);
    const first = await mailTo(server, member.email, RESET);
    await page.getByRole('button', { name: 'Enter the code from the email' }).click();
    await page.getByRole('button', { name: 'Send a new code' }).click();
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      'Check your email for the password reset link',
    );
    let { code } = first;
    await expect
      .poll(async () => {
        ({ code } = await mailTo(server, member.email, RESET));
        return code;
      })
      .not.toBe(first.code);
    await page.getByLabel('Token').fill(code);
    await verify(page);
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Update password' }).click();
    await expectToast(page, 'Your password has been updated');
    await expect(page).toHaveURL(/\/visitor-setup$/);
  });

  test('needs a link that is fresh and opened where it was asked for', async ({
    server,
    member,
    openPage,
  }) => {
    const asking = await openPage(PHONE);
    await asking.goto('/login');
    await askForReset(asking, member.email);
    const { link } = await mailTo(server, member.email, RESET);

    const other = await openPage(PHONE);
    await other.goto(link);
    await expect(other.getByRole('alert')).toContainText('in the browser that asked for it');
    await other.goto(link);
    await expect(other.getByRole('alert')).toHaveText('Email link is invalid or has expired');
    // What is needed next is there, and the message goes when it is used.
    await other.getByLabel('Email address').fill(member.email);
    await other.getByRole('button', { name: 'Send reset password instructions' }).click();
    await expect(other.getByRole('main').getByRole('status')).toHaveText(
      'Check your email for the password reset link',
    );
    await expect(other.getByRole('alert')).toHaveCount(0);
  });

  test('is replaced in a new tab, and the tab that asked follows', async ({ server, member, openPage }) => {
    const asking = await openPage(PHONE);
    await asking.goto('/login');
    await askForReset(asking, member.email);
    const reading = await asking.context().newPage();
    await reading.goto((await mailTo(server, member.email, RESET)).link);
    await expect(asking.getByLabel('New password')).toBeVisible();
    await reading.getByLabel('New password').fill(NEW_PASSWORD);
    await reading.getByRole('button', { name: 'Update password' }).click();
    for (const page of [reading, asking]) await expect(page).toHaveURL(/\/visitor-setup$/);
    // Nothing of the recovery is left over.
    await asking.goto('/login');
    await expect(asking).toHaveURL(/\/visitor-setup$/);
  });

  test('has its way in the first mail when asking for a second one failed, and may be kept after all', async ({
    server,
    member,
    openPage,
  }) => {
    const page = await openPage(PHONE);
    await page.goto(NOBODY);
    await askForReset(page, member.email);
    await page.route('**/auth/v1/recover*', (route) => route.abort());
    await page.getByRole('button', { name: 'Send reset password instructions' }).click();
    await expect(page.getByRole('alert')).toHaveText('The server did not answer. Please try again.');
    await page.goto((await mailTo(server, member.email, RESET)).link);
    await expect(page.getByRole('button', { name: 'Update password' })).toBeVisible();
    await page.getByRole('button', { name: 'Go on without a new password' }).click();
    await expect(page).toHaveURL(/\/visitor-setup$/);
  });
});

test.describe('a magic link', () => {
  test('is offered nowhere, and signs in when asked for', async ({ server, member, openPage }) => {
    const page = await openPage(PHONE);
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Forgot your password?' })).toBeVisible();
    await expect(page.getByText(/magic/i)).toHaveCount(0);
    await page.goto('/login?view=magic-link');
    const send = page.getByRole('button', { name: 'Send magic link' });
    await send.click();
    await expect(page.getByRole('alert')).toHaveText('Please enter your email address');
    await page.getByLabel('Email address').fill(member.email);
    await send.click();
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      'Check your email for the magic link',
    );
    await page.goto((await mailTo(server, member.email, SIGN_IN_LINK)).link);
    await expect(page.getByText('Select your role to get started')).toBeVisible();
  });
});

test.describe('the address of the page', () => {
  const refusal = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+too+old';
  test('says what was wrong, and brings no markup into the page, nor a flood of text', async ({
    openPage,
  }) => {
    const page = await openPage(PHONE);
    for (const [where, message] of [
      [`/login?${refusal}`, 'Email link is too old'],
      [`/login#${refusal}&sb=`, 'Email link is too old'],
      [`/?${refusal}#${refusal}&sb=`, 'Email link is too old'],
      ['/#access_token=a&refresh_token=b&expires_in=9&token_type=bearer', 'Not a valid PKCE flow url.'],
    ] as const) {
      await test.step(where.slice(0, 30), async () => {
        await page.goto(where);
        await expect(page.getByRole('alert')).toHaveText(message);
        await page.getByRole('button', { name: "Don't have an account? Sign up" }).click();
        await expect(page.getByLabel('Create a Password')).toBeVisible();
        await expect(page.getByRole('alert')).toHaveCount(0);
      });
    }
    const markup = '<img src=x onerror="document.title=1">';
    await page.goto(`/login?error_description=${encodeURIComponent(markup + 'x'.repeat(2000))}`);
    await expect(page.getByRole('alert')).toContainText(markup);
    expect((await page.getByRole('alert').textContent())?.length).toBeLessThan(250);
    await expect(page.getByRole('alert').locator('img')).toHaveCount(0);
  });

  test('leaves a session alone', async ({ member, openPage }) => {
    const page = await openPage(PHONE, { as: member });
    await page.goto(`/login?${refusal}`);
    await expectToast(page, 'Email link is too old');
    await expect(page).toHaveURL(/\/visitor-setup$/);
  });
});

test.describe('the forms', () => {
  test('are known to password managers, follow the back button, keep the address, and do not reveal who has an account', async ({
    openPage,
  }) => {
    const page = await openPage(PHONE);
    await page.goto('/login');
    await expectAutofill(page.getByLabel('Email address'), 'username');
    await expectAutofill(page.getByLabel('Your Password'), 'current-password');
    await page.getByRole('button', { name: "Don't have an account? Sign up" }).click();
    await expectAutofill(page.getByLabel('Email address'), 'username');
    await expectAutofill(page.getByLabel('Create a Password'), 'new-password');

    await page.goto('/login');
    await page.getByLabel('Email address').fill('nora@fair.example');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await expect(page.getByLabel('Email address')).toHaveValue('nora@fair.example');
    await expect(page.getByRole('region', { name: 'Send reset password instructions' })).toBeFocused();
    await page.goBack();
    await expect(page.getByLabel('Your Password')).toBeVisible();
    await expect(page.getByLabel('Email address')).toHaveValue('nora@fair.example');
    // The same answer as for an address that is known.
    await askForReset(page, newEmail());
  });

  test('say when the server does not answer', async ({ wire, openPage }) => {
    const page = await openPage(PHONE, { origin: wire.origin });
    await page.goto('/login?view=verify-code');
    await verify(page);
    await expect(page.getByRole('alert')).toHaveText('Please enter your email address and the code');
    await page.getByLabel('Email address').fill('nora@fair.example');
    await page.getByLabel('Token').fill('123456');
    wire.cut('everything');
    await verify(page);
    await expect(page.getByRole('alert')).toHaveText('The server did not answer. Please try again.');
  });
});

async function askForReset(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send reset password instructions' }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'Check your email for the password reset link',
  );
}

function verify(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Verify token' }).click();
}

async function expectAutofill(field: Locator, kind: string): Promise<void> {
  await expect(field).toHaveAttribute('autocomplete', kind);
}
