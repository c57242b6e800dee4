import bwipjs from 'bwip-js/node';
import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { expectToast } from '../pages/toasts.ts';

// Chromium on Linux has no BarcodeDetector, so the WebAssembly reader reads these codes.

async function picture(bcid: string, text: string) {
  const buffer = await bwipjs.toBuffer({ bcid, text, scale: 4, padding: 8, backgroundcolor: 'ffffff' });
  return { name: 'badge.png', mimeType: 'image/png', buffer };
}

test('a vendor scans badges: a contact fills a card, an opaque id is a card without a name @long', async ({
  people,
  openPage,
}) => {
  const page = await openPage(PHONE, { as: await people.vendor() });
  await page.goto('/vendor-dashboard/contacts?box');
  const choose = async (bcid: string, text: string) => {
    await page.getByRole('link', { name: 'Scan a badge' }).tap();
    await expect(page.getByRole('heading', { name: 'Scan a badge' })).toBeFocused();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a picture of the code' }).tap();
    await (await chooser).setFiles(await picture(bcid, text));
  };

  await choose('datamatrix', 'https://expo.example/visitor?id=1');
  await expectToast(page, 'This code names no person');
  await page.goBack();

  await choose('pdf417', 'MECARD:N:Okafor,Ada;ORG:Benue Agro Ltd;;');
  const form = page.getByRole('dialog', { name: 'New card' });
  await expect(form.getByRole('textbox', { name: 'Company' })).toHaveValue('Benue Agro Ltd');
  await form.getByRole('button', { name: 'Save card' }).tap();
  await expectToast(page, 'Card saved');
  await expect(page.getByText('Ada Okafor')).toBeVisible();

  await choose('azteccode', '8F3A-22C1-0047');
  await expect(form.getByRole('textbox', { name: 'Badge ID' })).toHaveValue('8F3A-22C1-0047');
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('');
  await form.getByRole('button', { name: 'Save card' }).tap();
  await expect(form).toBeHidden();
  await expect(page.getByText('Badge \u20688F3A-22C1-0047\u2069')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Badge \u20688F3A-22C1-0047\u2069')).toBeVisible();
  await expect(form).toBeHidden();
});
