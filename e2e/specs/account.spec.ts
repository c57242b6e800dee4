import type { Page } from '@playwright/test';
import { DESKTOP } from '../fixtures/devices.ts';
import { clearSiteData } from '../fixtures/signed-in-state.ts';
import { expect, test } from '../fixtures/test.ts';
import { bubble, expectChatOpen, send } from '../pages/chat-page.ts';
import { expectToast } from '../pages/toasts.ts';

test('signing out ends the session in every tab, and takes what was not sent with it', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  const chat = await people.meet(vendor, visitor);
  const page = await openPage(DESKTOP, { as: vendor });
  await page
    .context()
    .route('**/rest/v1/leads*', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    );
  await page.goto('/vendor-dashboard/leads');
  const otherTab = await page.context().newPage();
  // In every tab: whichever has the outbox sends what another wrote.
  await page
    .context()
    .route('**/rest/v1/messages?*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
  await otherTab.goto(`/chat/${chat}`);
  await expectChatOpen(otherTab, chat);
  await send(otherTab, 'Not for the next one');
  await expect(bubble(otherTab, 'Not for the next one')).toHaveAttribute('data-delivery', 'waiting');

  const logout = page.getByRole('button', { name: 'Logout' });
  const question = page.getByRole('dialog', { name: 'Log out and delete 1 unsent message?' });
  await logout.click();
  await question.getByRole('button', { name: 'Stay logged in' }).click();
  await expect(question).toBeHidden();
  await expect(logout).toBeFocused();
  await expect(bubble(otherTab, 'Not for the next one')).toBeVisible();
  await page.getByRole('button', { name: visitor.profile.name }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Wants 200 lamps');
  await expect.poll(() => kept(page, 'dragoman-leads', 'leads')).toBe(1);
  await page.keyboard.press('Escape');
  await logout.click();
  const all = page.getByRole('dialog', { name: 'Log out and delete what is not saved yet?' });
  await all.getByRole('button', { name: 'Delete and log out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(otherTab).toHaveURL(/\/login/);
  expect(await kept(page, 'dragoman-outbox', 'entries')).toBe(0);
  expect(await kept(page, 'dragoman-leads', 'leads')).toBe(0);
  await page.goto('/vendor-dashboard');
  await expect(page).toHaveURL(/\/login/);
});

test('a session that is gone from the browser leads to the login, in every tab', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const page = await openPage(DESKTOP, { as: vendor });
  const contacts = page.getByRole('link', { name: 'Visitors', exact: true });
  await page.goto('/vendor-dashboard');
  await expect(page.getByText('My Contact Information')).toBeVisible();
  await clearSiteData(contacts);
  await expect(page).toHaveURL('/login?redirect=%2Fvendor-dashboard%2Fcontacts');
  await expectToast(page, 'Your session has ended');

  const tab = await openPage(DESKTOP, { as: vendor });
  await tab.goto('/vendor-dashboard');
  await expect(tab.getByText('My Contact Information')).toBeVisible();
  const otherTab = await tab.context().newPage();
  await otherTab.goto('/pricing');
  await otherTab.evaluate(() => localStorage.clear());
  await expect(tab).toHaveURL('/login?redirect=%2Fvendor-dashboard');
  await expectToast(tab, 'Your session has ended');
});

/** How much waits on the device. */
function kept(page: Page, database: string, store: string): Promise<number> {
  return page.evaluate(
    ([database, store]) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(database);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const db = opening.result;
          const count = db.transaction(store).objectStore(store).count();
          count.onsuccess = () => {
            db.close();
            resolve(count.result);
          };
        };
      }),
    [database, store] as const,
  );
}
