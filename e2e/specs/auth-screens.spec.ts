import type { Locator } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/mail-test.ts';
import { mailTo, RESET } from '../fixtures/outbox.ts';
import { newEmail, PASSWORD } from '../fixtures/people.ts';

test('every view fits a phone and a desktop, in both directions @long', async ({
  server,
  member,
  openPage,
}) => {
  for (const device of [PHONE, DESKTOP]) {
    const page = await openPage(device);
    const show = async (view: string, anchor: Locator) => {
      for (const direction of ['ltr', 'rtl']) {
        await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
        await expect(anchor).toBeVisible();
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, `${view} ${direction}`).toBeLessThanOrEqual(device.viewport?.width ?? 0);
      }
    };
    await page.goto('/login');
    await show('sign-in', page.getByText('Forgot your password?'));
    await page.goto('/login?view=magic-link');
    await show('magic-link', page.getByText('Send magic link'));
    await page.goto('/login?view=sign-up');
    await page.getByLabel('Email address').fill(newEmail());
    await page.getByLabel('Create a Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign up', exact: true }).click();
    await show('sign-up-sent', page.getByText('Check your email for the confirmation link'));
    await page.getByRole('button', { name: 'Enter the code from the email' }).click();
    await page.getByLabel('Token').fill('123456');
    await page.getByRole('button', { name: 'Verify token' }).click();
    await show('verify-code-refused', page.getByText('Token has expired or is invalid'));
    await page.goto('/login?view=forgot-password&error_description=Email+link+is+invalid+or+has+expired');
    await show('forgot-password', page.getByText('Email link is invalid or has expired'));
    await page.getByLabel('Email address').fill(member.email);
    await page.getByRole('button', { name: 'Send reset password instructions' }).click();
    await show('reset-sent', page.getByText('Check your email for the password reset link'));
    await page.goto((await mailTo(server, member.email, RESET)).link);
    await show('update-password', page.getByText('Update password'));
  }
});
