import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { dataOnDevice } from '../fixtures/device-state.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { choosePicture, printedCard } from '../media/pictures.ts';

// Saved cards on the contacts page: paper business cards are scanned, checked and kept.

// The form, the search and what they say are tested beside the components, in apps/web/src/features/saved-cards.

const CHEN = {
  name: 'Chen Siyuan',
  company: 'Yuanshan Trading',
  email: 'siyuan@yuanshan.example',
  phone: '+86 138 0013 8000',
};
const CHEN_AGAIN = { name: 'S. Chen', email: 'Siyuan@Yuanshan.example', phone: '+86 755 5550 1234' };

/** Sets what the machine reads, where a test is about what becomes of duplicates. */
async function playReadings(page: Page, readings: object[]): Promise<void> {
  await page.route('**/functions/v1/process-business-card', (route) =>
    route.fulfill({ json: { success: true, data: readings.shift() } }),
  );
}

test('a vendor keeps, merges, exports and deletes cards, and takes that back @long', async ({
  people,
  openPage,
}) => {
  const page = await openPage(DESKTOP, { as: await people.vendor() });
  const dialog = page.getByRole('dialog');
  const cards = page.getByRole('main').getByRole('button', { name: 'Chen' });
  await playReadings(page, [CHEN, CHEN_AGAIN]);
  await page.goto('/vendor-dashboard/contacts');
  await page.getByRole('navigation', { name: 'Contacts' }).getByRole('link', { name: 'Card box' }).click();
  const picture = await printedCard(page, [CHEN.name, CHEN.company, CHEN.email, CHEN.phone]);
  for (const count of ['1 card', '2 cards']) {
    await choosePicture(page, 'Scan Business Card', picture);
    await dialog.getByRole('button', { name: 'Save card' }).click();
    await expect(page.getByText(count, { exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('radio', { name: CHEN.name }).check();
  await dialog.getByRole('button', { name: 'Merge 2 cards' }).click();
  await expect(page.getByText('1 card', { exact: true })).toBeVisible();

  // The export waits for its record on the server.
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect(await readFile(await (await file).path(), 'utf8')).toContain(CHEN.name);

  await cards.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete card' }).click();
  // The toast stays as long as the pointer is on it.
  await page.getByRole('button', { name: 'Undo' }).hover();
  await expect(page.getByRole('heading', { name: 'No cards yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards).toBeVisible();
  await page.reload();
  await expect(cards).toBeVisible();
});

test('a scan without network waits through a reload, is read later, and is gone after logout @long', async ({
  people,
  openPage,
}) => {
  const visitor = await people.visitor();
  const page = await openPage({ ...PHONE, reducedMotion: 'reduce' }, { as: visitor, installs: true });
  const scans = page.getByRole('region', { name: 'Scans to finish' });
  await page.goto('/visitor-dashboard/contacts?box');
  await expect(page.getByRole('heading', { name: 'No cards yet' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 30_000 })
    .toBe(true);
  const picture = await printedCard(page, [CHEN.name, CHEN.company]);

  await page.context().setOffline(true);
  await choosePicture(page, 'Scan Business Card', picture);
  await expect(scans.getByText('Waiting for network')).toBeVisible();
  // A page that did not make the scan itself does not open it by itself.
  await page.reload();
  await expect(scans.getByText('Waiting for network')).toBeVisible();

  await test.step('the network comes back: it is read by the machine, and saved after a look', async () => {
    await page.context().setOffline(false);
    await scans.getByRole('button', { name: 'Check and save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save card' }).click();
    await expect(page.getByRole('main').getByRole('button', { name: CHEN.name })).toBeVisible();
    await expect(scans).toHaveCount(0);
  });

  await test.step('the box is there without a network; scans do not outlive the logout', async () => {
    await expect.poll(() => keptCards(page)).toContain(CHEN.name);
    await page.context().setOffline(true);
    await page.reload();
    await expect(page.getByRole('main').getByRole('button', { name: CHEN.name })).toBeVisible();
    await choosePicture(page, 'Scan Business Card', picture);
    await expect(scans.getByText('Waiting for network')).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    const question = page.getByRole('dialog', { name: 'Log out and delete what is not saved?' });
    await expect(question).toContainText('1 scanned card is not in your card box yet.');
    await question.getByRole('button', { name: 'Delete and log out' }).click();
    await expect(page).toHaveURL(/\/$/);
    expect((await dataOnDevice(page, [])).records).not.toHaveProperty(['dragoman-offline/scans']);
  });
});

/**
 * The saved cards that the page has cached for offline use: it does so a moment after it has read
 * them.
 */
function keptCards(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('dragoman-kept-reads');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction('queries').objectStore('queries').getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(all.result.filter(({ key }) => key.startsWith('["cards"'))));
          };
        };
      }),
  );
}
