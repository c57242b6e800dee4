import type { Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SALMA, SIYUAN } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { composer, expectChatOpen } from '../pages/chat-page.ts';

const tabBar = (page: Page, label = 'Main pages') => page.getByRole('navigation', { name: label });

test('on a phone any chat is two taps from any page, and sponsored places come after its first action @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const siyuan = await people.visitor(SIYUAN);
  const salma = await people.visitor(SALMA);
  const first = await people.meet(vendor, siyuan);
  const second = await people.meet(vendor, salma);
  const page = await openPage(PHONE, { as: vendor });

  for (const place of [
    '/vendor-dashboard',
    '/vendor-dashboard/contacts',
    '/vendor-dashboard/leads',
    '/vendor-dashboard/qr-codes',
    '/vendor-dashboard/analytics',
    '/vendor-dashboard/profile',
    '/pricing',
    '/contact',
    `/chat/${first}`,
  ]) {
    await page.goto(place);
    if (place.startsWith('/vendor-dashboard')) await expectSponsorsBelow(page);
    const chats = page.getByRole('link', { name: /^Chats/ });
    const back = page.getByRole('link', { name: 'Back', exact: true });
    await chats.or(back).tap();
    if (place === '/vendor-dashboard') {
      await expect(page).toHaveURL(`${place}/sessions`);
      await expectSponsorsBelow(page);
    }
    await page.getByRole('link', { name: `Chat with ${SALMA.name}` }).tap();
    await expectChatOpen(page, second);
  }
});

test('the tab bar names five places, says where one is, and leaves the chat to its composer @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor(SIYUAN);
  const chat = await people.meet(vendor, visitor);
  await people.sendMessage(visitor, chat, { content: '您好' });
  const page = await openPage(PHONE, { as: vendor });
  await page.goto('/vendor-dashboard');

  const bar = tabBar(page);
  await expect(bar.getByRole('listitem')).toHaveText(['Overview', /^Chats1/, 'QR code', 'Leads', 'More']);
  await expect(bar.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
  await expect(bar.getByRole('link', { name: 'Chats 1 chat with something new' })).toBeVisible();
  await expectAtLowerEdge(page);
  await bar.getByRole('link', { name: 'Leads' }).tap();
  await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeFocused();
  await expect(bar.locator('[aria-current="page"]')).toHaveText('Leads');
  await expectAtLowerEdge(page);

  await test.step('the drawer has all sections of the specification', async () => {
    await bar.getByRole('button', { name: 'More' }).tap();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    for (const name of ['Overview', 'Sessions', 'Visitors', 'Generate QR', 'Profile']) {
      await expect(drawer.getByRole('link', { name })).toBeVisible();
    }
    await expect(drawer.getByRole('button', { name: 'Logout' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(bar.getByRole('button', { name: 'More' })).toBeFocused();
  });

  await test.step('nothing lies over the composer of an open chat', async () => {
    await page.goto(`/chat/${chat}`);
    await expect(composer(page)).toBeVisible();
    await expect(bar).toHaveCount(0);
    const onTop = await composer(page).evaluate((field) => {
      const { left, top, width, height } = field.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === field;
    });
    expect(onTop).toBe(true);
  });

  await test.step('a low view has the bar at the end of the page', async () => {
    await page.goto('/vendor-dashboard/profile');
    await page.setViewportSize({ width: 844, height: 390 });
    await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
    await expect(bar).not.toBeInViewport();
    await bar.scrollIntoViewIfNeeded();
    await expect(bar).toBeInViewport();
  });
});

async function expectAtLowerEdge(page: Page): Promise<void> {
  const box = await tabBar(page).boundingBox();
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(page.viewportSize()?.height);
}

test('a visitor has the scanner and the vendors, in Arabic from the right @long', async ({
  people,
  openPage,
}) => {
  const page = await openPage(PHONE, { as: await people.visitor({ ...SALMA, language: 'ar' }) });
  await page.goto('/visitor-dashboard');
  const bar = tabBar(page, textOf('ar', 'nav.tabs'));
  const places = ['overview', 'chats', 'scan', 'vendors', 'more'].map((key) => textOf('ar', `nav.${key}`));
  await expect(bar.getByRole('listitem')).toHaveText(places);
  const xs = await bar
    .getByRole('listitem')
    .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().x));
  expect(xs).toEqual(xs.toSorted((a, b) => b - a));
  await bar.getByRole('link', { name: textOf('ar', 'nav.scan') }).tap();
  await expect(page).toHaveURL(/\/visitor-dashboard\/scan$/);
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

test('sponsored places come after the first action of each page of a visitor’s phone @long', async ({
  people,
  openPage,
}) => {
  const page = await openPage(PHONE, { as: await people.visitor() });
  for (const section of ['', '/sessions', '/contacts', '/leads', '/scan', '/profile']) {
    await page.goto(`/visitor-dashboard${section}`);
    await expectSponsorsBelow(page);
  }
});

async function expectSponsorsBelow(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  const strip = page.getByRole('complementary', { name: 'Sponsored' }).filter({ visible: true });
  await expect(strip.getByText('Ad Space')).toHaveCount(1);
  // In one look: the page grows while it loads.
  const below = await strip.evaluate((it) => {
    const content = document.querySelector('main')?.getBoundingClientRect();
    return it.getBoundingClientRect().top >= (content?.bottom ?? Number.POSITIVE_INFINITY);
  });
  expect(below, page.url()).toBe(true);
}
