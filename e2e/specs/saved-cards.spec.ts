import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { dataOnDevice } from '../fixtures/device-state.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { choosePicture, printedCard } from '../media/pictures.ts';
import { fillIn } from '../pages/profile-forms.ts';
import { closeToasts, expectToast } from '../pages/toasts.ts';

// Saved cards on the contacts page: paper business cards are scanned, checked and kept.

const CHEN = {
  name: 'Chen Siyuan',
  company: 'Yuanshan Trading',
  email: 'siyuan@yuanshan.example',
  phone: '+86 138 0013 8000',
  uncertain: ['email'],
  alternatives: { nativeName: '陈思远', latinName: 'Chen Siyuan' },
};
const CHEN_AGAIN = { name: 'S. Chen', email: 'Siyuan@Yuanshan.example', phone: '+86 755 5550 1234' };

/** Sets what the machine reads, where a test is about what becomes of doubts and duplicates. */
async function playReadings(page: Page, readings: object[]): Promise<void> {
  await page.route('**/functions/v1/process-business-card', (route) =>
    route.fulfill({ json: { success: true, data: readings.shift() } }),
  );
}

test('a vendor scans, checks, keeps, finds, edits, merges and exports cards', async ({
  people,
  openPage,
}) => {
  const page = await openPage(DESKTOP, { as: await people.vendor() });
  const dialog = page.getByRole('dialog');
  const cards = page.getByRole('main').getByRole('button', { name: 'Chen' });
  await playReadings(page, [CHEN, CHEN_AGAIN]);
  await page.goto('/vendor-dashboard/contacts');
  await page.getByRole('navigation', { name: 'Contacts' }).getByRole('link', { name: 'Card box' }).click();
  await expect(page.getByRole('heading', { name: 'No cards yet' })).toBeVisible();
  const picture = await printedCard(page, [CHEN.name, CHEN.company, CHEN.email, CHEN.phone]);

  await test.step('what was read is checked beside the picture before anything is saved', async () => {
    await choosePicture(page, 'Scan Business Card', picture);
    await expectToast(
      page,
      'Business card processed',
      'Information has been extracted from your business card.',
    );
    await expect(dialog.getByRole('button', { name: 'Enlarge the picture' })).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
      'Hard to read. Please compare it with your picture.',
    );
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await dialog.getByRole('button', { name: 'Use 陈思远 instead' }).click();
    await expect(name).toHaveValue('陈思远');
    // The card also keeps the name in the script that does not fill the field.
    await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue(CHEN.name);
    await dialog.getByRole('button', { name: 'Use Chen Siyuan instead' }).click();
    await expect(name).toHaveValue(CHEN.name);
    await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('陈思远');
    // No colour is judged in the middle of a toast's fading.
    await closeToasts(page);
    expect(await axeFindings(page)).toEqual([]);

    await fillIn(page, { Email: 'siyuan at yuanshan' });
    await dialog.getByRole('button', { name: 'Save card' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
      'Invalid email address',
    );
    await fillIn(page, { Email: CHEN.email, Tags: 'lamps، 照明, VIP' });
    await dialog.getByRole('button', { name: 'Save card' }).click();
    await expectToast(page, 'Card saved');
    await expect(page.getByText('1 card', { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Scans to finish' })).toHaveCount(0);
  });

  await test.step('another card of the same person is recognised, and merged without losing anything', async () => {
    await choosePicture(page, 'Scan Business Card', picture);
    await expect(dialog.getByText(/This looks like .*Chen Siyuan/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Save card' }).click();
    await expect(page.getByText('2 cards look like the same person')).toBeVisible();
    await page.getByRole('button', { name: 'Review' }).click();
    await dialog.getByRole('radio', { name: CHEN.name }).check();
    await dialog.getByRole('radio', { name: CHEN.phone }).check();
    await expect(dialog.getByText('Phone: +86 755 5550 1234')).toBeVisible();
    await dialog.getByRole('button', { name: 'Merge 2 cards' }).click();
    await expectToast(page, 'Cards merged');
    await expect(page.getByText('1 card', { exact: true })).toBeVisible();
    await expect(page.getByText('look like the same person')).toHaveCount(0);
  });

  await test.step('a card is edited, and found by what is on it', async () => {
    await cards.click();
    await dialog.getByRole('button', { name: 'Edit' }).click();
    await fillIn(page, { Designation: 'Purchasing Manager' });
    await dialog.getByRole('button', { name: 'Save card' }).click();
    await expect(page.getByText('Purchasing Manager')).toBeVisible();
    const search = page.getByRole('searchbox', { name: 'Search cards' });
    for (const query of ['purchasing', '陈思远', '755 5550', 'vip']) {
      await search.fill(query);
      await expect(page.getByText('1 card found', { exact: true })).toBeVisible();
    }
    await search.fill('nobody');
    await page.getByRole('button', { name: 'Show all cards' }).click();
    await page
      .getByRole('group', { name: 'Show cards with a tag' })
      .getByRole('button', { name: '照明' })
      .click();
    await expect(page.getByText('1 card found', { exact: true })).toBeVisible();
    await closeToasts(page);
    expect(await axeFindings(page)).toEqual([]);
  });

  await test.step('everything is exported', async () => {
    const table = await downloaded(page, 'Export CSV');
    expect(table.name).toBe('Card box.csv');
    expect(table.text.startsWith('\uFEFF"Name","Company"')).toBe(true);
    expect(table.text).toContain(`"'${CHEN.phone}"`);
    expect(table.text).toContain('"lamps, 照明, VIP"');
    const vCards = await downloaded(page, 'Export vCard');
    expect(vCards.text).toContain('FN:Chen Siyuan\r\n');
    expect(vCards.text).toContain('TITLE:Purchasing Manager\r\n');
  });

  await test.step('a card is deleted when one says so twice, and comes back', async () => {
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
  await choosePicture(page, 'Scan Business Card', picture);
  await expect(scans.getByRole('listitem')).toHaveCount(2);
  expect(await axeFindings(page)).toEqual([]);
  expect(await layoutFindings(page)).toEqual([]);

  await test.step('one is discarded, which can be undone; the other outlives the page', async () => {
    await scans.getByRole('button', { name: 'Discard' }).first().click();
    await expect(scans.getByRole('listitem')).toHaveCount(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(scans.getByRole('listitem')).toHaveCount(2);
    await scans.getByRole('button', { name: 'Discard' }).first().click();
    await expect(scans.getByRole('listitem')).toHaveCount(1);
    await page.reload();
    await expect(scans.getByText('Waiting for network')).toBeVisible();
  });

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
    // A page that did not make the scan itself does not open it by itself.
    await page.reload();
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

async function downloaded(page: Page, button: string): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}
