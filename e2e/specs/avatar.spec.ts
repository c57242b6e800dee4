import type { Locator } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { brokenPicture, choosePicture, printedCard } from '../media/pictures.ts';
import { bubbles } from '../pages/chat-page.ts';
import { expectToast } from '../pages/toasts.ts';

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
  const own = booth.getByRole('region', { name: 'Your picture' });
  let first = '';

  await test.step('a file that is no picture is refused', async () => {
    await choosePicture(booth, 'Choose a picture', brokenPicture());
    await expectToast(
      booth,
      'Error',
      'This picture cannot be opened here. Please choose a JPEG, PNG or WebP.',
    );
  });

  await test.step('it is placed by keyboard and saved as a square', async () => {
    await choosePicture(booth, 'Choose a picture', await printedCard(booth, ['N W']));
    const area = booth.getByRole('application');
    await expect(area).toBeVisible();
    await booth.getByRole('slider', { name: 'Zoom' }).press('PageUp');
    await area.press('ArrowLeft');
    await booth.getByRole('button', { name: 'Use picture' }).press('Enter');
    await expectToast(booth, 'Success', 'Picture saved');
    first = await shownPicture(own);
    const size = await own.locator('img').evaluate((image: HTMLImageElement) => ({
      width: image.naturalWidth,
      height: image.naturalHeight,
    }));
    expect(size.width).toBe(size.height);
    expect(size.width).toBeLessThanOrEqual(512);
  });

  await test.step('others see it: in the chat, the lists and the invitation', async () => {
    const phone = await openPage(PHONE, { as: visitor });
    await phone.goto(`/chat/${chat}`);
    expect(await shownPicture(phone.locator('header'))).toBe(first);
    expect(await shownPicture(bubbles(phone).first())).toBe(first);
    for (const section of ['sessions', 'contacts']) {
      await phone.goto(`/visitor-dashboard/${section}`);
      expect(await shownPicture(phone.getByRole('main'))).toBe(first);
    }
    const stranger = await openPage(PHONE);
    await stranger.goto(`/join/${await people.openSession(vendor)}`);
    expect(await shownPicture(stranger.getByRole('main'))).toBe(first);
  });

  await test.step('a new one replaces it, and the old file goes', async () => {
    await choosePicture(booth, 'Change picture', await printedCard(booth, ['Nora']));
    await booth.getByRole('button', { name: 'Use picture' }).click();
    await expect(own.locator('img')).not.toHaveAttribute('src', first);
    await expect.poll(async () => (await booth.request.get(first)).status()).toBe(400);
  });

  await test.step('it can be removed, and that can be taken back', async () => {
    const second = await shownPicture(own);
    await booth.getByRole('button', { name: 'Remove picture' }).click();
    await expectToast(booth, 'Picture removed');
    await expect(own.locator('img')).toHaveCount(0);
    await booth.getByRole('button', { name: 'Undo' }).click();
    expect(await shownPicture(own)).toBe(second);
    await booth.reload();
    expect(await shownPicture(own)).toBe(second);
  });
});

/** Waits for an avatar in a part of a page and until its picture is there. @returns its address */
async function shownPicture(part: Locator): Promise<string> {
  const image = part.locator('img[src*="/avatars/"]').first();
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
  return image.evaluate((shown: HTMLImageElement) => shown.src);
}
