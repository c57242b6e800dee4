import { expect, test } from '../fixtures/test.ts';
import { readQr } from '../media/read-qr.ts';

// Sharing, copying and downloading a code: features/qr-codes/components/code-actions.component.long.test.tsx of the web app.

function pages(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test('what is printed is a poster on one page: brand, vendor, code and hint, and nothing of the app', async ({
  people,
  openPage,
  server,
}) => {
  const vendor = await people.vendor();
  const sessionId = await people.openSession(vendor);
  const page = await openPage({ viewport: { width: 794, height: 1123 } }, { as: vendor });
  await page.goto(`/vendor-dashboard/qr-codes?session=${sessionId}`);
  await expect(page.getByText('Scan this QR code to start a chat session')).toBeVisible();
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
