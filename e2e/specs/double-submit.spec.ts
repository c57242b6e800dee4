import type { Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { newEmail, PASSWORD } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { pressTwice } from '../pages/double-press.ts';
import { fillIn } from '../pages/profile-forms.ts';
import { expectToast } from '../pages/toasts.ts';

// Two presses in a row are one: the second comes before the button has been drawn as busy.

test('pressed twice, a code is one session', async ({ people, openPage }) => {
  const vendor = await people.vendor();
  const page = await openPage(DESKTOP, { as: vendor });
  await page.goto('/vendor-dashboard/qr-codes');
  await pressTwice(page.getByRole('button', { name: 'Generate New QR Code' }));
  await expectToast(page, 'Success', 'QR Code generated successfully');
  // A second one would have left together with the first.
  const { count } = await vendor.client.from('sessions').select('id', { count: 'exact', head: true });
  expect(count).toBe(1);

  await test.step('and the next press makes another', async () => {
    const first = page.url();
    await page.getByRole('button', { name: 'Generate New QR Code' }).click();
    await expect(page).not.toHaveURL(first);
  });
});

test('pressed twice, a sign-up, a role and a profile are sent once @long', async ({ openPage }) => {
  const page = await openPage(PHONE);
  const sent = watchWrites(page);
  await page.goto('/login');
  await page.getByRole('button', { name: "Don't have an account? Sign up" }).click();
  await page.getByLabel('Email address').fill(newEmail());
  await page.getByLabel('Create a Password').fill(PASSWORD);
  await pressTwice(page.getByRole('button', { name: 'Sign up', exact: true }));
  await expect(page).toHaveURL(/\/visitor-setup$/);
  expect(sent()).toEqual(['POST /auth/v1/signup']);

  await page.goto('/');
  await pressTwice(page.getByRole('button', { name: 'Join as Vendor' }));
  await expect(page).toHaveURL(/\/vendor-setup$/);
  expect(sent()).toEqual(['POST /rest/v1/profiles']);

  await fillIn(page, { Name: 'Nora Whitfield', Company: 'Harbour Lighting' });
  await pressTwice(page.getByRole('button', { name: 'Save profile' }));
  await expectToast(page, 'Profile created successfully!', 'You will be redirected to your dashboard.');
  await expect(page).toHaveURL(/\/vendor-dashboard$/);
  expect(sent()).toEqual(['PATCH /rest/v1/profiles']);
});

test('pressed twice, a booth code and a term are one each @long', async ({ people, openPage }) => {
  const vendor = await people.vendor();
  const page = await openPage(DESKTOP, { as: vendor });
  const written = watchWrites(page);

  await page.goto('/vendor-dashboard/qr-codes');
  await page.getByRole('button', { name: 'New booth code' }).click();
  await page.getByLabel('Name').fill('Street lamps');
  await pressTwice(page.getByRole('button', { name: 'Make the code' }));
  await expectToast(page, 'Code saved');
  expect(written()).toEqual(['POST /rest/v1/booth_codes']);

  await page.goto('/vendor-dashboard/profile?glossary');
  await page.getByRole('button', { name: 'Add term' }).click();
  await page.getByRole('textbox', { name: 'Term', exact: true }).fill('NovaLine');
  await pressTwice(page.getByRole('dialog').getByRole('button', { name: 'Save' }));
  await expectToast(page, 'Term saved');
  expect(written()).toEqual(['POST /rest/v1/glossary_terms']);
});

const WRITES = /\/(profiles|signup|booth_codes|glossary_terms)$/;

/** @returns what was sent to be written since the last call. */
function watchWrites(page: Page): () => string[] {
  let writes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^(POST|PATCH)$/.test(request.method()) && WRITES.test(pathname))
      writes.push(`${request.method()} ${pathname}`);
  });
  return () => {
    const seen = writes;
    writes = [];
    return seen;
  };
}
