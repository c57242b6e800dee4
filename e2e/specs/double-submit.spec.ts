import type { Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { newEmail, PASSWORD } from '../fixtures/people.ts';
import { expect, ORGANISER_SECRET, test } from '../fixtures/test.ts';
import { said } from '../fixtures/texts.ts';
import { choosePicture, printedCard } from '../media/pictures.ts';
import { expectChatOpen } from '../pages/chat-page.ts';
import { pressTwice } from '../pages/double-press.ts';
import { ADMIN } from '../pages/event-admin-page.ts';
import { fillIn } from '../pages/profile-forms.ts';
import { closeToasts, expectToast } from '../pages/toasts.ts';

// Two presses in a row are one: the second comes before the button has been drawn as busy. Another
// press after a lost answer is another attempt at the same.

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

test('pressed twice, a guest is one person @long', async ({ people, openPage }) => {
  const vendor = await people.vendor();
  const session = await people.openSession(vendor);
  const page = await openPage(PHONE);
  const written = watchWrites(page);
  await page.goto(`/join/${session}`);
  await page.getByRole('link', { name: said('join.guestButton') }).tap();
  await page.getByRole('textbox', { name: said('guest.name') }).fill('Li Na');
  await pressTwice(page.getByRole('button', { name: said('guest.start') }));
  await expect(page).toHaveURL(`/chat/${session}`);
  expect(written()).toEqual(['POST /auth/v1/signup', 'POST /rest/v1/profiles']);
});

test('pressed twice, an administrator and an announcement are sent once @long', async ({
  openPage,
  server,
}) => {
  await server.sql('delete from dragoman.admins');
  const page = await openPage(DESKTOP);
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/session\/first$|\/settings\//.test(pathname) && request.method() !== 'GET') sent.push(pathname);
  });
  await page.goto('/organiser');
  await page.getByLabel('Secret', { exact: true }).fill(ORGANISER_SECRET);
  await page.getByLabel('Name').fill(ADMIN.name);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await pressTwice(page.getByRole('button', { name: 'Create' }));
  const announcement = page.getByRole('region', { name: 'Announcement' });
  await announcement.getByLabel('English').fill('Hall 3 opens at ten.');
  await pressTwice(announcement.getByRole('button', { name: 'Publish' }));
  await expectToast(page, 'The announcement is out');
  await server.sql('delete from dragoman.settings');
  expect(sent).toEqual(['/organiser/v1/session/first', '/organiser/v1/settings/announcement']);
});

test('after a lost answer, another press makes no second code, booth code or term @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const page = await openPage(DESKTOP, { as: vendor });
  const dialog = page.getByRole('dialog');
  const count = async (table: 'sessions' | 'booth_codes' | 'glossary_terms') =>
    (await vendor.client.from(table).select('id', { count: 'exact', head: true }).throwOnError()).count;

  await test.step('a code', async () => {
    await page.goto('/vendor-dashboard/qr-codes');
    await loseAnswer(page, 'sessions');
    await page.getByRole('button', { name: 'Generate New QR Code' }).click();
    await expectToast(page, 'Error');
    await page.getByRole('button', { name: 'Generate New QR Code' }).click();
    await expectToast(page, 'Success', 'QR Code generated successfully');
    expect(await count('sessions')).toBe(1);
  });

  await test.step('a booth code, whose logo is uploaded once', async () => {
    await closeToasts(page);
    const uploads: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === 'POST' && pathname.includes('/object/booth-logos/')) uploads.push(pathname);
    });
    await page.getByRole('button', { name: 'New booth code' }).click();
    await dialog.getByLabel('Name').fill('Street lamps');
    await choosePicture(page, 'Choose a logo', await printedCard(page, ['LAMP']));
    // The code without a logo is read well, too.
    await expect(dialog.getByRole('button', { name: 'Change logo' })).toBeVisible();
    await expect(page.getByText('Phones read this code well.')).toBeVisible();
    await loseAnswer(page, 'booth_codes');
    await dialog.getByRole('button', { name: 'Make the code' }).click();
    await expectToast(page, 'Error');
    await dialog.getByLabel('Name').fill('Garden lamps');
    await dialog.getByRole('button', { name: 'Make the code' }).click();
    await expectToast(page, 'Code saved');
    await expect(page.getByRole('dialog', { name: 'Garden lamps' })).toBeVisible();
    expect(await count('booth_codes')).toBe(1);
    expect(uploads).toHaveLength(1);
  });

  await test.step('a term, which is not told as known', async () => {
    await page.goto('/vendor-dashboard/profile?glossary');
    await page.getByRole('button', { name: 'Add term' }).click();
    await dialog.getByRole('textbox', { name: 'Term', exact: true }).fill('NovaLine');
    await loseAnswer(page, 'glossary_terms');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Error');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Term saved');
    await expect(dialog).toHaveCount(0);
    expect(await count('glossary_terms')).toBe(1);
  });
});

test('after a lost answer, another press makes no second chat with a contact, or report @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  const page = await openPage(PHONE, { as: visitor });
  await page.goto('/visitor-dashboard/contacts');
  const card = page.getByRole('listitem').filter({ hasText: vendor.email });
  const lost = page.waitForEvent('requestfailed');
  await loseAnswer(page, 'sessions');
  await card.getByRole('button', { name: 'Start Chat' }).tap();
  await lost;
  await card.getByRole('button', { name: 'Start Chat' }).tap();
  await expect(page).toHaveURL(/\/chat\//);
  const { data: chats } = await visitor.client.from('sessions').select('id').throwOnError();
  expect(chats).toHaveLength(1);

  await expectChatOpen(page, chats[0]?.id ?? '');
  await page.getByTitle('Show the contact card').tap();
  await page.getByRole('button', { name: 'Report' }).tap();
  const report = page.getByRole('dialog', { name: /^Report / });
  await report.getByRole('radio', { name: 'Spam or advertising' }).check();
  await loseAnswer(page, 'reports');
  await report.getByRole('button', { name: 'Send report' }).tap();
  await expect(report.getByText('That did not work')).toBeVisible();
  await report.getByRole('button', { name: 'Send report' }).tap();
  await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible();
  expect((await visitor.client.from('reports').select('id').throwOnError()).data).toHaveLength(1);
});

/** Has the next row of a table written, and its answer lost. */
async function loseAnswer(page: Page, table: string): Promise<void> {
  let isLost = false;
  await page.route(
    (url) => url.pathname === `/rest/v1/${table}`,
    async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.fallback();
      isLost = true;
      await route.fetch();
      return route.abort();
    },
  );
}

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
