import type { Page } from '@playwright/test';
import { dataOnDevice } from '../fixtures/device-state.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { NUMBERED } from '../fixtures/dictionary.ts';
import { type OldDatabase, seedDatabases } from '../fixtures/old-databases.ts';
import type { Person } from '../fixtures/people.ts';
import { test as base, expect } from '../fixtures/test.ts';
import { bubble, expectChatOpen, expectMessages, send } from '../pages/chat-page.ts';

// The one queue of unsent work (docs/adr/0057). resilience.spec.ts is about networks and servers
// that fail.

const test = base.extend({ server: ({ hearingProduct }, use) => use(hearingProduct) });

const NOTE = 'Asks for samples';

test('work that an earlier version has stored is moved and sent, in two tabs and after an interruption', async ({
  people,
  openPage,
}) => {
  test.slow();
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  const chat = await people.meet(vendor, visitor);
  const page = await openPage(DESKTOP, { as: vendor });
  const writes = /\/rest\/v1\/(messages|leads|data_exports)\b|\/functions\/v1\/speech-to-text/;
  await page
    .context()
    .route(writes, (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()));
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);
  await expectOfflineDatabase(page);

  const texts = [1, 2, 3].map(NUMBERED.en);
  const old = oldDatabases(vendor, visitor, chat, texts);
  await test.step('an earlier migration has copied the first message and deleted nothing', async () => {
    await page.goto('/favicon.svg');
    const [first] = old[0]?.records ?? [];
    await seedDatabases(page, [
      ...old,
      {
        name: 'dragoman-offline',
        store: 'messages',
        records: [{ ownerId: vendor.profileId, id: first?.id, data: first }],
      },
    ]);
  });

  const otherTab = await page.context().newPage();
  await Promise.all([page.goto(`/chat/${chat}`), otherTab.goto(`/chat/${chat}`)]);
  for (const text of texts) await expect(bubble(page, text)).toHaveAttribute('data-delivery', 'waiting');
  await expect(bubble(page, 'Refused')).toHaveAttribute('data-delivery', 'failed');
  await expect.poll(() => databases(page)).toEqual(['dragoman-kept-reads', 'dragoman-offline']);
  expect(await work(page)).toEqual({ messages: 4, transcriptions: 1, leads: 1, exports: 1, scans: 1 });
  await expectMessages(otherTab, [...texts, 'Refused']);

  await page.context().unroute(writes);
  await page.reload();
  await expect
    .poll(async () => (await people.messages(visitor, chat)).map(({ content }) => content))
    .toEqual(texts);
  await expect
    .poll(async () => (await vendor.client.from('leads').select('note').throwOnError()).data)
    .toEqual([{ note: NOTE }]);
  await expect
    .poll(async () => (await vendor.client.from('data_exports').select('items').throwOnError()).data)
    .toEqual([{ items: 3 }]);
  // The refused message and the picture that was not readable wait for the user; nothing else is
  // left.
  await expect.poll(() => work(page)).toEqual({ messages: 1, scans: 1 });
});

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
  await expectOfflineDatabase(page);
  await page.goto('/favicon.svg');
  const data = message(vendor.profileId, chat, NUMBERED.en(1), 'queued');
  await seedDatabases(page, [
    {
      name: 'dragoman-offline',
      store: 'messages',
      records: [{ ownerId: vendor.profileId, id: data.id, data }],
    },
  ]);
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

/** The app makes its database after the chat has opened; records are seeded into that one. */
async function expectOfflineDatabase(page: Page): Promise<void> {
  await expect.poll(() => databases(page)).toContain('dragoman-offline');
}

/** Names of the databases of this origin. */
function databases(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await indexedDB.databases()).flatMap(({ name }) => name ?? []).sort());
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

/**
 * Data left by an earlier version: messages, one of them refused, a recording without words, a
 * note, an export and a picture.
 */
function oldDatabases(
  vendor: Person,
  visitor: Person,
  chat: string,
  texts: readonly string[],
): OldDatabase[] {
  const ownerId = vendor.profileId;
  const exportId = crypto.randomUUID();
  const content = {
    status: 'new',
    rating: null,
    tags: [],
    note: NOTE,
    answers: {},
    follow_up_on: null,
  };
  return [
    {
      name: 'dragoman-outbox',
      store: 'entries',
      records: [
        ...texts.map((text) => message(ownerId, chat, text, 'queued')),
        message(ownerId, chat, 'Refused', 'failed'),
        {
          ...message(ownerId, chat, `${chat}/audio-1767600000000.webm`, 'delivered'),
          recording: { bytes: [1, 2, 3], mediaType: 'audio/webm', durationMs: 1_000 },
        },
      ],
    },
    {
      name: 'dragoman-leads',
      store: 'leads',
      records: [
        { ownerId, personId: visitor.profileId, base: null, mine: content, editedAt: 1, refused: false },
      ],
    },
    {
      name: 'dragoman-exports',
      store: 'exports',
      records: [
        {
          table: 'data_exports',
          line: { id: exportId, owner_id: ownerId, kind: 'cards', format: 'csv', items: 3 },
          id: exportId,
          ownerId,
          exportedAt: Date.now(),
        },
      ],
    },
    {
      name: 'dragoman-card-scans',
      store: 'scans',
      records: [
        {
          id: crypto.randomUUID(),
          ownerId,
          scannedAt: '2026-01-05T08:00:00.000Z',
          bytes: [1, 2, 3],
          mediaType: 'image/png',
          state: { kind: 'unread' },
        },
      ],
    },
  ];
}

/** A message as the queue of unsent messages stores it. */
function message(senderId: string, chat: string, content: string, kind: string) {
  return {
    id: crypto.randomUUID(),
    sessionId: chat,
    senderId,
    content,
    sourceLanguage: 'en',
    targetLanguage: null,
    writtenAt: '2026-01-05T08:00:00.000Z',
    state: { kind },
  };
}
