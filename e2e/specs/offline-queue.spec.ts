import type { Page } from '@playwright/test';
import { dataOnDevice } from '../fixtures/device-state.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { NUMBERED } from '../fixtures/dictionary.ts';
import { seedMessage } from '../fixtures/seed-message.ts';
import { test as base, expect } from '../fixtures/test.ts';
import { bubble, expectChatOpen, expectMessages, send } from '../pages/chat-page.ts';

// The one queue of unsent work (docs/adr/0053). resilience.spec.ts is about networks and servers
// that fail.

const test = base.extend({ server: ({ hearingProduct }, use) => use(hearingProduct) });

test('what a closed tab has left goes out from another one, once, also when an answer is lost', async ({
  people,
  openPage,
  wire,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  const chat = await people.meet(vendor, visitor);
  const page = await openPage(DESKTOP, { as: vendor, origin: wire.origin });
  const otherTab = await page.context().newPage();
  for (const tab of [page, otherTab]) {
    await tab.goto(`/chat/${chat}`);
    await expectChatOpen(tab, chat);
  }
  wire.cut('services');
  const texts = [1, 2, 3].map(NUMBERED.en);
  for (const text of texts) await send(page, text);
  await expectMessages(otherTab, texts);
  await page.close();

  const attempts: string[] = [];
  await otherTab.route(/\/rest\/v1\/messages/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const { content } = route.request().postDataJSON() as { content: string };
    attempts.push(content);
    if (attempts.filter((one) => one === content).length > 1) return route.continue();
    await route.fetch().catch(() => undefined);
    return route.abort();
  });
  wire.restore();
  await expect
    .poll(async () => (await people.messages(visitor, chat)).map(({ content }) => content), {
      timeout: 45_000,
    })
    .toEqual(texts);
  await expect.poll(() => work(otherTab), { timeout: 45_000 }).toEqual({});
  expect(attempts.length).toBeGreaterThan(texts.length);
  for (const text of texts) await expect(bubble(otherTab, text)).toHaveAttribute('data-delivery', 'sent');
});

test('on a device that opens its storage late, what waits there is asked about at logout, shown and sent @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  const chat = await people.meet(vendor, visitor);
  const page = await openPage(PHONE, { as: vendor });
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);
  // The app makes its database after the chat has opened.
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toContain('dragoman-offline');
  await page.goto('/favicon.svg');
  await seedMessage(page, {
    id: crypto.randomUUID(),
    sessionId: chat,
    senderId: vendor.profileId,
    content: NUMBERED.en(1),
    sourceLanguage: 'en',
    targetLanguage: null,
    writtenAt: '2026-01-05T08:00:00.000Z',
    state: { kind: 'queued' },
  });
  // Longer than pages wait for the database.
  await page.addInitScript((lateByMs) => {
    const open = IDBFactory.prototype.open;
    // The page hears of the success late, as from a slow disk.
    IDBFactory.prototype.open = function (...args) {
      const request = open.apply(this, args);
      if (args[0] !== 'dragoman-offline') return request;
      const listen = request.addEventListener.bind(request);
      request.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) =>
        listen(type, (event: Event) =>
          setTimeout(
            () => (listener as EventListener).call(request, event),
            type === 'success' ? lateByMs : 0,
          ),
        );
      return request;
    };
  }, 6_000);
  const writes = /\/rest\/v1\/messages\b/;
  await page
    .context()
    .route(writes, (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()));
  await page.goto('/vendor-dashboard');
  await logOut(page);
  const question = page.getByRole('dialog', { name: 'Log out and delete what is not saved?' });
  await expect(question).toContainText('1 message has not been sent.');
  await question.getByRole('button', { name: 'Stay logged in' }).click();

  await page.context().unroute(writes);
  await page.goto(`/chat/${chat}`);
  await expect(bubble(page, NUMBERED.en(1))).toHaveAttribute('data-delivery', 'sent');
});

test('on a device that can store nothing messages wait as long as the page, and logging out asks @long', async ({
  people,
  openPage,
  wire,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  const chat = await people.meet(vendor, visitor);
  const page = await openPage(PHONE, { as: vendor, origin: wire.origin });
  await page.addInitScript(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    };
  });
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);
  wire.cut('services');
  await send(page, NUMBERED.en(1));
  await expect(bubble(page, NUMBERED.en(1))).toHaveAttribute('data-delivery', 'waiting');
  expect(await work(page)).toEqual({});
  wire.restore();
  await expect(bubble(page, NUMBERED.en(1))).toHaveAttribute('data-delivery', 'sent', { timeout: 45_000 });

  wire.cut('services');
  await send(page, NUMBERED.en(2));
  await expect(bubble(page, NUMBERED.en(2))).toHaveAttribute('data-delivery', 'waiting');
  await page.getByRole('link', { name: 'Back' }).click();
  await logOut(page);
  const question = page.getByRole('dialog', { name: 'Log out and delete what is not saved?' });
  await expect(question).toContainText('1 message has not been sent.');
});

/** Presses the button on a phone. */
async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
}

/** The number of jobs that wait on the device, by kind. */
async function work(page: Page): Promise<Record<string, number>> {
  const { records } = await dataOnDevice(page, []);
  return Object.fromEntries(
    Object.entries(records).flatMap(([store, count]) => {
      const [database, kind] = store.split('/');
      return database === 'dragoman-offline' && kind ? [[kind, count]] : [];
    }),
  );
}
