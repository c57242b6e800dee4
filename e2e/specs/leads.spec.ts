import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SALMA, SIYUAN } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { appears } from '../pages/appears.ts';
import { expectChatOpen, pressShortcut } from '../pages/chat-page.ts';

// Leads: a vendor's notes about visitors, on a phone without a network, on two devices at once, and
// as a file.

const FORMULA = '=HYPERLINK("https://evil.example","Karim")';

test('notes are taken offline, join those of another device, and are filtered and exported @long', async ({
  people,
  openPage,
}) => {
  // Two devices, offline and back, and two files.
  test.slow();
  const vendor = await people.vendor();
  for (const visitor of [SIYUAN, SALMA, { ...SALMA, name: FORMULA }]) {
    await people.meet(vendor, await people.visitor({ ...visitor, language: 'en' }));
  }
  const phone = await openPage({ ...PHONE, reducedMotion: 'reduce' }, { as: vendor });
  await phone.goto('/vendor-dashboard/leads');
  const onPhone = phone.getByRole('dialog');
  const saved = 'Saved. Only you see this.';

  await test.step('without a network, what is noted is kept', async () => {
    await expect(phone.getByRole('button', { name: SIYUAN.name })).toBeVisible();
    // A long name wraps within its row.
    const long = phone.getByText(FORMULA, { exact: true });
    expect(await long.evaluate((name) => name.getClientRects().length)).toBe(1);
    expect(await long.evaluate((name) => name.scrollWidth - name.clientWidth)).toBe(0);
    await phone.getByRole('button', { name: SIYUAN.name }).click();
    await expect(onPhone.getByText(saved)).toBeVisible();
    await phone.context().setOffline(true);
    await onPhone.getByRole('radio', { name: '4 stars' }).check();
    await onPhone.getByRole('textbox', { name: 'Note' }).fill('五月寄样品');
    await onPhone.getByRole('combobox', { name: 'Tags' }).fill('VIP，');
    await expect(onPhone.getByText('Kept on this device. Waiting for network.')).toBeVisible();
    expect(await layoutFindings(phone)).toEqual([]);
  });

  await test.step('without a network they leave as a file, and the record of that waits', async () => {
    await phone.keyboard.press('Escape');
    await phone.getByRole('button', { name: 'Export' }).click();
    await expect(onPhone.getByText('the 3 people this device knows are exported')).toBeVisible();
    expect((await downloaded(phone, 'CSV')).text).toContain('"4","VIP","","五月寄样品"');
    await expect(phone.getByText('3 people exported')).toBeVisible();
    await phone.keyboard.press('Escape');
    await phone.getByRole('button', { name: SIYUAN.name }).click();
  });

  const desk = await openPage(DESKTOP, { as: vendor });
  const atDesk = desk.getByRole('dialog');

  await test.step('another device writes to the same note meanwhile; both texts are kept', async () => {
    await desk.goto('/vendor-dashboard/leads');
    await desk.getByRole('button', { name: SIYUAN.name }).click();
    await expect(atDesk.getByRole('textbox', { name: 'Note' })).toBeVisible();
    const saving = appears(desk, 'Saving...');
    await atDesk.getByRole('textbox', { name: 'Note' }).fill('Wants 200 lamps');
    await saving;
    await expect(atDesk.getByText(saved)).toBeVisible();
    await phone.context().setOffline(false);
    await expect(onPhone.getByText(saved)).toBeVisible();
    await expect(onPhone.getByRole('textbox', { name: 'Note' })).toHaveValue('Wants 200 lamps\n五月寄样品');
    await expect(atDesk.getByRole('textbox', { name: 'Note' })).toHaveValue('Wants 200 lamps\n五月寄样品');
    await expect(atDesk.getByRole('radio', { name: '4 stars' })).toBeChecked();
    expect(await axeFindings(desk)).toEqual([]);
    await desk.keyboard.press('Escape');
  });

  await test.step('the list is searched and walked through by keyboard, and filtered', async () => {
    await expect(desk.getByText('3 contacts', { exact: true })).toBeVisible();
    // With shortcuts switched off on this device, one key does not lead there.
    const search = desk.getByRole('searchbox');
    await desk.evaluate(() => localStorage.setItem('dragoman-shortcuts', 'off'));
    await desk.keyboard.press('/');
    await expect(search).not.toBeFocused();
    await desk.evaluate(() => localStorage.removeItem('dragoman-shortcuts'));
    await desk.keyboard.press('/');
    await desk.keyboard.type('样品 lamps');
    await expect(desk.getByText('1 contact found', { exact: true })).toBeVisible();
    await desk.keyboard.press('ArrowDown');
    await desk.keyboard.press('Enter');
    await expect(atDesk.getByRole('heading', { name: SIYUAN.name })).toBeVisible();
    await desk.keyboard.press('Escape');
    await expect(desk.getByRole('button', { name: SIYUAN.name })).toBeFocused();
    await desk.getByRole('button', { name: 'Clear search' }).click();
    await desk.getByRole('combobox', { name: 'Rating' }).selectOption('3 stars or more');
    await desk.getByRole('combobox', { name: 'Tags' }).selectOption('VIP');
    await expect(desk.getByText('1 contact found', { exact: true })).toBeVisible();
  });

  await test.step('exports hold everything and no formula, and are recorded; then no lead is new', async () => {
    await desk.getByRole('button', { name: 'Export' }).click();
    await expect(atDesk.getByRole('listitem').filter({ hasText: 'Recorded' })).toContainText(
      'CSV · a part · 3 contacts',
    );
    await atDesk.getByRole('radio', { name: 'Everyone' }).check();
    const table = await downloaded(desk, 'CSV');
    expect(table.text.startsWith('\uFEFF"Name","Company"')).toBe(true);
    expect(table.text.split('\r\n')).toHaveLength(5);
    expect(table.text).toContain(`"'=HYPERLINK(""https://evil.example"",""Karim"")"`);
    expect(table.text).toContain('"New","4","VIP","","Wants 200 lamps\n五月寄样品"');
    expect(table.text).toContain(SALMA.name);
    await atDesk.getByRole('radio', { name: 'New or changed since the last export' }).check();
    await atDesk.getByRole('button', { name: 'Excel' }).click();
    await expect(desk.getByText('Nothing to export: no one is new.')).toBeVisible();
    await expect(atDesk.getByText('CSV · everyone · 3 contacts')).toBeVisible();
    await atDesk.getByRole('radio', { name: '1 person in the list' }).check();
    expect((await downloaded(desk, 'Excel')).text.startsWith('PK')).toBe(true);
  });
});

test('a vendor writes questions, which stand in the notes beside a chat; a visitor is reminded of a vendor @long', async ({
  people,
  openPage,
}) => {
  const [vendor, visitor] = [await people.vendor(), await people.visitor({ ...SALMA, language: 'en' })];
  const session = await people.meet(vendor, visitor);
  const desk = await openPage(DESKTOP, { as: vendor });
  const dialog = desk.getByRole('dialog');
  await desk.goto('/vendor-dashboard/leads');
  await desk.getByRole('button', { name: 'Questions' }).click();
  await dialog.getByRole('button', { name: 'Add question' }).click();
  await dialog.getByRole('textbox', { name: /^Question/ }).fill('ما الكمية؟');
  await dialog.getByRole('combobox', { name: 'Answer' }).selectOption('One of several');
  await dialog.getByRole('textbox', { name: 'Choices' }).fill('100\n1000');
  await dialog.getByRole('button', { name: 'Save questions' }).click();
  await expect(dialog).toBeHidden();

  await desk.goto(`/chat/${session}`);
  await expectChatOpen(desk, session);
  await pressShortcut(desk, 'Notes');
  await dialog.getByRole('combobox', { name: 'ما الكمية؟' }).selectOption('1000');
  await expect(dialog.getByText('Saved. Only you see this.')).toBeVisible();

  const phone = await openPage(PHONE, { as: visitor });
  const sheet = phone.getByRole('dialog');
  await phone.goto('/visitor-dashboard/leads');
  await phone.getByRole('button', { name: vendor.profile.name }).click();
  const today = await phone.evaluate(() => {
    const now = new Date();
    return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  });
  await sheet.getByLabel('Reminder').fill(today);
  await expect(sheet.getByText('Saved. Only you see this.')).toBeVisible();
  await phone.goto('/visitor-dashboard');
  const due = phone.getByRole('region', { name: 'To follow up today' });
  await expect(due.getByRole('button', { name: vendor.profile.name })).toBeVisible();
});

async function downloaded(page: Page, button: string): Promise<{ text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click(),
  ]);
  return { text: await readFile(await download.path(), 'utf8') };
}
