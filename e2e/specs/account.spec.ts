import { DESKTOP } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';

test('signing out ends the session in every tab', async ({ people, openPage }) => {
  const page = await openPage(DESKTOP, { as: await people.vendor() });
  await page.goto('/vendor-dashboard');
  const otherTab = await page.context().newPage();
  await otherTab.goto('/vendor-dashboard/sessions');
  await expect(otherTab.getByRole('heading', { name: 'Sessions', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(otherTab).toHaveURL(/\/login/);
  await page.goto('/vendor-dashboard');
  await expect(page).toHaveURL(/\/login/);
});
