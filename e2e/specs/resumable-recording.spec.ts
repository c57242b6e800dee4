import { DESKTOP } from '../fixtures/devices.ts';
import { seedMessage } from '../fixtures/seed-message.ts';
import { test as base, expect } from '../fixtures/test.ts';
import { recordTone } from '../media/recording.ts';
import { bubbles, expectChatOpen } from '../pages/chat-page.ts';

const test = base.extend({ server: ({ hearingProduct }, use) => use(hearingProduct) });

const SIZE = 400_000;
const CUT_AT = 0.9 * SIZE;

test('a long recording goes on where the network broke, also after a reload @long', async ({
  people,
  openPage,
  wire,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  const chat = await people.meet(vendor, visitor);
  const page = await openPage(DESKTOP, { as: visitor, origin: wire.origin });
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);

  await test.step('a recording of some minutes waits on the device', async () => {
    const bytes = new Uint8Array(SIZE);
    bytes.set(await recordTone(page));
    await page.goto('/favicon.svg');
    await seedMessage(page, {
      id: crypto.randomUUID(),
      sessionId: chat,
      senderId: visitor.profileId,
      content: `${chat}/audio-1767600000000.webm`,
      recording: { bytes: [...bytes], mediaType: 'audio/webm', durationMs: 2_000 },
      sourceLanguage: 'zh',
      targetLanguage: null,
      writtenAt: new Date().toISOString(),
      state: { kind: 'queued' },
    });
  });

  wire.cutUploadAfter(CUT_AT);
  await page.goto(`/chat/${chat}`);
  await expect(bubbles(page).nth(0)).toHaveAttribute('data-delivery', 'waiting');
  expect(wire.uploads).toEqual([{ offset: 0, bytes: CUT_AT }]);
  await page.reload();
  await expect(bubbles(page).nth(0)).toHaveAttribute('data-delivery', 'waiting');

  wire.restore();
  await expect
    .poll(async () => (await people.messages(vendor, chat)).map(({ content }) => content))
    .toEqual([`${chat}/audio-1767600000000.webm`]);
  expect(wire.uploads).toEqual([
    { offset: 0, bytes: CUT_AT },
    { offset: CUT_AT, bytes: SIZE - CUT_AT },
  ]);
  const { data } = await vendor.client.storage.from('chat-files').info(`${chat}/audio-1767600000000.webm`);
  expect(data?.size).toBe(SIZE);
});
