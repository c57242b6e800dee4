import type { Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { NUMBERED, SAID } from '../fixtures/dictionary.ts';
import { type People, type Person, SIYUAN } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { said } from '../fixtures/texts.ts';
import { bubble, expectChatOpen, expectMessages, expectTranslated, send } from '../pages/chat-page.ts';
import { expectToast } from '../pages/toasts.ts';

/** Clients come back after at most 10 s of waiting, a recovering database takes a few more. */
const RECOVERY_MS = 45_000;

const WAITING = /waiting for network/i;

interface Chat {
  vendor: Person;
  visitor: Person;
  sessionId: string;
}

async function startChat(people: People): Promise<Chat> {
  const vendor = await people.vendor();
  const visitor = await people.visitor(SIYUAN);
  return { vendor, visitor, sessionId: await people.meet(vendor, visitor) };
}

async function openChat(page: Page, sessionId: string): Promise<Page> {
  await page.goto(`/chat/${sessionId}`);
  await expectChatOpen(page, sessionId);
  return page;
}

async function contents(people: People, { vendor, sessionId }: Chat): Promise<string[]> {
  return (await people.messages(vendor, sessionId)).map(({ content }) => content);
}

test('without network messages wait, also through a reload, and then go out once and in order @long', async ({
  people,
  openPage,
  wire,
}) => {
  test.slow();
  const chat = await startChat(people);
  const phone = await openChat(
    await openPage(PHONE, { as: chat.vendor, origin: wire.origin }),
    chat.sessionId,
  );
  const booth = await openChat(await openPage(DESKTOP, { as: chat.visitor }), chat.sessionId);
  await send(phone, NUMBERED.en(1));
  await expectMessages(booth, [NUMBERED.en(1)]);

  wire.cut('services');
  const waiting = [2, 3, 4].map(NUMBERED.en);
  for (const text of waiting) await send(phone, text);
  for (const text of waiting) await expect(bubble(phone, text)).toContainText(WAITING);

  await phone.reload();
  for (const text of waiting) await expect(bubble(phone, text)).toContainText(WAITING);
  expect(await contents(people, chat)).toEqual([NUMBERED.en(1)]);

  wire.restore();
  const all = [NUMBERED.en(1), ...waiting];
  await expectMessages(booth, all, RECOVERY_MS);
  await expectMessages(phone, all);
  for (const text of all) await expect(bubble(phone, text)).not.toContainText(WAITING);
  expect(await contents(people, chat)).toEqual(all);
});

test('a phone that goes through a tunnel catches up and sends by itself', async ({
  people,
  openPage,
  wire,
}) => {
  test.slow();
  const chat = await startChat(people);
  const phone = await openChat(
    await openPage(PHONE, { as: chat.vendor, origin: wire.origin }),
    chat.sessionId,
  );
  const booth = await openChat(await openPage(DESKTOP, { as: chat.visitor }), chat.sessionId);

  // The phone knows that it is offline, and its open socket is closed, too.
  await phone.context().setOffline(true);
  wire.cut('everything');
  await send(phone, NUMBERED.en(1));
  await expect(bubble(phone, NUMBERED.en(1))).toContainText(WAITING);
  await send(booth, SAID.zh.question.text);
  await expect.poll(() => contents(people, chat)).toEqual([SAID.zh.question.text]);

  wire.restore();
  await phone.context().setOffline(false);
  const all = [SAID.zh.question.text, NUMBERED.en(1)];
  await expectMessages(phone, all, RECOVERY_MS);
  await expectMessages(booth, all);
  // The socket is back as well: new messages arrive live.
  await send(booth, SAID.zh.thanks.text);
  await expectMessages(phone, [...all, SAID.zh.thanks.text], RECOVERY_MS);
});

test('a killed server loses no acknowledged message and doubles none @long', async ({
  people,
  openPage,
  server,
}) => {
  test.setTimeout(180_000);
  const chat = await startChat(people);
  const booth = await openChat(await openPage(DESKTOP, { as: chat.vendor }), chat.sessionId);
  const phone = await openChat(await openPage(PHONE, { as: chat.visitor }), chat.sessionId);
  const acknowledged = watchAcknowledged(booth);
  const all = Array.from({ length: 25 }, (_, i) => NUMBERED.en(i + 1));

  async function write(): Promise<void> {
    for (const text of all) await send(booth, text);
  }
  // When the server dies, some are in the database, some on the wire, and some are not written yet.
  async function killInTheMidst(): Promise<void> {
    await expect
      .poll(() => acknowledged.length, { intervals: [20], timeout: RECOVERY_MS })
      .toBeGreaterThanOrEqual(8);
    await server.kill();
  }
  await Promise.all([write(), killInTheMidst()]);
  expect(acknowledged.length, 'the server died in the midst of it').toBeLessThan(all.length);
  await server.restart();

  await expectMessages(booth, all, RECOVERY_MS);
  await expectMessages(phone, all, RECOVERY_MS);
  for (const text of all) await expect(bubble(booth, text)).not.toContainText(WAITING);
  const stored = await people.messages(chat.vendor, chat.sessionId);
  expect(stored.map(({ content }) => content)).toEqual(all);
  expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));

  // Both are live again, without a reload.
  await send(phone, SAID.zh.thanks.text);
  await expectTranslated(booth, SAID.zh.thanks.text, SAID.zh.thanks.en);
});

test('a server that is stopped and started again is found again by both pages @long', async ({
  people,
  openPage,
  server,
}) => {
  test.setTimeout(120_000);
  const chat = await startChat(people);
  const booth = await openChat(await openPage(DESKTOP, { as: chat.vendor }), chat.sessionId);
  const phone = await openChat(await openPage(PHONE, { as: chat.visitor }), chat.sessionId);
  await send(booth, NUMBERED.en(1));
  await expectMessages(phone, [NUMBERED.en(1)]);
  await server.stop();
  await send(booth, NUMBERED.en(2));
  await server.restart();
  await expectMessages(phone, [NUMBERED.en(1), NUMBERED.en(2)], RECOVERY_MS);
  await send(phone, SAID.zh.question.text);
  await expectMessages(booth, [NUMBERED.en(1), NUMBERED.en(2), SAID.zh.question.text], RECOVERY_MS);
});

test('a slow engine does not hold the message back, and when none can translate it arrives as it was written @long', async ({
  people,
  openPage,
  engine: provider,
  server,
}) => {
  // A translation cached by another test would be there at once.
  await server.sql('truncate dragoman.translation_cache');
  const chat = await startChat(people);
  const booth = await openChat(await openPage(DESKTOP, { as: chat.vendor }), chat.sessionId);
  const phone = await openChat(await openPage(PHONE, { as: chat.visitor }), chat.sessionId);
  const answerNow = provider.hold();
  await send(booth, SAID.en.slow.text);
  // The engine has not answered, and will not before it is let: the original does not wait for it.
  await expectMessages(phone, [SAID.en.slow.text]);
  await expect(bubble(phone, SAID.en.slow.text).getByText(SAID.en.slow.zh)).toBeHidden();
  answerNow();
  await expectTranslated(phone, SAID.en.slow.text, SAID.en.slow.zh);
  await expectTranslated(booth, SAID.en.slow.text, SAID.en.slow.zh);

  provider.failWith = 500;
  await send(booth, SAID.en.unlucky.text);
  await expectToast(booth, 'Translation Error', 'Translation failed');
  await expectMessages(phone, [SAID.en.slow.text, SAID.en.unlucky.text]);
  await expect(bubble(phone, SAID.en.unlucky.text).getByText(said('chat.translated'))).toHaveCount(0);

  const again = bubble(booth, SAID.en.unlucky.text).getByRole('button', { name: /translate/i });
  // A proxy between the page and our server answers in its place.
  for (const [status, words] of [
    [500, 'Failed to translate message'],
    [200, 'No translation received'],
    [401, 'No session'],
  ] as const) {
    await booth.route('**/functions/v1/translate', (route) => route.fulfill({ status, json: {} }));
    await again.click();
    await expectToast(booth, 'Translation Error', words);
    await booth.unroute('**/functions/v1/translate');
  }

  // The writer can have it translated later.
  provider.failWith = null;
  await again.click();
  await expectTranslated(phone, SAID.en.unlucky.text, SAID.en.unlucky.zh);
});

/** Collects the ids of messages which the server has told the page that it keeps. */
function watchAcknowledged(page: Page): string[] {
  const ids: string[] = [];
  page.on('requestfinished', async (request) => {
    if (request.method() !== 'POST' || !/\/rest\/v1\/messages/.test(request.url())) return;
    const answer = await request.response();
    if (answer?.status() !== 201) return;
    const body = request.postDataJSON() as { id: string } | { id: string }[];
    for (const { id } of Array.isArray(body) ? body : [body]) ids.push(id);
  });
  return ids;
}
