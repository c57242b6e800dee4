import type { Locator, Page } from '@playwright/test';
import { whileClosed } from '../fixtures/closed-table.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SIYUAN } from '../fixtures/people.ts';
import { clearSiteData } from '../fixtures/signed-in-state.ts';
import { expect, test } from '../fixtures/test.ts';
import { expectChatOpen } from '../pages/chat-page.ts';
import { expectToast, toasts } from '../pages/toasts.ts';

// The error catalogue (specification 8.5, 8.9), each row by a real fault: codes, contacts, joining,
// opening a chat.

const NO_SUCH_SESSION = '00000000-0000-4000-8000-000000000000';
const REFUSED = 'new row for relation "sessions" violates check constraint "closed"';

test('a session that cannot be created: from a code it is said, from the contacts only logged @long', async ({
  people,
  server,
  openPage,
}) => {
  const vendor = await people.vendor();
  await people.meet(vendor, await people.visitor());
  const page = await openPage(DESKTOP, { as: vendor });
  await page.goto('/vendor-dashboard/qr-codes');
  const generate = page.getByRole('button', { name: 'Generate New QR Code' });
  await expect(generate).toBeVisible();

  await whileClosed(server, 'sessions', async () => {
    await generate.click();
    await expectToast(page, 'Error', REFUSED);
    await page.goto('/vendor-dashboard/contacts');
    const logged = page.waitForEvent('console', (line) => line.text().includes('Session creation'));
    await startChat(page);
    expect((await logged).text()).toContain('Session creation from contacts failed');
    await expect(startButton(page)).toBeEnabled();
    await expect(toasts(page)).toHaveCount(0);
    await expect(page).toHaveURL('/vendor-dashboard/contacts');
  });
  await startChat(page);
  await expect(page).toHaveURL(/\/chat\//);

  await test.step('no network, then no session', async () => {
    await page.goto('/vendor-dashboard/qr-codes');
    await expect(generate).toBeVisible();
    await page.context().setOffline(true);
    await generate.click();
    await expectToast(page, 'Error', 'Failed to generate QR code');
    await page.context().setOffline(false);
    await clearSiteData(generate);
    await expectToast(page, 'Error', 'You must be logged in to generate a QR code');
  });
});

test('an invitation and a chat that do not load can be tried again @long', async ({
  people,
  server,
  openPage,
  wire,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  const sessionId = await people.openSession(vendor);
  const page = await openPage(PHONE, { as: visitor, origin: wire.origin });
  const join = page.getByRole('button', { name: 'Join Session' });

  await test.step('invitation', async () => {
    wire.cut('services');
    await page.goto(`/join/${sessionId}`);
    await expectToast(page, 'Session Error', 'Failed to load session');
    wire.restore();
    await tryAgain(page, join);
  });
  await test.step('joining', async () => {
    await whileClosed(server, 'sessions', async () => {
      await join.click();
      await expectToast(page, 'Error', 'Failed to join session');
    });
    await join.click();
    await expectChatOpen(page, sessionId);
  });
  await test.step('chat', async () => {
    const other = await people.meet(vendor, visitor);
    wire.cut('services');
    await page.goto(`/chat/${other}`);
    await expectToast(page, 'Session Error', 'Failed to load session');
    await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
    wire.restore();
    await tryAgain(page, page.getByRole('log'));
    await expectChatOpen(page, other);
  });
  await test.step('no such session', async () => {
    for (const [path, heading] of [
      [`/chat/${NO_SUCH_SESSION}`, 'Chat session not found'],
      [`/join/${NO_SUCH_SESSION}`, 'Session Not Found'],
    ] as const) {
      await page.goto(path);
      await expectToast(page, 'Session Error', 'Session not found');
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    }
    await page.getByRole('link', { name: 'Go Home' }).click();
    await expect(page).toHaveURL(/\/visitor-dashboard$/);
  });
});

/**
 * Presses the button until `goal` is there. The page looks for the server by itself as well, and
 * may be first.
 */
async function tryAgain(page: Page, goal: Locator): Promise<void> {
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again.or(goal).first()).toBeVisible();
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(goal).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

function startButton(page: Page) {
  return page
    .getByRole('row')
    .filter({ hasText: SIYUAN.name })
    .getByRole('button', { name: /Start Chat/ });
}

function startChat(page: Page): Promise<void> {
  return startButton(page).click();
}
