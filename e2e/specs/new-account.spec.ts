import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/mail-test.ts';
import { CONFIRM, mailTo } from '../fixtures/outbox.ts';
import { newEmail, PASSWORD } from '../fixtures/people.ts';
import { expectAutofill, signIn, signUp, verify } from '../pages/login-page.ts';
import { expectToast } from '../pages/toasts.ts';

// With real mails: the server confirms addresses, and keeps the mails that it would send.

const INVITED = '/login?redirect=%2Fjoin%2F00000000-0000-4000-8000-000000000000';

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

  test('keeps the role of the button that led to it @long', async ({ server, openPage }) => {
    const page = await openPage(PHONE);
    const email = newEmail();
    await page.goto('/');
    await page.getByRole('link', { name: "I'm a Vendor" }).click();
    await signUp(page, { email, password: PASSWORD });
    // The mail leads to the landing page, in a tab of its own.
    const tab = await page.context().newPage();
    await tab.goto((await mailTo(server, email, CONFIRM)).link);
    await expect(tab).toHaveURL(/\/vendor-setup$/);
    // The role is remembered once: after a return to the landing page the user may choose again.
    await tab.getByRole('link', { name: 'Dragoman' }).click();
    await expect(tab.getByText('Select your role to get started')).toBeVisible();
  });

  test('comes back to the page that asked for it @long', async ({ server, openPage }) => {
    const page = await openPage(PHONE);
    const email = newEmail();
    await page.goto(INVITED);
    await signUp(page, { email, password: PASSWORD });
    const { link } = await mailTo(server, email, CONFIRM);
    expect(new URL(link).searchParams.get('redirect_to')).toBe(`${server.origin}${INVITED}`);
    await page.goto(link);
    await expect(page).toHaveURL(/\/visitor-setup$/);
  });

  test('is confirmed by the code of its mail @long', async ({ server, openPage }) => {
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
    // The code is pasted in the digits of an Arabic keyboard.
    await token.fill(` ${code.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)))} `);
    await verify(page);
    await expect(page).toHaveURL(/\/visitor-setup$/);
  });

  test('cannot sign in before, is confirmed by its link in another browser too, and then signs in @long', async ({
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
