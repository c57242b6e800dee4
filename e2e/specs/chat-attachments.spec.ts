import { readFile } from 'node:fs/promises';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { expect, test } from '../fixtures/test.ts';
import { said, saidWithin, textOf } from '../fixtures/texts.ts';
import { phonePhoto } from '../media/photo.ts';
import { attach, priceList, sendButton, storedFile } from '../pages/attachments.ts';
import { bubbles, expectChatOpen } from '../pages/chat-page.ts';

const WARRANTY = SAID.en.greeting;

test('a photo of 40 megapixels is sent small, upright and without its place @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  const chat = await people.meet(vendor, visitor);
  const page = await openPage(PHONE, { as: visitor });
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);
  const photo = await phonePhoto(page, { width: 8_000, height: 5_000, halves: ['#c00000', '#0000c0'] });
  expect(photo.buffer.includes('Exif')).toBe(true);

  const preview = await attach(page, 'gallery', [photo]);
  await sendButton(preview).click();
  await expect(preview).toBeHidden();
  const sent = bubbles(page).first();
  await expect(sent).toHaveAttribute('data-delivery', 'sent', { timeout: 30_000 });

  const { message, bytes, type } = await storedFile(vendor, chat);
  expect(message).toEqual({
    type: 'file',
    content: expect.stringMatching(new RegExp(`^${chat}/picture-[0-9a-f-]{36}\\.jpg$`)),
    file_name: 'IMG_0412.jpg',
    file_size: bytes.length,
    picture_width: 1_280,
    picture_height: 2_048,
  });
  expect(type).toBe('image/jpeg');
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  expect(bytes.length).toBeLessThan(600_000);
  for (const mark of ['Exif', 'GPS', 'MM\0*', 'II*\0']) expect(bytes.includes(mark), mark).toBe(false);
  // The left of the camera's pixels is the top of the picture.
  const colours = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/jpeg;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const at = (y: number) => [...context.getImageData(canvas.width / 2, y, 1, 1).data];
    return { size: [canvas.width, canvas.height], top: at(100), bottom: at(canvas.height - 100) };
  }, bytes.toString('base64'));
  expect(colours.size).toEqual([1_280, 2_048]);
  expect(colours.top[0]).toBeGreaterThan(150);
  expect(colours.top[2]).toBeLessThan(60);
  expect(colours.bottom[2]).toBeGreaterThan(150);
});

test('the other person opens a picture, and reads its text in their own language @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor({ language: 'zh' });
  const chat = await people.meet(vendor, visitor);
  const [booth, hand] = await Promise.all([
    openPage(DESKTOP, { as: vendor }),
    openPage(PHONE, { as: visitor }),
  ]);
  for (const page of [booth, hand]) {
    await page.goto(`/chat/${chat}`);
    await expectChatOpen(page, chat);
  }
  const halves = ['#ffffff', '#ffffff'] as const;
  const label = await phonePhoto(booth, { width: 1_800, height: 900, halves, text: WARRANTY.text }, false);
  await sendButton(await attach(booth, 'gallery', [label])).click();

  const open = textOf('zh', 'chat.attach.open', { name: 'IMG_0412.jpg' });
  await bubbles(hand).getByRole('button', { name: open }).click();
  const viewer = hand.getByRole('dialog', { name: 'IMG_0412.jpg' });
  await viewer.getByRole('button', { name: textOf('zh', 'chat.attach.readText') }).click();
  await expect(viewer.getByText(WARRANTY.text)).toBeVisible({ timeout: 60_000 });
  await expect(viewer.getByText(WARRANTY.zh)).toBeVisible();
});

test('a price list keeps its name, and is a download @long', async ({ people, openPage }) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  const chat = await people.meet(vendor, visitor);
  const page = await openPage(DESKTOP, { as: vendor });
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);
  await sendButton(await attach(page, 'document', [priceList('2026 报价 قائمة.pdf', 123_456)])).click();
  const sent = bubbles(page).first();
  await expect(sent).toHaveAttribute('data-delivery', 'sent');
  await expect(sent).toContainText('2026 报价 قائمة.pdf');
  await expect(sent).toContainText('123 kB');

  const reader = await openPage(PHONE, { as: visitor });
  await reader.goto(`/chat/${chat}`);
  const download = reader.waitForEvent('download');
  await bubbles(reader)
    .getByRole('button', { name: saidWithin('chat.fileDownload') })
    .click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('2026 报价 قائمة.pdf');
  expect(await readFile(await file.path())).toHaveLength(123_456);
});

test('a photo comes light and with its translated caption, and whole when it is opened @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor({ language: 'zh' });
  const chat = await people.meet(vendor, visitor);
  const booth = await openPage(DESKTOP, { as: vendor });
  await booth.goto(`/chat/${chat}`);
  await expectChatOpen(booth, chat);
  const look = { width: 1_600, height: 1_200, halves: ['#c0a080', '#406080'], grain: true } as const;
  const preview = await attach(booth, 'gallery', [await phonePhoto(booth, look, false)]);
  await preview.getByRole('textbox', { name: said('chat.attach.caption') }).fill(WARRANTY.text);
  await sendButton(preview).click();
  await expect(bubbles(booth).first()).toHaveAttribute('data-delivery', 'sent');
  const { message, bytes } = await storedFile(vendor, chat);
  const folder = `/storage/v1/object/chat-files/${chat}`;
  const id = /picture-(.+)$/.exec(String(message?.content))?.[1];

  const hand = await openPage(PHONE, { as: visitor });
  const loaded: Array<[name: string, bytes: number]> = [];
  hand.on('requestfinished', async (request) => {
    const { pathname } = new URL(request.url());
    const response = await request.response();
    if (pathname.startsWith(folder) && response?.ok()) {
      loaded.push([pathname.slice(folder.length + 1), Number(await response.headerValue('content-length'))]);
    }
  });
  await hand.goto(`/chat/${chat}`);
  const bubble = bubbles(hand).first();
  const open = bubble.getByRole('button', {
    name: textOf('zh', 'chat.attach.open', { name: 'IMG_0412.jpg' }),
  });
  await expect(open.locator('img')).toBeVisible();
  await expect(bubble).toContainText(WARRANTY.zh);
  await expect(bubble).toContainText(WARRANTY.text);
  await expect.poll(() => loaded.map(([name]) => name)).toEqual([`thumbnail-${id}`]);
  expect(loaded[0]?.[1]).toBeLessThanOrEqual(20_000);
  const place = await open.boundingBox();

  await open.click();
  const viewer = hand.getByRole('dialog', { name: 'IMG_0412.jpg' });
  await expect(viewer.getByRole('button', { name: textOf('zh', 'chat.attach.readText') })).toBeVisible();
  await expect.poll(() => loaded.slice(1)).toEqual([[`picture-${id}`, bytes.length]]);
  await hand.keyboard.press('Escape');
  expect(await open.boundingBox()).toEqual(place);
});
