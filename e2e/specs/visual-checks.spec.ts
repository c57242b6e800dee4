import type { Page } from '@playwright/test';
import { textFindings } from '../fixtures/accessibility.ts';
import { CHROMIUM_ARGS } from '../fixtures/chromium-args.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';

const DARK_PAPER = 'rgb(11, 24, 27)';

function paper(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

test('a choice of light or dark is there from the first paint, in every tab @long', async ({
  openPage,
  people,
}) => {
  const page = await openPage({ ...DESKTOP, colorScheme: 'light' }, { as: await people.vendor() });
  await page.goto('/vendor-dashboard');
  const choice = page.getByRole('group', { name: 'Appearance' });
  const other = await page.context().newPage();
  await other.goto('/contact');
  await choice.getByRole('radio', { name: 'Dark' }).check();
  await expect.poll(() => paper(other), 'the other tab follows').toBe(DARK_PAPER);
  await expect(page.locator('meta[name=theme-color][media=all]')).toHaveAttribute('content', '#0b181b');

  // Without the app's own scripts, the page shows the first paint.
  await other.route('**/assets/*.js', (route) => route.abort());
  await other.goto('/contact');
  expect(await paper(other), 'no flash of the other scheme').toBe(DARK_PAPER);

  await page.reload();
  await expect(choice.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(await paper(page)).toBe(DARK_PAPER);
});

test('with letters of twice the size a phone shows all of the dashboards, the landing page and the plans @long', async ({
  playwright,
  launchOptions,
  openPage,
  people,
}) => {
  test.slow();
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...CHROMIUM_ARGS, '--blink-settings=defaultFontSize=32'],
  });
  try {
    for (const language of ['en', 'ar'] as const) {
      const [vendor, visitor] = await Promise.all([
        people.vendor({ language }),
        people.visitor({ language }),
      ]);
      const chat = await people.meet(vendor, visitor);
      await people.sendMessage(visitor, chat, { content: 'May I see a sample of the lamp in the window?' });
      await vendor.client
        .from('scanned_cards')
        .insert({ owner_id: vendor.profileId, name: 'Chen Siyuan', company: 'Yuanshan' })
        .throwOnError();
      for (const [person, paths] of [
        [
          vendor,
          ['', '/sessions', '/contacts', '/contacts?box', '/qr-codes', '/leads', '/analytics', '/profile'],
        ],
        [visitor, ['', '/contacts', '/scan']],
      ] as const) {
        const dashboard = paths.map((path) => `/${person.profile.role}-dashboard${path}`);
        const screens = person === vendor ? [...dashboard, '/', '/pricing'] : dashboard;
        const page = await openPage({ ...PHONE, reducedMotion: 'reduce' }, { as: person, browser });
        for (const screen of screens) {
          await page.goto(screen);
          await expect(page.locator('html')).toHaveAttribute('lang', language);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          if (screen.endsWith('/leads')) {
            await page.getByRole('button', { name: textOf(language, 'leads.filters'), exact: true }).click();
          }
          await expect.poll(() => cutFindings(page), { message: `${screen}, ${language}` }).toEqual([]);
          await expect.poll(() => textFindings(page), { message: `${screen}, ${language}` }).toEqual([]);
        }
        await page.context().close();
      }
    }
  } finally {
    await browser.close();
  }
});

/**
 * @returns texts that are cut off although they must be readable: the page itself, the product's
 * name, and the labels of selects
 */
function cutFindings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const cut = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
    const name = document.querySelector('header a[href="/"] span span');
    if (!name) cut.push('no name in the bar');
    // Beside a person's address the mark replaces the name.
    else if (name.clientWidth > 1) {
      const text = document.createRange();
      text.selectNodeContents(name);
      if (name.scrollWidth > name.clientWidth) cut.push('the name in the bar');
      if (text.getClientRects().length > 1) cut.push('the name in the bar breaks within its word');
    }
    const pen = document.createElement('canvas').getContext('2d');
    for (const select of document.querySelectorAll('select')) {
      const { font, opacity, paddingInlineStart, paddingInlineEnd } = getComputedStyle(select);
      const said = select.selectedOptions[0]?.text ?? '';
      if (!pen || opacity === '0' || !select.checkVisibility()) continue;
      pen.font = font;
      const room =
        select.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
      if (pen.measureText(said).width > room) cut.push(`"${said}" in a select`);
    }
    return cut;
  });
}
