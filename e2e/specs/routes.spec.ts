import type { Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { PASSWORD } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { signIn } from '../pages/login-page.ts';
import { expectHydrated } from '../pages/server-page.ts';
import { expectToast } from '../pages/toasts.ts';

// The route table in a browser. What each state leads to is tabled in
// packages/domain/src/navigation/account.test.ts; these tests show that the pages follow it.

const NO_SUCH_SESSION = '00000000-0000-4000-8000-000000000000';

test('signed out, every protected page asks to log in, and is there afterwards', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const page = await openPage(PHONE);
  for (const path of [
    '/vendor-setup',
    '/visitor-setup',
    `/chat/${NO_SUCH_SESSION}`,
    '/visitor-dashboard',
    '/visitor-dashboard/scan',
    '/vendor-dashboard/nowhere',
    '/vendor-dashboard/qr-codes?session=x',
  ]) {
    await page.goto(path);
    await expectToast(page, 'Authentication required', 'Please log in to access this page');
    await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(path)}`);
  }
  await signIn(page, { email: vendor.email, password: PASSWORD });
  await expect(page).toHaveURL('/vendor-dashboard/qr-codes?session=x');
  await expect(page.getByRole('button', { name: 'Generate New QR Code' })).toBeVisible();
  // A signed-in user has no use for the login page.
  await page.goto('/login');
  await expect(page).toHaveURL('/vendor-dashboard');
});

test('signed in without a profile: a role comes first, then the rest of the profile @long', async ({
  people,
  openPage,
}) => {
  const page = await openPage(DESKTOP, { as: await people.account() });
  await page.goto('/vendor-dashboard/qr-codes');
  await expectToast(page, 'Access denied', 'This page is only accessible to vendors');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
  await expect(page.getByText('Select your role to get started')).toBeVisible();
  // Signed in, the buttons of the first screen lead to the choice.
  await page.getByRole('button', { name: "I'm a Vendor" }).click();
  await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeInViewport();
  await page.goto('/visitor-dashboard');
  await expectToast(page, 'Access denied', 'This page is only accessible to visitors');
  await expect(page).toHaveURL('/');

  await page.goto('/login');
  await expect(page).toHaveURL('/visitor-setup');
  await page.getByRole('link', { name: 'Dragoman' }).click();
  await page.getByRole('button', { name: 'Join as Vendor' }).click();
  await expect(page).toHaveURL('/vendor-setup');
  // The profile exists, but has no company yet.
  await page.goto('/');
  await expectToast(page, 'Complete your profile', 'Please complete your profile setup to continue');
  await expect(page).toHaveURL('/vendor-setup');
});

test('each dashboard has its pages and its role @long', async ({ people, openPage }) => {
  const visitor = await openPage(PHONE, { as: await people.visitor() });
  await visitor.goto('/vendor-dashboard/qr-codes');
  await expectToast(visitor, 'Access denied', 'This page is only accessible to vendors');
  await expect(visitor).toHaveURL('/visitor-dashboard');
  await expectAtRoot(visitor, '/visitor-dashboard/qr-codes', '/visitor-dashboard');
  await visitor.goto('/visitor-dashboard/scan?from=menu');
  await expect(visitor.getByRole('heading', { name: 'Scan QR Code' })).toBeVisible();

  const vendor = await openPage(DESKTOP, { as: await people.vendor() });
  await vendor.goto('/visitor-dashboard/scan');
  await expectToast(vendor, 'Access denied', 'This page is only accessible to visitors');
  await expect(vendor).toHaveURL('/vendor-dashboard');
  await expectAtRoot(vendor, '/vendor-dashboard/sessions/1', '/vendor-dashboard');
  await vendor.goto('/');
  await expectToast(vendor, 'Welcome back!', "You're logged in as a vendor");
  await expect(vendor).toHaveURL('/vendor-dashboard');
});

test('the next page takes the place of the last one at once, and Back opens that at its top @long', async ({
  openPage,
}) => {
  const page = await openPage({ viewport: { width: 1_000, height: 500 } });
  let send = () => {};
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route('**/assets/marketing-page-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  const start = page.getByRole('heading', { level: 1 });
  await expect(start).toBeVisible();
  await expectHydrated(page);
  // Dispatched without scrolling: the page with the link stays at its top.
  await page.getByRole('link', { name: 'Pricing' }).dispatchEvent('click');
  await expect(page).toHaveURL('/pricing');
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(start).toBeHidden();
  send();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const scrolled = () => page.evaluate(() => window.scrollY);
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await expect.poll(scrolled).toBeGreaterThan(0);
  await page.goBack();
  await expect(page.getByRole('link', { name: "I'm a Vendor" })).toBeInViewport();
  await expect.poll(scrolled).toBe(0);
});

async function expectAtRoot(page: Page, path: string, root: string): Promise<void> {
  await page.goto(path);
  await expect(page).toHaveURL(root);
  await expect(page.getByText('My Contact Information')).toBeVisible();
}
