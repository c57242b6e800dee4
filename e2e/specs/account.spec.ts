import type { BrowserContext, Page } from '@playwright/test';
import { DESKTOP } from '../fixtures/devices.ts';
import { PASSWORD } from '../fixtures/people.ts';
import { clearSiteData } from '../fixtures/signed-in-state.ts';
import { expect, test } from '../fixtures/test.ts';
import { bubble, expectChatOpen, pressShortcut, send } from '../pages/chat-page.ts';
import { signIn } from '../pages/login-page.ts';
import { expectToast } from '../pages/toasts.ts';

test('signing out ends the session in every tab, and takes what was not sent or saved with it, once that is said', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  const chat = await people.meet(vendor, visitor);
  const page = await openPage(DESKTOP, { as: vendor });
  await page.goto('/vendor-dashboard');
  const otherTab = await page.context().newPage();
  const letGo = await holdWrites(page.context());
  await otherTab.goto(`/chat/${chat}`);
  await expectChatOpen(otherTab, chat);
  await leaveWork(otherTab);

  const logout = page.getByRole('button', { name: 'Logout' });
  const question = page.getByRole('dialog', { name: 'Log out and delete what is not saved?' });
  await logout.click();
  await expect(question).toContainText('1 message has not been sent.');
  await expect(question).toContainText('Your notes about 1 person have not been saved.');
  await question.getByRole('button', { name: 'Stay logged in' }).click();
  await expect(question).toBeHidden();
  await expect(logout).toBeFocused();
  await expect(bubble(otherTab, UNSENT)).toBeVisible();

  await test.step('nothing is deleted when the sign-out of all devices fails', async () => {
    await page.route('**/auth/v1/logout*', (route) => route.abort());
    await logout.click();
    await question.getByRole('button', { name: 'Delete and log out' }).click();
    await expectToast(page, 'There was a problem logging out. Please try again.');
    expect(await waiting(page)).toEqual({ messages: 1, notes: 1 });
    await page.unroute('**/auth/v1/logout*');
  });

  await logout.click();
  await question.getByRole('button', { name: 'Delete and log out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(otherTab).toHaveURL(/\/login/);
  expect(await waiting(page)).toEqual({ messages: 0, notes: 0 });
  await letGo();
  await page.goto('/vendor-dashboard');
  await expect(page).toHaveURL(/\/login/);
});

test('a session that is gone from the browser leads to the login, in every tab; what waited goes out when its writer is back @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  const chat = await people.meet(vendor, visitor);
  const page = await openPage(DESKTOP, { as: vendor });
  const contacts = page.getByRole('link', { name: 'Visitors', exact: true });
  await page.goto('/vendor-dashboard');
  await expect(page.getByText('My Contact Information')).toBeVisible();
  await clearSiteData(contacts);
  await expect(page).toHaveURL('/login?redirect=%2Fvendor-dashboard%2Fcontacts');
  await expectToast(page, 'Your session has ended');

  const tab = await openPage(DESKTOP, { as: vendor });
  const letGo = await holdWrites(tab.context());
  await tab.goto(`/chat/${chat}`);
  await expectChatOpen(tab, chat);
  await leaveWork(tab);
  const otherTab = await tab.context().newPage();
  await otherTab.goto('/pricing');
  await otherTab.evaluate(() => localStorage.clear());
  await expect(tab).toHaveURL(`/login?redirect=${encodeURIComponent(`/chat/${chat}`)}`);
  await expectToast(tab, 'Your session has ended');
  expect(await waiting(tab)).toEqual({ messages: 1, notes: 1 });

  await letGo();
  await signIn(tab, { email: vendor.email, password: PASSWORD });
  await expectChatOpen(tab, chat);
  await expect.poll(() => waiting(tab)).toEqual({ messages: 0, notes: 0 });
  expect((await people.messages(visitor, chat)).map(({ content }) => content)).toEqual([UNSENT]);
  const { data } = await vendor.client.from('leads').select('note').single().throwOnError();
  expect(data).toEqual({ note: UNSAVED });
});

const UNSENT = 'Not for the next one';
const UNSAVED = 'Asks for samples';

/**
 * Lets nothing of a chat reach the server from any tab, as a network that loses requests.
 * @returns what ends it
 */
async function holdWrites(tabs: BrowserContext): Promise<() => Promise<void>> {
  const writes = /\/rest\/v1\/(messages|leads)\b/;
  await tabs.route(writes, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  return () => tabs.unroute(writes);
}

/** Writes a message and a note in an open chat, neither of which gets through. */
async function leaveWork(page: Page): Promise<void> {
  await send(page, UNSENT);
  await expect(bubble(page, UNSENT)).toHaveAttribute('data-delivery', 'waiting');
  await pressShortcut(page, 'Notes');
  const notes = page.getByRole('dialog');
  await notes.getByRole('textbox', { name: 'Note' }).fill(UNSAVED);
  await expect.poll(() => waiting(page)).toEqual({ messages: 1, notes: 1 });
}

/** The number of jobs that wait on the device. */
async function waiting(page: Page): Promise<{ messages: number; notes: number }> {
  return {
    messages: await page.evaluate(countRecords, ['dragoman-offline', 'messages'] as const),
    notes: await page.evaluate(countRecords, ['dragoman-offline', 'leads'] as const),
  };
}

/** Runs in the page. */
async function countRecords([database, store]: readonly [string, string]): Promise<number> {
  // Opening would make it.
  if (!(await indexedDB.databases()).some(({ name }) => name === database)) return 0;
  return new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open(database);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const count = opening.result.transaction(store).objectStore(store).count();
      count.onsuccess = () => {
        opening.result.close();
        resolve(count.result);
      };
    };
  });
}
