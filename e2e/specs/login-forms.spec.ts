import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/mail-test.ts';
import { mailTo, SIGN_IN_LINK } from '../fixtures/outbox.ts';

// With real mails: the server confirms addresses, and keeps the mails that it would send. The forms by themselves are in
// features/auth/components/login-page.component.test.tsx of the web app.

test('a magic link signs in', async ({ server, member, openPage }) => {
  const page = await openPage(PHONE);
  await page.goto('/login?view=magic-link');
  await page.getByLabel('Email address').fill(member.email);
  await page.getByRole('button', { name: 'Send magic link' }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Check your email for the magic link');
  await page.goto((await mailTo(server, member.email, SIGN_IN_LINK)).link);
  await expect(page.getByText('Select your role to get started')).toBeVisible();
});
