import { setLetterSize } from '../fixtures/accessibility.ts';
import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { said } from '../fixtures/texts.ts';
import { openAdminDashboard } from '../screens/screens.ts';

/** Of letters, in px: twice the browser's own. */
const TWICE = 32;

test('the admin dashboard is no wider than a phone with letters of twice the size @long', async ({
  openPage,
}) => {
  const page = await openPage(PHONE);
  await page.goto('/organiser');
  await openAdminDashboard(page);
  await setLetterSize(page, TWICE);
  await expect(page.getByRole('button', { name: said('organiser.signOut') })).toBeVisible();
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await sideways()).toBe(0);
});
