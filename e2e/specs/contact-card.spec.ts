import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SALMA } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { readQr } from '../media/read-qr.ts';
import { expectChatOpen } from '../pages/chat-page.ts';
import { expectToast } from '../pages/toasts.ts';

const REACHABLE = {
  designation: 'Head of Sales',
  phone: '+971 4 555 0142',
  website: 'https://harbour.example/lamps',
  linkedin: 'linkedin.com/in/nora-whitfield',
  whatsapp: '+971 (50) 555-0142',
  wechat: 'harbour_lighting',
};

/** The full card, opened from the name in the chat. */
async function openCard(page: Page, sessionId: string, name: string): Promise<Locator> {
  await page.goto(`/chat/${sessionId}`);
  await expectChatOpen(page, sessionId);
  await page.getByRole('heading', { name }).getByRole('button').click();
  const card = page.getByRole('dialog', { name: 'Contact card' });
  await expect(card).toBeVisible();
  return card;
}

test.describe('the full card', () => {
  test('shows who it is, links every way to reach them, and has codes for WhatsApp and WeChat', async ({
    people,
    openPage,
  }) => {
    const vendor = await people.vendor(REACHABLE);
    const visitor = await people.visitor();
    const page = await openPage(PHONE, { as: visitor });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const card = await openCard(page, await people.meet(vendor, visitor), vendor.profile.name);

    for (const text of [vendor.profile.name, 'Head of Sales', vendor.profile.company]) {
      await expect(card.getByText(text, { exact: true })).toBeVisible();
    }
    const links: Record<string, [href: string, newTab: boolean]> = {
      Email: [`mailto:${vendor.email}`, false],
      Phone: ['tel:+97145550142', false],
      Website: ['https://harbour.example/lamps', true],
      LinkedIn: ['https://linkedin.com/in/nora-whitfield', true],
    };
    for (const [name, [href, newTab]] of Object.entries(links)) {
      const link = card.getByRole('link', { name: new RegExp(`^${name}`) });
      await expect(link).toHaveAttribute('href', href);
      if (!newTab) {
        await expect(link).not.toHaveAttribute('target');
        continue;
      }
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', /\bnoopener\b/);
    }

    const dialog = page.getByRole('dialog', { name: vendor.profile.name });
    await test.step('the WhatsApp code is 16 rem square and opens a chat with the digits of the number', async () => {
      await card.getByRole('button', { name: 'WhatsApp QR' }).click();
      await expect(dialog.getByText('Scan to chat on WhatsApp', { exact: true })).toBeVisible();
      expect(await dialog.getByRole('img').boundingBox()).toMatchObject({ width: 256, height: 256 });
      expect(await readQr(await page.screenshot({ animations: 'disabled' }))).toBe(
        'https://wa.me/+971505550142',
      );
      // Back to the card, with the focus where it was.
      await page.keyboard.press('Escape');
      await expect(card.getByRole('button', { name: 'WhatsApp QR' })).toBeFocused();
    });

    await test.step('the WeChat code holds the ID itself, in dark mode too, and the ID can be copied', async () => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await card.getByRole('button', { name: 'WeChat QR' }).click();
      await expect(dialog.getByText('Scan to connect on WeChat', { exact: true })).toBeVisible();
      expect(await dialog.getByRole('img').boundingBox()).toMatchObject({ width: 256, height: 256 });
      expect(await readQr(await page.screenshot({ animations: 'disabled' }))).toBe('harbour_lighting');

      await dialog.getByRole('button', { name: 'Copy WeChat ID' }).click();
      await expectToast(page, 'WeChat ID Copied');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('harbour_lighting');
    });
  });

  test('leaves out what was not given, links nothing but web addresses, and reaches WhatsApp by the telephone number @long', async ({
    people,
    openPage,
  }) => {
    const visitor = await people.visitor();
    const page = await openPage(PHONE, { as: visitor });

    const reticent = await people.vendor({
      linkedin: 'javascript:alert(document.domain)',
      website: 'ask me',
    });
    const card = await openCard(page, await people.meet(reticent, visitor), reticent.profile.name);
    await expect(card.getByRole('link')).toHaveCount(1);
    await expect(card.getByRole('link', { name: /^Email/ })).toBeVisible();
    await expect(card.getByText('javascript:alert(document.domain)')).toBeVisible();
    await expect(card.getByText('Phone')).toHaveCount(0);
    await expect(card.getByRole('button', { name: /QR/ })).toHaveCount(0);

    const vendor = await people.vendor({ phone: '٠٠٩٧١ ٥٠ ٥٥٥ ٠١٤٢' });
    await openCard(page, await people.meet(vendor, visitor), vendor.profile.name);
    await card.getByRole('button', { name: 'WhatsApp QR' }).click();
    await expect(page.getByText('Scan to chat on WhatsApp', { exact: true })).toBeVisible();
    expect(await readQr(await page.screenshot({ animations: 'disabled' }))).toBe(
      'https://wa.me/+971505550142',
    );
  });

  test('is saved as a vCard named after the person', async ({ people, openPage }) => {
    const visitor = await people.visitor({ ...SALMA, phone: '+966 50 555 0188', designation: 'مديرة' });
    const vendor = await people.vendor();
    const page = await openPage(DESKTOP, { as: vendor });
    const card = await openCard(page, await people.meet(vendor, visitor), SALMA.name);

    const download = page.waitForEvent('download');
    await card.getByRole('button', { name: 'Save Contact' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`${SALMA.name}.vcf`);
    expect(await readFile(await file.path(), 'utf8')).toBe(
      [
        'BEGIN:VCARD',
        'VERSION:3.0',
        'N:الخطيب;سلمى;;;',
        `FN:${SALMA.name}`,
        `ORG:${SALMA.company}`,
        'TEL;TYPE=WORK,VOICE:+966505550188',
        `EMAIL;TYPE=INTERNET:${visitor.email}`,
        'END:VCARD',
        '',
      ].join('\r\n'),
    );
  });

  test('previews on the overview what others see of oneself @long', async ({ people, openPage }) => {
    const vendor = await people.vendor(REACHABLE);
    const page = await openPage(PHONE, { as: vendor });
    await page.goto('/vendor-dashboard');
    await page.getByRole('button', { name: 'Preview card' }).click();
    const card = page.getByRole('dialog', { name: 'Your card' });
    await expect(card.getByText('Head of Sales', { exact: true })).toBeVisible();
    await expect(card.getByRole('link', { name: /^Website/ })).toBeVisible();
    await expect(card.getByRole('button', { name: 'WeChat QR' })).toBeVisible();
  });
});

test('the compact card calls, shows the WhatsApp code, says N/A for what is missing, and opens into the full one @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor({ designation: '采购经理', phone: '+86 571 5550 8821' });
  const secretive = await people.visitor({ company: '' });
  for (const guest of [visitor, secretive]) await people.meet(vendor, guest);
  const page = await openPage(PHONE, { as: vendor });
  await page.goto('/vendor-dashboard/contacts');

  const card = page.getByRole('listitem').filter({ hasText: visitor.email });
  for (const text of [visitor.profile.name, '采购经理', visitor.profile.company]) {
    await expect(card.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(card.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+8657155508821');
  await card.getByRole('button', { name: 'WhatsApp QR' }).click();
  await expect(page.getByText('Scan to chat on WhatsApp', { exact: true })).toBeVisible();
  expect(await readQr(await page.screenshot({ animations: 'disabled' }))).toBe(
    'https://wa.me/+8657155508821',
  );
  await page.keyboard.press('Escape');

  const other = page.getByRole('listitem').filter({ hasText: secretive.email });
  await expect(other.getByText('N/A', { exact: true })).toBeVisible();
  await expect(other.getByText('Phone: N/A', { exact: true })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Call' })).toHaveCount(0);
  await expect(other.getByRole('button', { name: 'WhatsApp QR' })).toHaveCount(0);
  await other.getByRole('button', { name: secretive.profile.name }).click();
  const dialog = page.getByRole('dialog', { name: 'Contact card' });
  await expect(dialog.getByRole('link', { name: /^Email/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Start Chat' }).click();
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/);
});
