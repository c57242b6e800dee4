import { readFile } from 'node:fs/promises';
import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { axeFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { PASSWORD } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { bubble } from '../pages/chat-page.ts';
import { closeToasts } from '../pages/toasts.ts';

// The account's data: export, the record of exports, and deletion (docs/adr/0032).

async function unzip(path: string): Promise<Map<string, string>> {
  const zip = new ZipReader(new BlobReader(new Blob([await readFile(path)])), { useWebWorkers: false });
  const files = new Map<string, string>();
  for (const entry of await zip.getEntries()) {
    if (!entry.directory) files.set(entry.filename, await entry.getData(new TextWriter()));
  }
  return files;
}

test('a visitor takes everything along, and deletes the account; the vendor’s open chat says that it is gone', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor({ name: 'Lucía Ferrer' });
  const sessionId = await people.meet(vendor, visitor);
  await people.sendMessage(visitor, sessionId, { content: 'Three hundred lamps, please' });
  const [page, booth] = [await openPage(PHONE, { as: visitor }), await openPage(DESKTOP, { as: vendor })];
  await booth.goto(`/chat/${sessionId}`);
  await expect(bubble(booth, 'Three hundred lamps, please')).toBeVisible();
  await page.goto('/visitor-dashboard/profile');
  const section = page.getByRole('region', { name: 'Your data' });
  await expect(section.getByText('Nothing yet.')).toBeVisible();

  await test.step('one file has everything, and the record says so', async () => {
    const download = page.waitForEvent('download');
    await section.getByRole('button', { name: 'Download my data' }).click();
    const files = await unzip(await (await download).path());
    expect(files.get('README.en.txt')).toContain('chats/');
    expect(JSON.parse(files.get('profile.json') ?? '')).toMatchObject([{ name: 'Lucía Ferrer' }]);
    expect([...files.values()].join()).toContain('Three hundred lamps, please');
    expect(files.get('contacts/contacts.vcf')).toContain(`FN:${vendor.profile.name}`);
    await expect(section.getByRole('listitem')).toContainText(/Whole account · ZIP.*Chrome on Linux/s);
  });

  await test.step('the account is deleted with the password alone', async () => {
    await section.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(dialog.getByText('1 chat, for the other person as well: 1 message')).toBeVisible();
    await dialog.getByLabel('Your Password').fill('a wrong password');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('That password is not right.');
    await closeToasts(page);
    expect([await axeFindings(page), await layoutFindings(page)]).toEqual([[], []]);
    await dialog.getByLabel('Your Password').fill(PASSWORD);
    // A proxy that waits no longer: first for nothing at all, then for work that is done.
    const call = '**/functions/v1/delete-account';
    await page.route(call, (route) => route.fulfill({ status: 504 }), { times: 1 });
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The deletion may still be under way');
    await page.route(
      call,
      async (route) => {
        expect((await route.fetch()).status()).toBe(200);
        await route.fulfill({ status: 504 });
      },
      { times: 1 },
    );
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(page.getByRole('heading', { name: 'Connect Globally, Network Instantly' })).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect(
      page.getByRole('button', { name: 'Sign Up' }).or(page.getByRole('link', { name: 'Sign Up' })),
    ).toBeVisible();
  });

  await expect(booth.getByRole('heading', { name: 'Chat session not found' })).toBeVisible();
  await expect(booth.getByText('It may have been deleted')).toBeVisible();
  await expect(booth.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
});
