import type { Page } from '@playwright/test';
import { DESKTOP } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { type HistoryMessage, writeHistory } from '../fixtures/long-history.ts';
import { type Person, SIYUAN } from '../fixtures/people.ts';
import { expect, type TestFixtures, test } from '../fixtures/test.ts';
import { bubble, expectChatOpen, send } from '../pages/chat-page.ts';
import { atRest, distanceFromEnd, movementOf, row, rowInView, walkUp } from '../pages/message-rows.ts';

/** Rows that may be in the document at once; shorter chats are there as a whole. */
const MOST_ROWS = 60;
/** Browsers round places to whole pixels of the device. */
const A_PIXEL = 1;

test('five hundred messages are read from the newest to the oldest @long', async ({
  people,
  openPage,
  server,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor(SIYUAN);
  const sessionId = await people.meet(vendor, visitor);
  const history = await writeHistory(server.origin, sessionId, [vendor, visitor], 500);
  const oldest = history[0]?.id ?? '';
  const newest = history.at(-1)?.id ?? '';
  await markRead(vendor, sessionId, history.at(-1));
  // A tall screen: fewer steps to the beginning.
  const page = await openPage({ viewport: { width: 768, height: 1_600 } }, { as: vendor });
  await page.goto(`/chat/${sessionId}`);
  await expectChatOpen(page, sessionId);
  await expect(row(page, newest)).toBeInViewport();
  const atFirst = await liveNodes(page);

  const walk = await walkUp(page, oldest);
  expect(walk.ids, 'every message once, in order').toEqual(history.map(({ id }) => id));
  expect(walk.disorder, 'rows over one another').toEqual([]);
  expect(walk.maxRows).toBeLessThanOrEqual(MOST_ROWS);
  await expect(page.getByRole('button', { name: 'Load earlier messages' })).toBeHidden();

  // Rows that have left the view are not kept: those of five hundred messages have more nodes.
  expect(await liveNodes(page)).toBeLessThan(atFirst + 3_000);

  // New messages do not move the visible ones.
  const reading = await rowInView(page);
  const moved = await movementOf(page, reading, async () => {
    await people.sendMessage(visitor, sessionId, { content: 'One more question' });
    await people.sendMessage(visitor, sessionId, { content: 'And another one' });
    await expect(page.getByRole('button', { name: '2 new messages, scroll to bottom' })).toBeVisible();
  });
  expect(moved).toBeLessThanOrEqual(A_PIXEL);

  await page.getByRole('button', { name: '2 new messages, scroll to bottom' }).click();
  await expect(bubble(page, 'And another one')).toBeInViewport();
  await expect(page.getByText('New messages', { exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: /scroll to bottom/i })).toBeHidden();
});

test('a chat opens where one had left off; the place in it is kept while pages come, and it follows only who reads its end @long', async ({
  people,
  openPage,
  server,
}) => {
  test.slow();
  const vendor = await people.vendor();
  const visitor = await people.visitor(SIYUAN);
  const sessionId = await people.meet(vendor, visitor);
  const history = await writeHistory(server.origin, sessionId, [vendor, visitor], 400);
  const firstUnread = history.slice(120).find(({ sender_id }) => sender_id === visitor.profileId);
  await markRead(vendor, sessionId, history[119]);
  const page = await openPage(DESKTOP, { as: vendor });
  const requests = await holdOlderPages(page);
  await page.goto(`/chat/${sessionId}`);
  await expectChatOpen(page, sessionId);
  const announcements = await recordAnnouncements(page);
  const list = page.getByRole('log');
  const toBottom = page.getByRole('button', { name: /scroll to bottom/i });

  await test.step('below the line are the unread messages, which began long before the first page', async () => {
    await expect(
      row(page, firstUnread?.id ?? '').getByText('New messages', { exact: true }),
    ).toBeInViewport();
    const unread = history.slice(120).filter(({ sender_id }) => sender_id === visitor.profileId).length;
    await expect(
      page.getByRole('button', { name: `${unread} new messages, scroll to bottom` }),
    ).toBeVisible();
    // Nothing of it counts as read before its end was on the screen.
    const marks = vendor.client
      .from('session_reads')
      .select('last_read_at')
      .eq('profile_id', vendor.profileId);
    const { data } = await marks.single().throwOnError();
    expect(Date.parse(data.last_read_at)).toBe(Date.parse(history[119]?.created_at ?? ''));
    await toBottom.click();
  });

  await test.step('the button shows beyond 100 px', async () => {
    await expect.poll(() => distanceFromEnd(page)).toBe(0);
    await list.hover();
    await page.mouse.wheel(0, -100);
    await expect.poll(() => distanceFromEnd(page)).toBe(100);
    await expect(toBottom).toBeHidden();
    await page.mouse.wheel(0, -1);
    await expect(toBottom).toBeVisible();
    await toBottom.click();
    await expect(toBottom).toBeHidden();
    await expect.poll(() => distanceFromEnd(page)).toBe(0);
  });

  await test.step('a page that comes in above moves nothing', async () => {
    await list.hover();
    // Well within what asks for the page before.
    await page.mouse.wheel(0, -3_000);
    await requests.asked();
    // The wheel runs on for some frames; a row that leaves the view by it leaves the page as well.
    await atRest(page);
    const reading = await rowInView(page);
    const height = await list.evaluate((each) => each.scrollHeight);
    const moved = await movementOf(page, reading, async () => {
      requests.release();
      await expect.poll(() => list.evaluate((each) => each.scrollHeight)).toBeGreaterThan(height + 2_000);
    });
    expect(moved).toBeLessThanOrEqual(A_PIXEL);
  });

  await test.step('the Home key leads to the very first message, page by page', async () => {
    await list.focus();
    await expect(async () => {
      await page.keyboard.press('Home');
      await expect(row(page, history[0]?.id ?? '')).toBeInViewport({ timeout: 500 });
    }).toPass();
  });

  await test.step("one's own message leads to the end, from wherever one is", async () => {
    await send(page, SAID.en.greeting.text);
    await expect(bubble(page, SAID.en.greeting.text)).toBeInViewport();
    await expect.poll(() => distanceFromEnd(page)).toBe(0);
  });

  await test.step("at the end, others' messages are followed; just after a scroll, a second later", async () => {
    await people.sendMessage(visitor, sessionId, { content: 'Followed at once' });
    await expect(bubble(page, 'Followed at once')).toBeInViewport();
    await expect.poll(() => distanceFromEnd(page)).toBe(0);
    // The lock lasts a second after the reader's last scroll, and scrolling continues here until
    // the message has arrived.
    const stopScrolling = await keepScrolling(page);
    await people.sendMessage(visitor, sessionId, { content: 'Locked at first' });
    await expect(bubble(page, 'Locked at first')).toBeAttached();
    expect(await distanceFromEnd(page)).toBeGreaterThan(20);
    await stopScrolling();
    await expect.poll(() => distanceFromEnd(page)).toBe(0);
    await expect(bubble(page, 'Locked at first')).toBeInViewport({ ratio: 1 });
  });

  await test.step('screen readers were told once of new messages, and not of those scrolled to or loaded again', async () => {
    const said = async () => (await announcements()).filter((text) => text.startsWith(SIYUAN.name));
    await expect.poll(said).toEqual([`${SIYUAN.name}: Followed at once`, `${SIYUAN.name}: Locked at first`]);
  });
});

test('a chat opens at its first unread message also on a busy phone', async ({
  people,
  openPage,
  server,
}) => {
  const { vendor, sessionId, firstUnread } = await chatReadInPart({ people, server });
  const page = await openPage(DESKTOP, { as: vendor });
  // Earlier messages arrive between the list's scroll and the event that reports it.
  await page.addInitScript(() => {
    const { addEventListener } = Element.prototype;
    Element.prototype.addEventListener = function (type: string, listener: EventListener, options?: unknown) {
      const late = (event: Event) => setTimeout(() => listener.call(this, event), 500);
      addEventListener.call(
        this,
        type,
        type === 'scroll' ? late : listener,
        options as AddEventListenerOptions,
      );
    };
  });
  const earlier = page.waitForResponse(
    (answer) => answer.url().includes('/rest/v1/messages') && answer.url().includes('limit=100'),
  );
  await page.goto(`/chat/${sessionId}`);
  await earlier;
  await atRest(page);
  await expect(row(page, firstUnread).getByText('New messages', { exact: true })).toBeInViewport();
});

test('a kept chat is drawn at once where one had left off @long', async ({ people, openPage, server }) => {
  const { vendor, sessionId, history, firstUnread } = await chatReadInPart({ people, server });
  const page = await openPage(DESKTOP, { as: vendor });
  await page.goto('/vendor-dashboard/sessions');
  const link = page.locator(`a[href$="/chat/${sessionId}"]`);
  const line = row(page, firstUnread).getByText('New messages', { exact: true });
  await link.click();
  await expect(line).toBeInViewport();
  await page.goBack();
  await link.waitFor();

  const drawn = await recordRows(page);
  await link.click();
  await expect(line).toBeInViewport();
  expect(await drawn()).toContain(firstUnread);
  expect(await drawn()).not.toContain(history.at(-1)?.id);
});

/** Twenty of ninety messages are read: the first unread one lies before the first page. */
async function chatReadInPart({ people, server }: Pick<TestFixtures, 'people' | 'server'>) {
  const vendor = await people.vendor();
  const visitor = await people.visitor(SIYUAN);
  const sessionId = await people.meet(vendor, visitor);
  const history = await writeHistory(server.origin, sessionId, [vendor, visitor], 90);
  await markRead(vendor, sessionId, history[19]);
  const firstUnread = history.slice(20).find(({ sender_id }) => sender_id === visitor.profileId);
  return { vendor, sessionId, history, firstUnread: firstUnread?.id ?? '' };
}

/** @returns the ids of all rows that have been in the document since, those of no frame as well */
async function recordRows(page: Page): Promise<() => Promise<string[]>> {
  const recorded = await page.evaluateHandle(() => {
    const ids: string[] = [];
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes, removedNodes }) => [
        ...addedNodes,
        ...removedNodes,
      ])) {
        if (!(node instanceof HTMLElement)) continue;
        const rows = [node, ...node.querySelectorAll<HTMLElement>('[data-message]')];
        ids.push(...rows.flatMap(({ dataset }) => dataset.message ?? []));
      }
    }).observe(document, { subtree: true, childList: true });
    return ids;
  });
  return () => recorded.jsonValue();
}

/** Listens as a screen reader does. @returns what it would have said since, in order */
async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  const recorded = await page.evaluateHandle(() => {
    const heard: string[] = [];
    // Screen readers announce each change within a live region, even one to the same words;
    // simultaneous changes are announced once.
    new MutationObserver((changes) => {
      const regions = new Set(
        changes.map(({ target }) =>
          (target instanceof Element ? target : target.parentElement)?.closest(
            '[role=status], [role=alert], [role=log], [aria-live]',
          ),
        ),
      );
      for (const region of regions) {
        if (region && region.getAttribute('aria-live') !== 'off') heard.push(region.textContent ?? '');
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
    return heard;
  });
  return () => recorded.jsonValue();
}

async function markRead(person: Person, sessionId: string, upTo: HistoryMessage | undefined): Promise<void> {
  const mark = { session_id: sessionId, up_to: upTo?.created_at };
  const { error } = await person.client.rpc('mark_session_read', mark);
  expect(error).toBeNull();
}

/** A reader who keeps scrolling near the end of the list. @returns what stops it */
async function keepScrolling(page: Page): Promise<() => Promise<void>> {
  const thumb = await page.getByRole('log').evaluateHandle((list) => {
    const timer = setInterval(() => {
      list.dispatchEvent(new WheelEvent('wheel'));
      // Between 30 and 60 px from the end: nearer, the list keeps to its end.
      const isNear = list.scrollHeight - list.clientHeight - list.scrollTop < 40;
      list.scrollBy(0, isNear ? -30 : 10);
    }, 100);
    return { stop: () => clearInterval(timer) };
  });
  await expect.poll(() => distanceFromEnd(page)).toBeGreaterThan(20);
  return () => thumb.evaluate((each) => each.stop());
}

/** Nodes that live, in the document or out of it, after a collection of garbage. */
async function liveNodes(page: Page): Promise<number> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  await devTools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devTools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'Nodes')?.value ?? Number.NaN;
}

/** Lets pages of older history wait until they are released. */
async function holdOlderPages(page: Page) {
  let release = () => {};
  let ask = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  // Counts the pages loaded by scrolling; the opening chat loads the unread messages from the last
  // read position.
  await page.route(/\/rest\/v1\/messages\?(?!.*created_at=gt\.).*created_at=lte/, async (route) => {
    ask();
    await released;
    await route.continue();
  });
  return { asked: () => asked, release };
}
