import { DESKTOP } from '../fixtures/devices.ts';
import { PASSWORD } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { signIn } from '../pages/login-page.ts';
import { expectToast } from '../pages/toasts.ts';

test('a user logs another browser out, which is thrown to the login @long', async ({ people, openPage }) => {
  const vendor = await people.vendor();
  const there = await openPage(DESKTOP);
  await there.goto('/login');
  await signIn(there, { email: vendor.email, password: PASSWORD });
  await expect(there.getByText('My Contact Information')).toBeVisible();

  const here = await openPage(DESKTOP, { as: vendor });
  await here.goto('/vendor-dashboard/profile');
  const rows = here.getByRole('region', { name: 'Devices and sessions' }).getByRole('listitem');
  await expect(rows.first()).toContainText('This device');
  const others = rows.filter({ hasNot: here.getByText('This device') });
  const before = await others.count();
  expect(before).toBeGreaterThan(0);
  // The most recently used one comes first.
  await others
    .first()
    .getByRole('button', { name: /^Log out Chrome on/ })
    .click();
  await expectToast(here, /^Chrome on .+ is logged out$/);
  await expect(others).toHaveCount(before - 1);

  // The page may have found out by itself that its session has ended.
  const visitors = there.getByRole('link', { name: 'Visitors', exact: true });
  await visitors.or(there.getByLabel('Your Password')).click();
  await expect(there).toHaveURL(/\/login/);
});
