import type { Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SALMA, SIYUAN } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { composer, expectChatOpen } from '../pages/chat-page.ts';

const tabBar = (page: Page) => page.getByRole('navigation', { name: 'Main pages' });

// The tab bar, the drawer and the sponsored places: dashboard-layout.component.test.tsx of the web app.

test('on a phone any chat is two taps away, from outside the dashboards and from another chat @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const first = await people.meet(vendor, await people.visitor(SIYUAN));
  const second = await people.meet(vendor, await people.visitor(SALMA));
  const page = await openPage(PHONE, { as: vendor });
  await page.goto('/pricing');
  await tabBar(page)
    .getByRole('link', { name: /^Chats/ })
    .tap();
  await page.getByRole('link', { name: `Chat with ${SIYUAN.name}` }).tap();
  await expectChatOpen(page, first);
  await page.getByRole('link', { name: 'Back', exact: true }).tap();
  await page.getByRole('link', { name: `Chat with ${SALMA.name}` }).tap();
  await expectChatOpen(page, second);

  await test.step('nothing lies over the composer of an open chat', async () => {
    await expect(tabBar(page)).toHaveCount(0);
    const onTop = await composer(page).evaluate((field) => {
      const { left, top, width, height } = field.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === field;
    });
    expect(onTop).toBe(true);
  });
});

test('on a wide screen the list of chats is beside the chat @long', async ({ people, openPage }) => {
  const vendor = await people.vendor();
  const siyuan = await people.visitor(SIYUAN);
  const first = await people.meet(vendor, siyuan);
  const second = await people.meet(vendor, await people.visitor(SALMA));
  const page = await openPage({ viewport: { width: 1024, height: 768 } }, { as: vendor });
  await page.goto(`/chat/${first}`);
  const list = page.getByRole('navigation', { name: 'Chats' });
  await expect(list.getByRole('link', { name: SIYUAN.name })).toHaveAttribute('aria-current', 'page');
  await expect(tabBar(page)).toHaveCount(0);

  await list.getByRole('link', { name: SALMA.name }).click();
  await expectChatOpen(page, second);
  await expect(list.locator('[aria-current="page"]')).toContainText(SALMA.name);
  await people.sendMessage(siyuan, first, { content: '还在吗？' });
  await expect(list.getByRole('link', { name: /1 unread message/ })).toContainText('还在吗？');

  const [listBox, chatBox] = [await list.boundingBox(), await page.getByRole('main').boundingBox()];
  expect(chatBox?.x).toBeGreaterThanOrEqual((listBox?.x ?? 0) + (listBox?.width ?? 0));

  await page.setViewportSize({ width: 1023, height: 768 });
  await expect(list).toHaveCount(0);
  await page.setViewportSize(DESKTOP.viewport ?? { width: 1440, height: 900 });
  await expect(list).toBeVisible();
});
