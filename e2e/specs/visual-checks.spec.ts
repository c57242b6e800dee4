import type { Page } from '@playwright/test';
import { textFindings } from '../fixtures/accessibility.ts';
import { CHROMIUM_ARGS } from '../fixtures/chromium-args.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { readQr } from '../media/read-qr.ts';
import { toasts } from '../pages/toasts.ts';

const PAPER = { light: 'rgb(251, 248, 242)', dark: 'rgb(11, 24, 27)' };

function paper(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

test('light and dark: as the system says, or as the user does, from the first paint and in every tab @long', async ({
  openPage,
  people,
}) => {
  const page = await openPage({ ...DESKTOP, colorScheme: 'light' }, { as: await people.vendor() });
  await page.goto('/vendor-dashboard');
  const choice = page.getByRole('group', { name: 'Appearance' });
  await expect(choice.getByRole('radio', { name: 'System' })).toBeChecked();
  expect(await paper(page)).toBe(PAPER.light);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await paper(page)).toBe(PAPER.dark);
  await page.emulateMedia({ colorScheme: 'light' });

  const other = await page.context().newPage();
  await other.goto('/contact');
  await choice.getByRole('radio', { name: 'Dark' }).check();
  expect(await paper(page)).toBe(PAPER.dark);
  await expect.poll(() => paper(other), 'the other tab follows').toBe(PAPER.dark);
  await expect(page.locator('meta[name=theme-color][media=all]')).toHaveAttribute('content', '#0b181b');

  // Without the app's own scripts, the page shows the first paint.
  await other.route('**/assets/*.js', (route) => route.abort());
  await other.goto('/contact');
  expect(await paper(other), 'no flash of the other scheme').toBe(PAPER.dark);

  await choice.getByRole('radio', { name: 'System' }).check();
  expect(await paper(page)).toBe(PAPER.light);
  await page.reload();
  await expect(choice.getByRole('radio', { name: 'System' })).toBeChecked();
});

test('a code fills the screen on a tap, in dark mode too, with the vendor beneath, and keeps the screen awake @long', async ({
  openPage,
  people,
  server,
}) => {
  const vendor = await people.vendor({
    name: 'Maximiliana Featherstonehaugh-Cholmondeley',
    company: 'الشركة الوطنية المتحدة للإضاءة والأنظمة الكهربائية والتوريدات العامة المحدودة',
  });
  const session = await people.openSession(vendor);
  const page = await openPage({ ...PHONE, colorScheme: 'dark' }, { as: vendor });
  await page.addInitScript(() => {
    const request = async () => {
      document.documentElement.setAttribute('data-awake', 'yes');
      return { release: async () => document.documentElement.setAttribute('data-awake', 'no') };
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
  });
  await page.goto(`/vendor-dashboard/qr-codes?session=${session}`);
  await expect(page.locator('html')).toHaveAttribute('data-awake', 'yes');
  const link = `${server.origin}/join/${session}`;
  const small = page.getByRole('img', { name: `QR code of the link ${link}` });
  expect((await small.boundingBox())?.width).toBe(200);
  expect(await readQr(await page.screenshot({ animations: 'disabled' })), 'in dark mode').toBe(link);

  await page.getByRole('button', { name: 'Show the code full screen' }).click();
  const sign = page.getByRole('dialog');
  const code = sign.getByRole('img');
  const box = await code.boundingBox();
  const screen = page.viewportSize();
  expect(box?.width, 'as large as the screen allows').toBeGreaterThan((screen?.width ?? 0) * 0.78);
  await expect(sign.getByText(vendor.profile.name)).toBeInViewport({ ratio: 1 });
  await expect(sign.getByText(vendor.profile.company)).toBeInViewport({ ratio: 1 });
  await expect(sign).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const picture = await page.screenshot({ animations: 'disabled' });
  expect(await readQr(picture)).toBe(link);
  // A tap anywhere puts it away.
  await code.click();
  await expect(sign).toHaveCount(0);

  await page.getByRole('link', { name: 'Join Session' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-awake', 'no');
});

test('with letters of twice the size a phone shows all of the dashboards, the landing page, the plans and a dialog @long', async ({
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
        if (person === visitor) await expectRoomInDialog(page, chat, language);
        await page.context().close();
      }
    }
  } finally {
    await browser.close();
  }
});

/** The choices of a dialog fit into it, and a toast over it leaves its title free. */
async function expectRoomInDialog(page: Page, chat: string, language: 'en' | 'ar'): Promise<void> {
  await page.goto(`/chat/${chat}`);
  await page.getByRole('button', { name: textOf(language, 'chat.changeLanguage') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio')).toHaveCount(3);
  const widths = await dialog
    .locator('label')
    .evaluateAll((labels) => labels.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  expect(widths, 'wider than its place').toEqual([0, 0, 0]);
  // By the keyboard the dialog stays open.
  await dialog.getByRole('radio', { checked: true }).press('ArrowDown');
  const [toast, title] = [toasts(page).first(), dialog.getByRole('heading')];
  await expect(toast).toBeVisible();
  const box = await title.boundingBox();
  const end = (box?.y ?? 0) + (box?.height ?? 0);
  await expect.poll(async () => (await toast.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(end);
}

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
