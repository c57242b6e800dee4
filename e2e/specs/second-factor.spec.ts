import { expect, type Page } from '@playwright/test';
import { DESKTOP } from '../fixtures/devices.ts';
import { PASSWORD, type Person } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';
import { totpCode } from '../fixtures/totp.ts';
import { addVirtualAuthenticator } from '../fixtures/virtual-authenticator.ts';
import { signIn } from '../pages/login-page.ts';

// Authenticator apps and recovery codes, from the profile to the next sign-in. The server takes a
// code once, so that each act has one of its own: of the present step, then of the next. One of the
// step before would be too old where the step ends on its way to the server.

const PROFILE = '/visitor-dashboard/profile';

/** Adds an authenticator app on the profile page. @returns its key */
async function addApp(page: Page): Promise<string> {
  await page.goto(PROFILE);
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  const picture = dialog.getByRole('img', { name: 'QR code for the authenticator app' });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const secret = (await dialog.getByTestId('totp-secret').textContent()) ?? '';
  const code = dialog.getByLabel('Code from your authenticator app');
  await code.fill(totpCode(secret));
  await dialog.getByRole('button', { name: 'Add the app' }).click();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(dialog).toHaveCount(0);
  return secret;
}

/** Adds an app as {@link addApp} does, without a page. @returns the session that has proved it */
async function addAppByCall({ client }: Person): Promise<{ session: unknown }> {
  const { data: factor, error } = await client.auth.mfa.enroll({ factorType: 'totp' });
  if (error || factor.type !== 'totp') throw error ?? new Error('no app was added');
  const code = totpCode(factor.totp.secret);
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
  if (verified.error) throw verified.error;
  return { session: (await client.auth.getSession()).data.session };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
}

/** Gives the password, and no more. */
async function signInHalfway(page: Page, { email }: Person): Promise<void> {
  await page.goto('/login');
  await signIn(page, { email, password: PASSWORD });
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
}

const apps = (page: Page) => page.getByRole('list', { name: 'Authenticator apps' }).getByRole('listitem');
const submit = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

test('an authenticator app is added, asked for at sign-in on every page, and removed', async ({
  openPage,
  people,
}) => {
  const visitor = await people.visitor();
  const page = await openPage(DESKTOP, { as: visitor });
  const secret = await addApp(page);
  await expect(apps(page)).toHaveCount(1);
  await expect(page.getByText('10 codes are left')).toBeVisible();

  await signOut(page);
  await signInHalfway(page, visitor);
  // Neither another address nor a reload leads around it.
  for (const path of ['/', PROFILE, '/visitor-setup', '/join/00000000-0000-4000-8000-000000000000']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'One more step' }), path).toBeVisible();
    await expect(page.getByText(visitor.profile.name), path).toHaveCount(0);
  }
  await page.goto(PROFILE);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();

  const code = page.getByLabel('Code from your authenticator app');
  await code.fill('12');
  await submit(page);
  await expect(page.getByRole('alert')).toContainText('Invalid TOTP code');
  await code.fill(totpCode(secret, 1));
  await submit(page);
  // The page that was asked for.
  await expect(page).toHaveURL(new RegExp(`${PROFILE}$`));
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();

  await apps(page).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(apps(page)).toHaveCount(0);
  await expect(page.getByText('codes are left')).toHaveCount(0);
  await signOut(page);
  await page.goto('/login');
  await signIn(page, { email: visitor.email, password: PASSWORD });
  await expect(page).toHaveURL(/\/visitor-dashboard$/);
});

test('leaving the challenge signs out this browser alone, and a recovery code replaces a lost phone @long', async ({
  openPage,
  people,
}) => {
  const visitor = await people.visitor();
  const page = await openPage(DESKTOP, { as: await addAppByCall(visitor) });
  await page.goto(PROFILE);
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const code = (await codes.first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I have saved them' }).click();

  const elsewhere = await openPage(DESKTOP);
  await signInHalfway(elsewhere, visitor);
  await signOut(elsewhere);
  await elsewhere.goto(PROFILE);
  await expect(elsewhere).toHaveURL(/\/login/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();

  await signInHalfway(elsewhere, visitor);
  await elsewhere.getByRole('button', { name: 'Use a recovery code' }).click();
  await elsewhere.getByRole('textbox', { name: 'Recovery code' }).fill(code);
  await submit(elsewhere);
  await expect(elsewhere).toHaveURL(/\/visitor-dashboard$/);
  await elsewhere.goto(PROFILE);
  await expect(elsewhere.getByText('9 codes are left')).toBeVisible();
});

test('a passkey counts as both factors @long', async ({ openPage, people, server }) => {
  const visitor = await people.visitor();
  const origin = server.origin.replace('127.0.0.1', 'localhost');
  const page = await openPage(DESKTOP, { as: await addAppByCall(visitor), origin });
  await addVirtualAuthenticator(page);
  await page.goto(PROFILE);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1);
  await signOut(page);
  await signInHalfway(page, visitor);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/visitor-dashboard$/);
});
