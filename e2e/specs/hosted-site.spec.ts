import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { loadConfig } from '../../apps/server/src/config/config.ts';
import { writeStaticSite } from '../../apps/server/src/hosted/static-site.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { PASSWORD } from '../fixtures/people.ts';
import { type StaticHost, startStaticHost } from '../fixtures/static-host.ts';
import { expect, test } from '../fixtures/test.ts';
import { bubble, expectChatOpen, send } from '../pages/chat-page.ts';

// The web app as files on a static host, and its data on another origin, as on a hosted Supabase
// (docs/hosted-supabase.md).

let folder: string;
let host: StaticHost;

test.beforeAll(async ({ product }) => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-hosted-site-'));
  const { supabaseKey } = (await (await fetch(`${product.origin}/config.json`)).json()) as {
    supabaseKey: string;
  };
  await writeStaticSite({
    dist: path.resolve(import.meta.dirname, '../../apps/web/dist'),
    out: folder,
    supabaseUrl: product.origin,
    config: loadConfig({ SUPABASE_PUBLISHABLE_KEY: supabaseKey, DATA_DIR: product.dataDir }),
  });
  host = await startStaticHost(folder);
});
test.afterAll(async () => {
  await host?.close();
  await rm(folder, { recursive: true, force: true });
});

test('two people chat, and each change comes over the other origin @long', async ({ people, openPage }) => {
  const [vendor, visitor] = [await people.vendor(), await people.visitor()];
  const sessionId = await people.meet(vendor, visitor);
  const page = await openPage(PHONE, { as: visitor, origin: host.origin });
  const booth = await openPage(DESKTOP, { as: vendor, origin: host.origin });
  await Promise.all([page.goto(`/chat/${sessionId}`), booth.goto(`/chat/${sessionId}`)]);
  await Promise.all([expectChatOpen(page, sessionId), expectChatOpen(booth, sessionId)]);
  await send(page, 'Three hundred lamps, please', 'tap');
  await expect(bubble(booth, 'Three hundred lamps, please')).toBeVisible();
});

test('a stranger opens a code, and enters as a guest @long', async ({ people, openPage }) => {
  const vendor = await people.vendor();
  const sessionId = await people.openSession(vendor);
  const page = await openPage(PHONE, { origin: host.origin });
  await page.goto(`/join/${sessionId}`);
  await expect(page.getByText(vendor.profile.company, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue as guest' })).toBeVisible();
});

test('what only our server has is not offered, with a word why @long', async ({ people, openPage }) => {
  const visitor = await people.visitor();
  const page = await openPage(PHONE, { as: visitor, origin: host.origin });
  await page.goto('/visitor-dashboard/profile');
  await expect(page.getByText('There are no recovery codes here.')).toBeVisible();
  await page.goto('/organiser');
  await expect(page.getByRole('heading', { name: 'This page is not available here' })).toBeVisible();
});

test('a visitor downloads their data, and deletes their account @long', async ({ people, openPage }) => {
  const visitor = await people.visitor();
  const page = await openPage(PHONE, { as: visitor, origin: host.origin });
  await page.goto('/visitor-dashboard/profile');
  const data = page.getByRole('region', { name: 'Your data' });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    data.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(file.suggestedFilename()).toContain(visitor.profile.name);
  await data.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await page.waitForURL(`${host.origin}/`);
});
