import type { Page } from '@playwright/test';
import { PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { SIYUAN } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { said, saidWithin, textOf } from '../fixtures/texts.ts';
import { phonePhoto } from '../media/photo.ts';
import { storedFile } from '../pages/attachments.ts';
import { bubbles, openChat } from '../pages/chat-page.ts';

// A product of a booth's catalogue on its way to a visitor (docs/adr/0086).

const { lamp } = SAID.en;
const [NAME = '', DESCRIPTION = ''] = lamp.text.split('\n');
const PRICE = 'USD 12.50–15.00 FOB';

test('a product is sent with two taps, and read in the language of the visitor @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor(SIYUAN);
  const chat = await people.meet(vendor, visitor);
  const page = await openPage(PHONE, { as: vendor });
  await page.goto('/vendor-dashboard/profile?catalogue');
  await page.getByRole('button', { name: 'Add product' }).click();
  const form = page.getByRole('dialog', { name: 'Add product' });
  const photo = await phonePhoto(page, { width: 2_400, height: 1_600, halves: ['#b08030', '#705020'] });
  expect(photo.buffer.includes('Exif')).toBe(true);
  const chooser = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: 'Choose a picture' }).click();
  await (await chooser).setFiles(photo);
  await form.getByLabel('Product name').fill(NAME);
  await form.getByLabel('Price').fill(PRICE);
  await form.getByLabel('Description').fill(DESCRIPTION);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: NAME })).toContainText(PRICE);

  const hand = await openChat(await openPage(PHONE, { as: visitor }), chat);
  await openChat(page, chat);
  await page.getByRole('button', { name: said('catalogue.open') }).tap();
  await page.getByRole('dialog').getByRole('button', { name: NAME }).tap();
  await expectProduct(hand);
  // Its writer reads the original, and the translation below.
  await expect(bubbles(page).first()).toContainText(NAME);
  const { message, bytes } = await storedFile(visitor, chat);
  expect(message).toMatchObject({ type: 'file', file_name: `${NAME}.jpg`, file_size: bytes.length });
  for (const mark of ['Exif', 'GPS']) expect(bytes.includes(mark), mark).toBe(false);
});

/** The card of a product as its Chinese reader sees it, with the original one tap away. */
async function expectProduct(hand: Page): Promise<void> {
  const card = bubbles(hand).first();
  await expect(card.getByText(lamp.zh.split('\n')[0] ?? '', { exact: true })).toBeVisible();
  await expect(card.getByRole('definition').filter({ hasText: PRICE })).toBeVisible();
  const picture = card.getByRole('button', {
    name: textOf('zh', 'chat.attach.open', { name: `${NAME}.jpg` }),
  });
  await expect(picture.locator('img')).toBeVisible();
  const original = card.getByText(DESCRIPTION);
  await expect(original).toBeVisible();
  await card.getByRole('button', { name: saidWithin('chat.translated') }).tap();
  await expect(original).toBeHidden();
}
