import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { choosePicture, printedCard } from '../media/pictures.ts';
import { readQr } from '../media/read-qr.ts';
import { expectToast } from '../pages/toasts.ts';

async function download(page: Page, format: string): Promise<{ name: string; content: Buffer }> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download ${format}` }).click();
  const file = await started;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

test('a booth code with colours and a logo is made, printed and read, and gives each visitor a chat of their own @long', async ({
  people,
  openPage,
  server,
}) => {
  // Drawing and reading is work for a busy machine.
  test.slow();
  const vendor = await people.vendor();
  const page = await openPage(DESKTOP, { as: vendor });
  const readable = page.getByText('Phones read this code well.');
  const link = page.getByText(`${server.origin}/b/`);

  await test.step('the style is read before it is offered', async () => {
    await page.goto('/vendor-dashboard/qr-codes');
    await page.getByRole('button', { name: 'New booth code' }).click();
    await page.getByLabel('Name').fill('Street lamps');
    await expect(readable).toBeVisible();
    await page.getByLabel('Code', { exact: true }).fill('#ffd9a0');
    await expect(page.getByText('Choose colours with more contrast')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Make the code' })).toBeDisabled();
    await page.getByRole('button', { name: 'Wine on pale rose' }).click();

    const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const drawing = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(script) };
    await choosePicture(page, 'Choose a logo', drawing);
    await expect(page.getByText('SVG files can hold scripts')).toBeVisible();
    const logo = await printedCard(page, ['LAMP']);
    // A photograph of a phone: bytes after the picture in its file are no part of it.
    const large = Buffer.concat([logo.buffer, Buffer.alloc(10 * 1024 * 1024)]);
    await choosePicture(page, 'Choose a logo', { ...logo, buffer: large });
    await expect(page.getByRole('button', { name: 'Change logo' })).toBeVisible();
    await expect(readable).toBeVisible();
    await page.getByRole('button', { name: 'Make the code' }).click();
    await expectToast(page, 'Code saved');
  });

  const wanted = (await link.innerText()).trim();

  await test.step('posters and the code by itself are files that decode', async () => {
    await page.getByLabel('Size').selectOption('Badge, 54 × 86 mm');
    await page.getByLabel('Language of the poster').selectOption('العربية');
    const poster = await download(page, 'PNG');
    expect(poster.name).toBe('Street lamps BADGE ar.png');
    expect(await readQr(poster.content)).toBe(wanted);
    const pdf = (await download(page, 'PDF')).content.toString('latin1');
    expect(pdf).toContain('/MediaBox [0 0 153.120 243.840]');
    expect(pdf.trimEnd().endsWith('%%EOF')).toBe(true);
    await page.getByLabel('Size').selectOption('The code alone');
    expect(await readQr((await download(page, 'PNG')).content)).toBe(wanted);
  });

  const visitor = await people.visitor({ language: 'en' });
  const path = new URL(wanted).pathname;

  await test.step('a visitor joins, and comes back to the same chat', async () => {
    const phone = await openPage(PHONE, { as: visitor });
    await phone.goto(path);
    await expect(phone.getByText('Street lamps', { exact: true })).toBeVisible();
    await phone.getByRole('button', { name: 'Join Session' }).click();
    await expect(phone).toHaveURL(/\/chat\//);
    const first = phone.url();
    await phone.goto(path);
    await expect(phone).toHaveURL(first);
  });

  await test.step('the vendor replaces the link', async () => {
    await page.getByRole('button', { name: 'Replace link' }).click();
    await page.getByRole('button', { name: 'Replace now' }).click();
    await expectToast(page, 'The link was replaced');
    await expect(link).not.toHaveText(wanted);
  });
});
