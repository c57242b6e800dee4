import type { Page } from '@playwright/test';
import { setLetterSize } from '../fixtures/accessibility.ts';
import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { type Language, said } from '../fixtures/texts.ts';
import { composer, openChat } from '../pages/chat-page.ts';
import { openAdminDashboard } from '../screens/screens.ts';

// The narrowest phone, and letters of twice the size: what must not be cut, and does not touch.

const NARROW = { width: 320, height: 640 };
const LONG_NAME = 'Maximiliana Featherstonehaugh-Cholmondeley';
/** Of letters, in px: twice the browser's own. */
const TWICE = 32;
/** Labels that are closer read as one. */
const LABEL_GAP_PX = 5;

for (const language of ['en', 'ar'] as const) {
  test(`words have room on a phone, ${language}`, async ({ people, openPage }) => {
    const vendor = await people.vendor({ language });
    const visitor = await people.visitor({ name: LONG_NAME, language });
    const chat = await people.meet(vendor, visitor);
    await vendor.client
      .from('catalogue_items')
      .insert({ owner_id: vendor.profileId, kind: 'product', language, name: 'Lamp' })
      .throwOnError();
    const page = await openPage({ ...PHONE, viewport: NARROW }, { as: vendor });
    await openChat(page, chat);
    await expectPlaceholderWhole(page);
    await expectLeadWhole(page);
    await expectLabelsApart(page, language);

    await page.setViewportSize(PHONE.viewport ?? NARROW);
    await setLetterSize(page, TWICE);
    await expectLeadWhole(page);
    await openChat(page, chat);
    await expectPlaceholderWhole(page);
    const newcomer = await openPage({ ...PHONE, locale: language }, { as: await people.account() });
    await setLetterSize(newcomer, TWICE);
    await newcomer.goto('/visitor-setup');
    await expect(newcomer.getByRole('progressbar')).toBeVisible();
    expect(await sideways(newcomer)).toBe(0);
  });
}

test('the admin dashboard is no wider than a phone with letters of twice the size', async ({ openPage }) => {
  const page = await openPage(PHONE);
  await page.goto('/organiser');
  await openAdminDashboard(page);
  await setLetterSize(page, TWICE);
  await expect(page.getByRole('button', { name: said('organiser.signOut') })).toBeVisible();
  expect(await sideways(page)).toBe(0);
});

async function expectPlaceholderWhole(page: Page): Promise<void> {
  const [needed, room] = await composer(page).evaluate((field: HTMLTextAreaElement) => {
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) throw new Error('no canvas');
    pen.font = getComputedStyle(field, '::placeholder').font;
    const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(field);
    const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
    return [pen.measureText(field.placeholder).width, field.clientWidth - padding] as const;
  });
  expect(needed, 'width of the placeholder').toBeLessThanOrEqual(room);
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
