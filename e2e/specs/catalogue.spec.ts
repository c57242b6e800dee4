import type { Locator, Page } from '@playwright/test';
import { axeFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { SALMA, SIYUAN } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { type Language, said, saidWithin, textOf } from '../fixtures/texts.ts';
import { phonePhoto } from '../media/photo.ts';
import type { PictureFile } from '../media/pictures.ts';
import { priceList, storedFile } from '../pages/attachments.ts';
import { bubbles, openChat } from '../pages/chat-page.ts';

// A booth's brochures and products (docs/adr/0086).

const CATALOGUE = '/vendor-dashboard/profile?catalogue';
const { lamp, brochure } = SAID.en;
const [NAME = '', DESCRIPTION = ''] = lamp.text.split('\n');
const PRICE = 'USD 12.50–15.00 FOB';
const MINIMUM = '500 pcs';

async function choose(dialog: Locator, button: string, file: PictureFile): Promise<void> {
  const chooser = dialog.page().waitForEvent('filechooser');
  await dialog.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(file);
}

/** Nothing is too wide, and axe finds nothing. */
async function expectFit(page: Page): Promise<void> {
  expect([await axeFindings(page), await layoutFindings(page)]).toEqual([[], []]);
}

/** Opens the catalogue over the chat, and sends an item: two taps. */
async function sendItem(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: said('catalogue.open') }).tap();
  const sheet = page.getByRole('dialog', { name: said('catalogue.open') });
  await expect(sheet.getByRole('button', { name })).toBeVisible();
  await expectFit(page);
  await sheet.getByRole('button', { name }).tap();
  await expect(sheet).toBeHidden();
}

test('a product is sent with two taps, and read in the language of each visitor @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const readers = [
    { language: 'zh', person: await people.visitor(SIYUAN), words: lamp.zh },
    { language: 'ar', person: await people.visitor(SALMA), words: lamp.ar },
  ] as const;
  const page = await openPage(PHONE, { as: vendor });
  await page.goto(CATALOGUE);
  await page.getByRole('button', { name: 'Add product' }).click();
  const form = page.getByRole('dialog', { name: 'Add product' });
  const photo = await phonePhoto(page, { width: 2_400, height: 1_600, halves: ['#b08030', '#705020'] });
  expect(photo.buffer.includes('Exif')).toBe(true);
  await choose(form, 'Choose a picture', photo);
  await expect(form.getByRole('img', { name: 'Picture' })).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert')).toHaveText('Write a name.');
  await expectFit(page);
  await form.getByLabel('Product name').fill(NAME);
  await form.getByLabel('Price').fill(PRICE);
  await form.getByLabel('Minimum order').fill(MINIMUM);
  await form.getByLabel('Description').fill(DESCRIPTION);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: NAME })).toContainText(PRICE);

  const hands: Page[] = [];
  for (const { language, person, words } of readers) {
    const chat = await people.meet(vendor, person);
    const hand = await openChat(await openPage(PHONE, { as: person }), chat);
    hands.push(hand);
    await openChat(page, chat);
    await sendItem(page, NAME);
    await expectProduct(hand, language, words);
    await expectFit(hand);
    // Its writer reads the original, and the translation below.
    await expect(bubbles(page).first()).toContainText(NAME);
    const { message, bytes } = await storedFile(person, chat);
    expect(message).toMatchObject({ type: 'file', file_name: `${NAME}.jpg`, file_size: bytes.length });
    for (const mark of ['Exif', 'GPS']) expect(bytes.includes(mark), mark).toBe(false);
  }

  await test.step('what was sent stays when the product is removed', async () => {
    await page.goto(CATALOGUE);
    await page.getByRole('button', { name: textOf('en', 'catalogue.remove', { name: NAME }) }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('The catalogue is empty')).toBeVisible();
    await hands[0]?.reload();
    await expectProduct(hands[0] as Page, 'zh', lamp.zh);
  });
});

/** The card of a product as its reader sees it, with the original one tap away. */
async function expectProduct(hand: Page, language: Language, words: string): Promise<void> {
  const [name = '', description = ''] = words.split('\n');
  const card = bubbles(hand).first();
  await expect(card.getByText(name, { exact: true })).toBeVisible();
  await expect(card.getByText(description)).toBeVisible();
  for (const [label, text] of [
    ['catalogue.price', PRICE],
    ['catalogue.minimum', MINIMUM],
  ] as const) {
    await expect(card.getByRole('term').filter({ hasText: textOf(language, label) })).toBeVisible();
    await expect(card.getByRole('definition').filter({ hasText: text })).toBeVisible();
  }
  const picture = card.getByRole('button', {
    name: textOf(language, 'chat.attach.open', { name: `${NAME}.jpg` }),
  });
  await expect(picture.locator('img')).toBeVisible();
  const original = card.getByText(DESCRIPTION);
  await expect(original).toBeVisible();
  const fold = card.getByRole('button', { name: saidWithin('chat.translated') });
  await fold.tap();
  await expect(original).toBeHidden();
  await fold.tap();
  await expect(original).toBeVisible();
}

test('a brochure is a PDF, and a file of the chat @long', async ({ people, openPage }) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor(SIYUAN);
  const chat = await people.meet(vendor, visitor);
  const page = await openPage({ ...DESKTOP, hasTouch: true }, { as: vendor });
  await page.goto(CATALOGUE);
  await page.getByRole('button', { name: 'Add brochure' }).click();
  const form = page.getByRole('dialog', { name: 'Add brochure' });
  await choose(form, 'Choose a PDF', { ...priceList('x.pdf'), name: 'prices.docx' });
  await expect(form.getByRole('alert')).toBeVisible();
  await choose(form, 'Choose a PDF', priceList(`${brochure.text}.pdf`, 400_000));
  await expect(form.getByLabel('Title')).toHaveValue(brochure.text);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '400 kB' })).toBeVisible();

  const hand = await openChat(await openPage(PHONE, { as: visitor }), chat);
  await openChat(page, chat);
  await sendItem(page, brochure.text);
  const sent = bubbles(hand).first();
  await expect(sent).toContainText(`${brochure.text}.pdf`);
  await expect(sent.getByText(brochure.zh, { exact: true })).toBeVisible();
  const download = hand.waitForEvent('download');
  await sent.getByRole('button', { name: new RegExp(`${brochure.text}\\.pdf`) }).click();
  expect((await download).suggestedFilename()).toBe(`${brochure.text}.pdf`);
  expect((await storedFile(visitor, chat)).bytes.length).toBe(400_000);
});
