import { whileClosed } from '../fixtures/closed-table.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { NORA } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { fillIn } from '../pages/profile-forms.ts';
import { expectToast } from '../pages/toasts.ts';

// The error catalogue (specification 8.1, 8.3), each row by a real fault: roles, profiles, logging
// out. The table of rows and tests is in docs/spec-coverage.md.

test('a role and a profile that cannot be saved are said so, and nothing typed is lost @long', async ({
  people,
  server,
  openPage,
}) => {
  const page = await openPage(DESKTOP, { as: await people.account() });
  const joinAsVisitor = page.getByRole('button', { name: 'Join as Visitor' });

  await test.step('a user whose role could not be read is not asked to choose one', async () => {
    const profiles = '**/rest/v1/profiles?*';
    await page.route(profiles, (route) => route.fulfill({ status: 500, json: { message: 'away' } }));
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Your profile did not load' })).toBeVisible();
    await expect(joinAsVisitor).toBeHidden();
    await page.unroute(profiles);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(joinAsVisitor).toBeVisible();
  });

  await whileClosed(server, 'profiles', async () => {
    await test.step('role choice', async () => {
      await joinAsVisitor.click();
      await expectToast(page, 'Error', 'Could not set user role. Please try again.');
      await expect(joinAsVisitor).toBeEnabled();
      await expect(page).toHaveURL('/');
    });
    await test.step('vendor setup', async () => {
      await page.goto('/vendor-setup');
      await fillIn(page, { Name: NORA.name, Company: NORA.company });
      await page.getByRole('button', { name: 'Save profile' }).click();
      await expectToast(page, 'Error creating profile', 'Please try again later.');
    });
  });
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue(NORA.company);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expectToast(page, 'Profile created successfully!', 'You will be redirected to your dashboard.');
  await expect(page).toHaveURL('/vendor-dashboard');

  await test.step('Profile Settings', async () => {
    await page.goto('/vendor-dashboard/profile');
    const save = page.getByRole('button', { name: 'Save changes' });
    await fillIn(page, { Designation: 'Head of Sales' });
    await whileClosed(server, 'profiles', async () => {
      await save.click();
      await expectToast(page, 'Error', 'new row for relation "profiles" violates check constraint "closed"');
    });
    await page.context().setOffline(true);
    await save.click();
    await expectToast(page, 'Error', 'Failed to update profile');
    await page.context().setOffline(false);
    await save.click();
    await expectToast(page, 'Success', 'Profile updated successfully');
    await expect(page.getByRole('textbox', { name: 'Designation' })).toHaveValue('Head of Sales');
  });
});

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

test('a refusal to link an identity leaves the session alone @long', async ({ people, openPage }) => {
  const page = await openPage(DESKTOP, { as: await people.vendor() });
  const refusal = new URLSearchParams({
    error: 'server_error',
    error_code: 'identity_already_exists',
    error_description: 'Identity is already linked to another user',
  });
  await page.goto(`/?${refusal}`);
  await expectToast(page, 'Identity is already linked to another user');
  await expect(page).toHaveURL('/vendor-dashboard');
});
