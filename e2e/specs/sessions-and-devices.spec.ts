import type { Page } from '@playwright/test';
import { DESKTOP } from '../fixtures/devices.ts';
import { PASSWORD } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { signIn } from '../pages/login-page.ts';
import { expectToast } from '../pages/toasts.ts';

test('a user sees where they are logged in, and logs another browser out @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const here = await openPage(DESKTOP);
  const there = await openPage(DESKTOP);
  for (const page of [here, there]) {
    await page.goto('/login');
    await signIn(page, { email: vendor.email, password: PASSWORD });
    await expect(page.getByText('My Contact Information')).toBeVisible();
  }

  await here.goto('/vendor-dashboard/profile');
  const devices = here.getByRole('region', { name: 'Devices and sessions' });
  const rows = devices.getByRole('listitem');
  await expect(rows.first()).toContainText('This device');
  await expect(rows.first()).toContainText('Chrome on');
  const others = rows.filter({ hasNot: here.getByText('This device') });
  const before = await others.count();
  expect(before).toBeGreaterThan(0);

  await test.step('the other browser is thrown to the login', async () => {
    // The most recently used one comes first.
    await others
      .first()
      .getByRole('button', { name: /^Log out/ })
      .click();
    await expectToast(here, /^Chrome on .+ is logged out$/);
    await expect(others).toHaveCount(before - 1);
    await expectThrownOut(there);
  });

  await test.step('all others go at once, and this one stays', async () => {
    const third = await openPage(DESKTOP);
    await third.goto('/login');
    await signIn(third, { email: vendor.email, password: PASSWORD });
    await expect(third.getByText('My Contact Information')).toBeVisible();
    await here.reload();
    await devices.getByRole('button', { name: 'Log out all other devices' }).click();
    await expectToast(here, 'All other devices are logged out');
    await expect(rows).toHaveCount(1);
    await expectThrownOut(third);
    await here.reload();
    await expect(rows).toHaveCount(1);
  });
});

/** Goes on using a page, which may have found out by itself that its session has ended. */
async function expectThrownOut(page: Page): Promise<void> {
  const visitors = page.getByRole('link', { name: 'Visitors', exact: true });
  await visitors.or(page.getByLabel('Your Password')).click();
  await expect(page).toHaveURL(/\/login/);
}
