import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/mail-test.ts';
import { CONFIRM, mailTo } from '../fixtures/outbox.ts';
import { newEmail, PASSWORD } from '../fixtures/people.ts';
import { signUp } from '../pages/login-page.ts';
import { expectToast } from '../pages/toasts.ts';

// With real mails: the server confirms addresses, and keeps the mails that it would send. What the forms ask and answer is in
// features/auth/components/login-mails.component.long.test.tsx of the web app.

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
});
