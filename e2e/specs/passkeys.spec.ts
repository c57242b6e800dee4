import { expect, type Page } from '@playwright/test';
import { DESKTOP } from '../fixtures/devices.ts';
import { PASSWORD } from '../fixtures/people.ts';
import type { ProductServer } from '../fixtures/product-server.ts';
import { test } from '../fixtures/test.ts';
import { addVirtualAuthenticator } from '../fixtures/virtual-authenticator.ts';
import { signIn } from '../pages/login-page.ts';

// Passkeys in a browser with a virtual authenticator. Browsers have them for host names alone:
// these pages are on localhost.

const PROFILE = '/visitor-dashboard/profile';

function localOrigin({ origin }: ProductServer): string {
  return origin.replace('127.0.0.1', 'localhost');
}

const passkeys = (page: Page) => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');

async function addPasskey(page: Page): Promise<void> {
  await page.goto(PROFILE);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys(page)).toHaveCount(1);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
}

async function pressPasskey(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
}

test('a passkey is added, named, signs in without a password, and is removed @long', async ({
  openPage,
  people,
  server,
}) => {
  const visitor = await people.visitor();
  const page = await openPage(DESKTOP, { as: visitor, origin: localOrigin(server) });
  await addVirtualAuthenticator(page);
  await addPasskey(page);
  await expect(passkeys(page)).toContainText('Chrome on');

  await passkeys(page).getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('My laptop');
  await page.getByRole('button', { name: 'Save the name' }).click();
  await expect(passkeys(page)).toContainText('My laptop');

  await signOut(page);
  await pressPasskey(page);
  await expect(page).toHaveURL(/\/visitor-dashboard$/);
  await page.goto(PROFILE);
  await expect(passkeys(page)).toContainText('Last used on');
  // The device has one already.
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText('This device has a passkey for your account already.');

  await passkeys(page).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(passkeys(page)).toHaveCount(0);
  await signOut(page);
  await pressPasskey(page);
  await expect(page.getByRole('alert')).toContainText('This passkey is not registered here');
  // The password still works.
  await signIn(page, { email: visitor.email, password: PASSWORD });
  await expect(page).toHaveURL(/\/visitor-dashboard$/);
});

test('a finger that does not match does not sign in @long', async ({ openPage, people, server }) => {
  const page = await openPage(DESKTOP, { as: await people.visitor(), origin: localOrigin(server) });
  const authenticator = await addVirtualAuthenticator(page);
  await addPasskey(page);
  await signOut(page);
  await authenticator.setUserVerified(false);
  await pressPasskey(page);
  await expect(page.getByRole('alert')).toHaveText('No passkey was used. Try again, or take another way.');
  await authenticator.setUserVerified(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/\/visitor-dashboard$/);
});
