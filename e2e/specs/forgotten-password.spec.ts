import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/mail-test.ts';
import { mailTo, RESET } from '../fixtures/outbox.ts';
import { PASSWORD } from '../fixtures/people.ts';
import { requestReset, signIn } from '../pages/login-page.ts';
import { expectToast } from '../pages/toasts.ts';

// With real mails: the server confirms addresses, and keeps the mails that it would send. What the forms ask and answer is in
// features/auth/components/login-mails.component.long.test.tsx of the web app.

const NEW_PASSWORD = 'juniper-Lantern-77';

test.describe('a forgotten password', () => {
  test('is replaced through the link of a mail', async ({ server, member, openPage }) => {
    const page = await openPage(PHONE);
    await page.goto('/login');
    await requestReset(page, member.email);
    const { link } = await mailTo(server, member.email, RESET);
    await page.goto(link);
    const field = page.getByLabel('New password');
    await expect(field).toBeVisible();
    await page.reload();
    await field.fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Update password' }).click();
    await expectToast(page, 'Your password has been updated');
    await expect(page).toHaveURL(/\/visitor-setup$/);

    const later = await openPage(PHONE);
    await later.goto('/login');
    await signIn(later, { email: member.email, password: PASSWORD });
    await expect(later.getByRole('alert')).toHaveText('Invalid login credentials');
    await signIn(later, { email: member.email, password: NEW_PASSWORD });
    await expect(later).toHaveURL(/\/visitor-setup$/);
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
});
