import type { Locator, Page } from '@playwright/test';
import { setLetterSize } from '../fixtures/accessibility.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { type Language, said, textOf } from '../fixtures/texts.ts';
import { boxOf } from '../pages/box-of.ts';
import { composer, openChat } from '../pages/chat-page.ts';
import { openAdminDashboard } from '../screens/screens.ts';

// The narrowest phone, and letters of twice the size: what must not be cut, and does not touch.

const NARROW = { width: 320, height: 640 };
const LONG_NAME = 'Maximiliana Featherstonehaugh-Cholmondeley';
const LONG_COMPANY = 'Nordhügliche Landes-Lichthaus mbH & Co. KG';
/** Of letters, in px: twice the browser's own. */
const TWICE = 32;
/** Labels that are closer read as one. */
const LABEL_GAP_PX = 5;

for (const language of ['ar', 'en'] as const) {
  test(`words have room on a phone, ${language} @long`, async ({ people, openPage }) => {
    const vendor = await people.vendor({ language });
    const visitor = await people.visitor({ name: LONG_NAME, language });
    const chat = await people.meet(vendor, visitor);
    await people.sendMessage(visitor, chat, { content: 'Lamp' });
    await visitor.client
      .rpc('mark_session_read', { session_id: chat, up_to: new Date().toISOString() })
      .throwOnError();
    await vendor.client
      .from('catalogue_items')
      .insert({ owner_id: vendor.profileId, kind: 'product', language, name: 'Lamp' })
      .throwOnError();
    const page = await openPage({ ...PHONE, viewport: NARROW }, { as: vendor });
    await expectCountBesideName(page);
    await openChat(page, chat);
    await expectPlaceholderWhole(page);
    await expectLastSeenWhole(page);
    await page.getByRole('button', { name: said('chat.shortcuts') }).tap();
    await page.getByRole('menuitem', { name: said('chat.share') }).tap();
    await expect(page.getByRole('dialog', { name: said('chat.share') })).toBeVisible();
    await page.keyboard.press('Escape');
    for (const section of ['leads', 'contacts']) {
      await page.goto(`/vendor-dashboard/${section}`);
      await expectHintWhole(page.getByRole('searchbox'));
    }
    await expectLeadWhole(page);
    await expectLabelsApart(page, language);

    await page.setViewportSize(PHONE.viewport ?? NARROW);
    await setLetterSize(page, TWICE);
    await expectLeadWhole(page);
    await openChat(page, chat);
    await expectPlaceholderWhole(page);
    for (const key of ['leads', 'contacts'] as const) {
      await page.goto(`/vendor-dashboard/${key}`);
      // The placeholder is transparent.
      await expect(page.getByText(textOf(language, `${key}.searchHint`))).toBeVisible();
    }
    const newcomer = await openPage({ ...PHONE, locale: language }, { as: await people.account() });
    await setLetterSize(newcomer, TWICE);
    await newcomer.goto('/visitor-setup');
    await expect(newcomer.getByRole('progressbar')).toBeVisible();
    expect(await sideways(newcomer)).toBe(0);
  });
}

test('a list that is still loading is no wider than a phone @long', async ({ people, openPage }) => {
  const page = await openPage({ ...PHONE, viewport: NARROW }, { as: await people.vendor() });
  // Lists are never answered.
  await page.route(/\/rest\/v1\/(?!profiles)/, () => undefined);
  for (const list of ['sessions', 'contacts', 'leads']) {
    await page.goto(`/vendor-dashboard/${list}`);
    await expect(page.locator('main .animate-pulse-soft').first()).toBeVisible();
    expect(await sideways(page), list).toBe(0);
  }
});

test('the admin dashboard is no wider than a phone with letters of twice the size @long', async ({
  openPage,
}) => {
  const page = await openPage(PHONE);
  await page.goto('/organiser');
  await openAdminDashboard(page);
  await setLetterSize(page, TWICE);
  await expect(page.getByRole('button', { name: said('organiser.signOut') })).toBeVisible();
  expect(await sideways(page)).toBe(0);
});

test('the table of contacts breaks no name inside a word and is no wider than its place @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor({ language: 'ar' });
  const visitor = await people.visitor({ name: LONG_NAME, company: LONG_COMPANY, phone: '+966 50 555 0188' });
  await people.meet(vendor, visitor);
  const page = await openPage(DESKTOP, { as: vendor });
  for (const width of [768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/vendor-dashboard/contacts');
    const table = page.getByRole('table');
    await expect(table.getByText(LONG_NAME)).toBeVisible();
    const excess = await table.evaluate((it) => it.clientWidth - (it.parentElement?.clientWidth ?? 0));
    expect(excess, `${width} px`).toBe(0);
    // On a small laptop a menu and sponsors take the room.
    const whole = width === 768 ? [LONG_NAME, LONG_COMPANY] : width === 1440 ? [LONG_NAME] : [];
    for (const text of whole) {
      expect(await table.getByText(text).evaluate(brokenWords), `${width} px`).toEqual([]);
    }
  }
});

/** The words of an element's only text that are on two lines. */
function brokenWords(element: HTMLElement): string[] {
  const text = element.firstChild;
  const words = text?.textContent?.matchAll(/[^\s-]+/g) ?? [];
  return [...words].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    if (text) range.setStart(text, index);
    if (text) range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1 ? [word] : [];
  });
}

function expectPlaceholderWhole(page: Page): Promise<void> {
  return expectHintWhole(composer(page));
}

async function expectHintWhole(control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  const [needed, room] = await control.evaluate((field: HTMLInputElement) => {
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) throw new Error('no canvas');
    pen.font = getComputedStyle(field, '::placeholder').font;
    const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(field);
    const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
    return [pen.measureText(field.placeholder).width, field.clientWidth - padding] as const;
  });
  expect(needed, 'width of the placeholder').toBeLessThanOrEqual(room);
}

/** The count of unread messages is on the lines of the name. */
async function expectCountBesideName(page: Page): Promise<void> {
  await page.goto('/vendor-dashboard/sessions');
  const heading = page.getByRole('heading', { name: LONG_NAME });
  await expect(heading).toBeVisible();
  const [name, count] = [
    await boxOf(heading.getByText(LONG_NAME)),
    await boxOf(heading.getByText('1', { exact: true })),
  ];
  expect(count.y + count.height).toBeLessThanOrEqual(name.y + name.height + 1);
}

/** When the other person was last there, below the name. */
async function expectLastSeenWhole(page: Page): Promise<void> {
  const line = page.locator('header p [title]');
  await expect(line).toBeInViewport({ ratio: 1 });
  expect(await line.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
}

/** The name of a lead is not cut, in the list and above the notes. */
async function expectLeadWhole(page: Page): Promise<void> {
  await page.goto('/vendor-dashboard/leads');
  const row = page.getByRole('button', { name: LONG_NAME });
  await expect(row).toBeVisible();
  const inRow = row.getByText(LONG_NAME, { exact: true });
  expect(await inRow.evaluate(isCut)).toBe(false);
  await row.click();
  const title = page.getByRole('dialog').getByRole('heading', { name: LONG_NAME });
  await expect(title).toBeVisible();
  expect(await title.evaluate(isCut)).toBe(false);
  await page.keyboard.press('Escape');
}

function isCut(element: HTMLElement): boolean {
  const { overflow } = getComputedStyle(element);
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
  return overflow !== 'visible' && (scrollWidth > clientWidth || scrollHeight > clientHeight);
}

/** Of two labels side by side in the tab bar. */
async function expectLabelsApart(page: Page, language: Language): Promise<void> {
  const edges = await page.locator('[data-tab-bar] li').evaluateAll((places) =>
    places.map((place) => {
      const label = place.querySelector('.line-clamp-2');
      const range = document.createRange();
      range.selectNodeContents(label ?? place);
      const { left, right } = range.getBoundingClientRect();
      return { left, right };
    }),
  );
  expect(edges).toHaveLength(5);
  const inOrder = language === 'ar' ? edges.toReversed() : edges;
  for (const [index, { left }] of inOrder.entries()) {
    const before = inOrder[index - 1];
    if (before) expect(left - before.right).toBeGreaterThanOrEqual(LABEL_GAP_PX);
  }
}

/** By how much the page is wider than the screen, in px. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
