import { dataOnDevice } from '../fixtures/device-state.ts';
import { PHONE } from '../fixtures/devices.ts';
import { NUMBERED } from '../fixtures/dictionary.ts';
import { test as base, expect } from '../fixtures/test.ts';
import { bubble, expectChatOpen, send } from '../pages/chat-page.ts';

// A page that the browser keeps while the user is elsewhere on the site (docs/adr/0011). Playwright
// switches that cache of Chromium off, so the test fires its events. `npm run test:browsers`
// shows the cache of WebKit.

const test = base.extend({ server: ({ hearingProduct }, use) => use(hearingProduct) });

/** Ends the first transaction in which the page calls this method, and notes how each one ends. */
function leaveAtFirst(method: string) {
  window.endings = [];
  const original = Reflect.get(IDBObjectStore.prototype, method) as (...parameters: unknown[]) => IDBRequest;
  Object.defineProperty(IDBObjectStore.prototype, method, {
    value(this: IDBObjectStore, ...parameters: unknown[]) {
      const request = original.apply(this, parameters);
      const isFirst = window.endings.length === 0;
      for (const type of ['complete', 'abort']) {
        this.transaction.addEventListener(type, () => window.endings.push(type));
      }
      if (isFirst) window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      return request;
    },
  });
}

declare global {
  interface Window {
    endings: string[];
  }
}

test('a page that is left while it stores a message blocks no other page, and stores it when it is back @long', async ({
  people,
  openPage,
  wire,
}) => {
  const vendor = await people.vendor();
  const chat = await people.meet(vendor, await people.visitor());
  const page = await openPage(PHONE, { as: vendor, origin: wire.origin });
  await page.addInitScript(leaveAtFirst, 'add');
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);
  wire.cut('services');
  await send(page, NUMBERED.en(1));
  await expect.poll(() => page.evaluate(() => window.endings)).toEqual(['abort']);

  const stored = async () => (await dataOnDevice(page, [])).records['dragoman-offline/messages'];
  expect(await stored()).toBeUndefined();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect.poll(stored).toBe(1);
  wire.restore();
  await expect(bubble(page, NUMBERED.en(1))).toHaveAttribute('data-delivery', 'sent', { timeout: 45_000 });
  await expect.poll(stored).toBeUndefined();
});

test('a page that is left while it reads what is stored shows its chat when it is back @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const chat = await people.meet(vendor, await people.visitor());
  const page = await openPage(PHONE, { as: vendor });
  await page.addInitScript(leaveAtFirst, 'getAll');
  await page.goto(`/chat/${chat}`);
  await expect.poll(() => page.evaluate(() => window.endings[0])).toBe('abort');
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expectChatOpen(page, chat);
});
