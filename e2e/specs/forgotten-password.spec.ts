import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/mail-test.ts';
import { mailTo, RESET } from '../fixtures/outbox.ts';
import { PASSWORD } from '../fixtures/people.ts';
import { expectAutofill, requestReset, signIn, verify } from '../pages/login-page.ts';
import { expectToast } from '../pages/toasts.ts';

// With real mails: the server confirms addresses, and keeps the mails that it would send.

const NEW_PASSWORD = 'juniper-Lantern-77';
const INVITED = '/login?redirect=%2Fjoin%2F00000000-0000-4000-8000-000000000000';

test.describe('a forgotten password', () => {
  test('is replaced through the link of a mail', async ({ server, member, openPage }) => {
    const page = await openPage(PHONE);
    await page.goto('/login');
    await requestReset(page, member.email);
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

  test('is replaced through the code of a mail @long', async ({ server, member, openPage }) => {
    const page = await openPage(PHONE);
    await page.goto('/login');
    await requestReset(page, member.email);
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

  test('needs a link that is fresh and opened where it was asked for @long', async ({
    server,
    member,
    openPage,
  }) => {
    const asking = await openPage(PHONE);
    await asking.goto('/login');
    await requestReset(asking, member.email);
    const { link } = await mailTo(server, member.email, RESET);

    const other = await openPage(PHONE);
    await other.goto(link);
    await expect(other.getByRole('alert')).toContainText('in the browser that asked for it');
    await other.goto(link);
    await expect(other.getByRole('alert')).toHaveText('Email link is invalid or has expired');
    // The form for the next step is there, and the message goes when it is used.
    await other.getByLabel('Email address').fill(member.email);
    await other.getByRole('button', { name: 'Send reset password instructions' }).click();
    await expect(other.getByRole('main').getByRole('status')).toHaveText(
      'Check your email for the password reset link',
    );
    await expect(other.getByRole('alert')).toHaveCount(0);
  });

  test('is replaced in a new tab, and the tab that asked follows @long', async ({
    server,
    member,
    openPage,
  }) => {
    const asking = await openPage(PHONE);
    await asking.goto('/login');
    await requestReset(asking, member.email);
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

  test('has its way in the first mail when asking for a second one failed, and may be kept after all @long', async ({
    server,
    member,
    openPage,
  }) => {
    const page = await openPage(PHONE);
    await page.goto(INVITED);
    await requestReset(page, member.email);
    await page.route('**/auth/v1/recover*', (route) => route.abort());
    await page.getByRole('button', { name: 'Send reset password instructions' }).click();
    await expect(page.getByRole('alert')).toHaveText('The server did not answer. Please try again.');
    await page.goto((await mailTo(server, member.email, RESET)).link);
    await expect(page.getByRole('button', { name: 'Update password' })).toBeVisible();
    await page.getByRole('button', { name: 'Go on without a new password' }).click();
    await expect(page).toHaveURL(/\/visitor-setup$/);
  });
});
