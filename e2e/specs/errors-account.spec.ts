import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { expectToast } from '../pages/toasts.ts';

// The error catalogue (specification 8.1), by a real fault: logging out. The table of rows and tests is in docs/spec-coverage.md.

test('logging out fails without the server, and succeeds when the session is gone already @long', async ({
  people,
  openPage,
  wire,
}) => {
  const visitor = await people.visitor();
  const page = await openPage(PHONE, { as: visitor, origin: wire.origin });
  await page.goto('/visitor-dashboard');
  await page.getByRole('button', { name: 'More' }).click();
  const logout = page.getByRole('button', { name: 'Logout' });
  await expect(logout).toBeVisible();
  wire.cut('services');
  await logout.click();
  await expectToast(page, 'There was a problem logging out. Please try again.');
  await expect(page).toHaveURL(/\/visitor-dashboard$/);
  await expect(page.getByText('My Contact Information')).toBeVisible();

  // Another device ends the session. The page cannot learn of it before the click, because its
  // services are still cut.
  await page.getByRole('button', { name: 'More' }).click();
  await expect(logout).toBeVisible();
  const { error } = await visitor.client.auth.signOut({ scope: 'global' });
  expect(error).toBeNull();
  // The server no longer knows the session (403), which counts as a success.
  const answered = page.waitForResponse(/\/auth\/v1\/logout/);
  // Nothing but the logout gets through: another answer would tell the page earlier.
  await page.route(/\/rest\/v1\/|\/auth\/v1\/(?!logout)/, (route) => route.abort());
  wire.restore();
  await logout.click();
  expect((await answered).status()).toBe(403);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('auth')))).toEqual(
    [],
  );
});
