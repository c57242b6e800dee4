import { DESKTOP } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { expect, test } from '../fixtures/test.ts';
import { said } from '../fixtures/texts.ts';
import { phonePhoto } from '../media/photo.ts';
import { attach, priceList, sendButton, storedFile } from '../pages/attachments.ts';
import { bubbles, expectChatOpen, send } from '../pages/chat-page.ts';

const WARRANTY = SAID.en.greeting;

test('a picture that waits for the network survives a reload, and goes out once from two tabs', async ({
  people,
  openPage,
  wire,
}) => {
  const vendor = await people.vendor();
  const chat = await people.openSession(vendor);
  const page = await openPage(DESKTOP, { as: vendor, origin: wire.origin });
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);
  const halves = ['#ffffff', '#00a000'] as const;
  const photo = await phonePhoto(page, { width: 800, height: 600, halves }, false);
  // The preview's code, which an installed app has.
  const preview = await attach(page, 'gallery', [photo]);
  wire.cut('services');
  await sendButton(preview).click();
  await expect(bubbles(page).first()).toHaveAttribute('data-delivery', 'waiting');

  await page.reload();
  const waiting = bubbles(page).first();
  await expect(waiting).toHaveAttribute('data-delivery', 'waiting');
  await expect(waiting.getByRole('button', { name: /IMG_0412/ })).toBeVisible();
  const second = await page.context().newPage();
  await second.goto(`/chat/${chat}`);
  await expect(bubbles(second).first()).toHaveAttribute('data-delivery', /sending|waiting/);

  wire.restore();
  for (const tab of [page, second]) {
    await expect(bubbles(tab).first()).toHaveAttribute('data-delivery', 'sent', { timeout: 30_000 });
    await expect(bubbles(tab)).toHaveCount(1);
  }
  expect(await people.messages(vendor, chat)).toHaveLength(1);
});

test('an upload that was cut at 90 % goes on there @long', async ({ people, openPage, wire }) => {
  const SIZE = 400_000;
  const CUT_AT = 0.9 * SIZE;
  const vendor = await people.vendor();
  const chat = await people.openSession(vendor);
  const page = await openPage(DESKTOP, { as: vendor, origin: wire.origin });
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);
  const list = priceList('prices.pdf', SIZE);
  const preview = await attach(page, 'document', [list]);
  wire.cutUploadAfter(CUT_AT);
  await sendButton(preview).click();
  await expect(bubbles(page).first()).toHaveAttribute('data-delivery', 'waiting');
  await page.reload();
  await expect(bubbles(page).first()).toHaveAttribute('data-delivery', 'waiting');
  wire.restore();
  await expect(bubbles(page).first()).toHaveAttribute('data-delivery', 'sent', { timeout: 30_000 });
  // The last bytes before the cut may be lost on their way: the server says how many it has.
  const kept = wire.uploads[1]?.offset ?? 0;
  expect(kept).toBeGreaterThan(0.8 * SIZE);
  expect(kept).toBeLessThanOrEqual(CUT_AT);
  expect(wire.uploads).toEqual([
    { offset: 0, bytes: CUT_AT },
    { offset: kept, bytes: SIZE - kept },
  ]);
  expect((await storedFile(vendor, chat)).bytes.equals(list.buffer)).toBe(true);
});

test('messages pass a file that is being sent, and it can be taken back @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const chat = await people.openSession(vendor);
  const page = await openPage(DESKTOP, { as: vendor });
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);
  // The bytes are on their way for as long as this test wants.
  await page.route('**/storage/v1/upload/resumable/*', (route) =>
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  );
  const uploads = (method: string) =>
    page.waitForRequest((request) => request.method() === method && request.url().includes('/resumable/'));
  const begun = uploads('PATCH');
  await sendButton(await attach(page, 'document', [priceList('prices.pdf', 400_000)])).click();
  await begun;
  const sending = bubbles(page).filter({ hasText: 'prices.pdf' });
  await expect(sending.getByRole('progressbar', { name: said('chat.attach.uploading') })).toBeVisible();
  await send(page, WARRANTY.text);
  const passing = bubbles(page).filter({ hasText: WARRANTY.text });
  await expect(passing).toHaveAttribute('data-delivery', 'sent');
  // It keeps the place where its sender put it.
  await expect(bubbles(page).first()).toHaveAttribute('data-delivery', 'sending');
  await expect(bubbles(page).last()).toContainText(WARRANTY.text);
  const ended = uploads('DELETE');
  await sending.getByRole('button', { name: said('chat.attach.cancel') }).click();
  await ended;
  await expect(bubbles(page)).toHaveCount(1);
  expect((await people.messages(vendor, chat)).map(({ content }) => content)).toEqual([WARRANTY.text]);
});
