import type { Locator } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { choosePicture, printedCard } from '../media/pictures.ts';
import { bubbles } from '../pages/chat-page.ts';

test('a vendor uploads a picture, which everybody sees who meets the vendor @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  const chat = await people.meet(vendor, visitor);
  await people.sendMessage(vendor, chat, { content: 'Welcome to our booth.' });
  const booth = await openPage(DESKTOP, { as: vendor });
  await booth.goto('/vendor-dashboard/profile');
  await choosePicture(booth, 'Choose a picture', await printedCard(booth, ['N W']));
  await booth.getByRole('button', { name: 'Use picture' }).click();
  const own = await shownPicture(booth.getByRole('region', { name: 'Your picture' }));

  const phone = await openPage(PHONE, { as: visitor });
  await phone.goto(`/chat/${chat}`);
  expect(await shownPicture(phone.locator('header'))).toBe(own);
  expect(await shownPicture(bubbles(phone).first())).toBe(own);
  for (const section of ['sessions', 'contacts']) {
    await phone.goto(`/visitor-dashboard/${section}`);
    expect(await shownPicture(phone.getByRole('main'))).toBe(own);
  }
  const stranger = await openPage(PHONE);
  await stranger.goto(`/join/${await people.openSession(vendor)}`);
  expect(await shownPicture(stranger.getByRole('main'))).toBe(own);
});

/** Waits for an avatar in a part of a page and until its picture is there. @returns its address */
async function shownPicture(part: Locator): Promise<string> {
  const image = part.locator('img[src*="/avatars/"]').first();
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
  return image.evaluate((shown: HTMLImageElement) => shown.src);
}
