import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import type { Person } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { readQr } from '../media/read-qr.ts';
import { expectToast } from '../pages/toasts.ts';

async function showCode(page: Page, sessionId: string): Promise<void> {
  await page.goto(`/vendor-dashboard/qr-codes?session=${sessionId}`);
  await expect(page.getByText('Scan this QR code to start a chat session')).toBeVisible();
}

async function download(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await started;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

/** Width and height of a PNG, out of its first chunk. */
function pngSize(png: Buffer): { width: number; height: number } {
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

function pages(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

const VENDORS: Record<string, Partial<Person['profile']>> = {
  English: { name: 'Nora Whitfield', company: 'Harbour Lighting' },
  Chinese: { name: '郭思远', company: '澄川精密五金' },
  Arabic: { name: 'كريم الحداد', company: 'شركة نخيل الخليج للتجارة' },
};

for (const [script, profile] of Object.entries(VENDORS)) {
  // Its words are laid out from right to left, and joined; the others are in `npm run test:long`.
  const isLong = script !== 'Arabic';
  test(`a code is kept as PNG and SVG that decode, with a name in ${script}${isLong ? ' @long' : ''}`, async ({
    people,
    openPage,
    server,
  }) => {
    const vendor = await people.vendor(profile);
    const sessionId = await people.openSession(vendor);
    const page = await openPage(DESKTOP, { as: vendor });
    await showCode(page, sessionId);
    const link = `${server.origin}/join/${sessionId}`;
    const name = `${profile.company} QR ${sessionId.slice(0, 8)}`;

    const png = await download(page, 'Download PNG');
    expect(png.name).toBe(`${name}.png`);
    const size = pngSize(png.content);
    expect(size.width).toBeGreaterThanOrEqual(1024);
    expect(size.height, 'there is room for the words').toBeGreaterThan(size.width);
    expect(await readQr(png.content)).toBe(link);

    const svg = await download(page, 'Download SVG');
    expect(svg.name).toBe(`${name}.svg`);
    const drawing = await openPage({ viewport: { width: 900, height: 1300 } });
    await drawing.setContent(svg.content.toString('utf8'));
    for (const text of [
      'Dragoman',
      profile.name,
      profile.company,
      'Scan this QR code to start a chat session',
    ]) {
      await expect(drawing.getByText(text ?? '', { exact: true })).toBeVisible();
    }
    const picture = await drawing.locator('svg').screenshot();
    expect(await readQr(picture)).toBe(link);
  });
}

test('what is printed is a poster on one page: brand, vendor, code and hint, and nothing of the app', async ({
  people,
  openPage,
  server,
}) => {
  const vendor = await people.vendor();
  const sessionId = await people.openSession(vendor);
  const page = await openPage({ viewport: { width: 794, height: 1123 } }, { as: vendor });
  await showCode(page, sessionId);
  const poster = page.getByTestId('print-poster');
  await expect(poster).toBeHidden();

  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed');

  // The result of the browser's own print command, before the test emulates print media.
  const pdf = await page.pdf({ format: 'A4' });
  expect(pages(pdf)).toBe(1);

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('#root')).toBeHidden();
  for (const text of [
    'Dragoman',
    vendor.profile.name,
    vendor.profile.company,
    'Scan this QR code to start a chat session',
  ]) {
    await expect(poster.getByText(text, { exact: true })).toBeVisible();
  }
  expect(await readQr(await page.screenshot({ animations: 'disabled' }))).toBe(
    `${server.origin}/join/${sessionId}`,
  );
  for (const paper of [{ landscape: true }, { format: 'Letter' }]) {
    expect(pages(await page.pdf({ format: 'A4', ...paper }))).toBe(1);
  }
});

test('the link is copied', async ({ people, openPage, server }) => {
  const vendor = await people.vendor();
  const sessionId = await people.openSession(vendor);
  const page = await openPage(DESKTOP, { as: vendor });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await showCode(page, sessionId);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expectToast(page, 'Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${server.origin}/join/${sessionId}`,
  );
});

test('where the device has a share sheet, it gets the link @long', async ({ people, openPage, server }) => {
  const vendor = await people.vendor();
  const sessionId = await people.openSession(vendor);
  const page = await openPage(PHONE, { as: vendor });
  // A desktop browser without a screen has no sheet to open; this records what a phone's would get.
  await page.addInitScript(() => {
    const share = async (data: ShareData) => {
      document.documentElement.setAttribute('data-shared', data.url ?? '');
    };
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  });
  await showCode(page, sessionId);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-shared', `${server.origin}/join/${sessionId}`);
});
