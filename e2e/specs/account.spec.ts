import { DESKTOP } from '../fixtures/devices.ts';
import { PASSWORD } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { signIn } from '../pages/login-page.ts';
import { expectToast } from '../pages/toasts.ts';

test('a page that asked to log in is opened after signing in', async ({ people, openPage }) => {
  const vendor = await people.vendor();
  const page = await openPage(DESKTOP);
  await page.goto('/vendor-dashboard/profile');
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, { email: vendor.email, password: PASSWORD });
  await expect(page).toHaveURL(/\/vendor-dashboard\/profile$/);
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
});

test('whoever is signed in is led from the landing page to the dashboard', async ({ people, openPage }) => {
  const page = await openPage(DESKTOP, { as: await people.visitor() });
  await page.goto('/');
  await expectToast(page, 'Welcome back!', "You're logged in as a visitor");
  await expect(page).toHaveURL(/\/visitor-dashboard$/);
});

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
