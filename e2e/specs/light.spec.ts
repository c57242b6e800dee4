import type { Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';

// The join page is what a stranger opens first, on a fair's network: what it weighs, and what it shows before any script is there.

const MAX_SCRIPT_BYTES = 150_000;
function scriptsOf(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? '');
}

const LOG_IN = 'Sign Up / Log In';

/** The app has taken the place of what the server has written. */
function appIsThere(page: Page) {
  return page.locator('#root:not([data-app])');
}

test('the join page can be used with at most 150 kB of script', async ({ people, openPage, server }) => {
  const vendor = await people.vendor();
  const link = `/join/${await people.openSession(vendor)}`;
  const html = await (await fetch(server.origin + link)).text();
  const needed = scriptsOf(html);
  let bytes = 0;
  for (const path of needed) {
    const answer = await fetch(server.origin + path, { headers: { 'accept-encoding': 'br' } });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    bytes += Number(answer.headers.get('content-length'));
    await answer.body?.cancel();
  }
  console.log(`/join: ${needed.length} scripts, ${(bytes / 1000).toFixed(1)} kB compressed`);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);

  const booth = await vendor.client
    .from('booth_codes')
    .insert({ vendor_id: vendor.profileId, label: 'Street lamps' })
    .select('code')
    .single();
  const boothPage = await (await fetch(`${server.origin}/b/${booth.data?.code}`)).text();
  expect(boothPage).toContain('Street lamps');
  expect(scriptsOf(boothPage), 'the page of a booth code needs no more').toEqual(needed);

  // With only these scripts a stranger can continue.
  const page = await openPage(PHONE);
  await page.route(/\.js$/, (route) => {
    if (needed.includes(new URL(route.request().url()).pathname)) return route.continue();
    // Left without a response: the test must not wait for later ones.
  });
  await page.goto(link, { waitUntil: 'commit' });
  await expect(page.getByText(vendor.profile.name, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: LOG_IN }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
});

test('the vendor’s card is in the page before any script, and stays where it is', async ({
  people,
  openPage,
  server,
}) => {
  const name = 'Zoë </script><img src=x onerror=alert(1)> & Söhne';
  const vendor = await people.vendor({ name });
  const link = `/join/${await people.openSession(vendor)}`;

  await test.step('without scripts', async () => {
    const page = await openPage({ ...PHONE, javaScriptEnabled: false });
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Join Chat Session' })).toBeVisible();
    await expect(page.getByText(name, { exact: true })).toBeVisible();
    await expect(page.locator('main img')).toHaveCount(0);
  });

  for (const device of [PHONE, DESKTOP]) {
    await test.step(`the app takes over, ${device.viewport?.width} px wide`, async () => {
      const page = await openPage(device);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      let start = () => {};
      const started = new Promise<void>((resolve) => {
        start = resolve;
      });
      await page.route(/\.js$/, async (route) => {
        await started;
        await route.continue();
      });
      await page.addInitScript(watchShifts);
      await page.goto(link, { waitUntil: 'commit' });
      const card = page.getByText(name, { exact: true });
      await expect(card).toBeVisible();
      // Measured once the style sheet is there.
      await expect(page.locator('body')).toHaveCSS('margin', '0px');
      await expect(page).toHaveTitle('Join Chat Session · Dragoman');
      const before = await card.boundingBox();
      // Reading continues: neither the focus nor the page moves.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      start();
      await expect(appIsThere(page)).toHaveCount(1);
      await expect(page.getByRole('link', { name: 'Dragoman' })).toBeFocused();
      // What the app put in place of the server's nodes is no shift to the browser, but would be one to the reader.
      expect(await card.boundingBox()).toEqual(before);
      expect(await page.evaluate(() => (window as unknown as Shifts).shifts)).toEqual([]);
      expect(asked.filter((path) => path.endsWith('/session_invite'))).toEqual([]);
    });
  }

  const answer = await fetch(server.origin + link);
  expect(answer.headers.get('content-security-policy')).not.toMatch(/script-src [^;]*unsafe-inline/);
});

test('what is pressed before the app is there happens when it is', async ({ people, openPage }) => {
  const vendor = await people.vendor();
  const link = `/join/${await people.openSession(vendor)}`;

  /** Opens a page without those scripts. @returns what lets them come */
  const openWithout = async (page: Page, path: string, scripts: RegExp) => {
    const held: Array<() => void> = [];
    let over = false;
    await page.route(scripts, async (route) => {
      if (!over) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    return () => {
      over = true;
      for (const go of held) go();
    };
  };

  await test.step('a finger, before any script', async () => {
    const page = await openPage(PHONE);
    const come = await openWithout(page, link, /\.js$/);
    await page.getByRole('button', { name: 'Continue as guest' }).tap();
    come();
    await expect(page.getByRole('textbox', { name: 'Your name' })).toBeFocused();
  });

  await test.step('a language, and then a button', async () => {
    const page = await openPage(DESKTOP);
    const come = await openWithout(page, '/', /\/react-[^/]*\.js$/);
    await page.getByLabel(textOf('en', 'common.displayLanguage')).selectOption('ar');
    await page.getByRole('button', { name: textOf('en', 'landing.visitor') }).click();
    come();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  });

  await test.step('a list that is open for long: the app waits for it, and no other is offered', async () => {
    const page = await openPage(DESKTOP);
    await page.clock.install();
    await page.goto('/', { waitUntil: 'commit' });
    // No script knows what was opened before the page's first script came.
    await expect(page.locator('#root[data-app="waits"]')).toHaveCount(1);
    const languages = page.getByLabel(textOf('en', 'common.displayLanguage'));
    await languages.click();
    await expect(page.locator('#root[data-app="ready"]')).toHaveCount(1);
    await page.clock.fastForward('00:20');
    await expect(page.getByRole('button', { name: textOf('en', 'errors.reload') })).toHaveCount(0);
    await languages.selectOption('ar');
    await expect(appIsThere(page)).toHaveCount(1);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  });

  await test.step('a mouse that is still down when the app comes', async () => {
    const page = await openPage(DESKTOP);
    const come = await openWithout(page, '/', /\/react-[^/]*\.js$/);
    await expect(page.locator('#root[data-app="waits"]')).toHaveCount(1);
    await page.getByRole('button', { name: textOf('en', 'landing.vendor') }).hover();
    await page.mouse.down();
    come();
    await expect(appIsThere(page)).toHaveCount(1);
    await expect(page).toHaveURL(/\/$/);
    await page.mouse.up();
    await expect(page).toHaveURL(/\/login$/);
  });
});

test('a start that fails, or takes long, leaves a way to load the page again', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const link = `/join/${await people.openSession(vendor)}`;
  const again = (language: 'en' | 'ar') => textOf(language, 'errors.reload');

  await test.step('each script that may be missing', async () => {
    for (const script of [/\/assets\/start-.+\.js$/, /\/assets\/index-.+\.js$/]) {
      const page = await openPage({ ...PHONE, locale: 'ar' });
      await page.route(script, (route) => route.abort());
      await page.goto(link);
      await expect(page.getByRole('alert')).toContainText(textOf('ar', 'loadAgain.text'));
      await expect(page.getByText(vendor.profile.name, { exact: true })).toBeVisible();
      await page.unroute(script);
      await page.getByRole('button', { name: again('ar') }).click();
      await expect(page.getByRole('link', { name: textOf('ar', 'join.loginButton') })).toBeVisible();
      await expect(page.getByRole('button', { name: again('ar') })).toHaveCount(0);
    }
  });

  await test.step('scripts that do not come', async () => {
    const page = await openPage(PHONE);
    await page.clock.install();
    // Left without an answer.
    await page.route(/\.js$/, () => {});
    await page.goto(link, { waitUntil: 'commit' });
    await expect(page.getByText(vendor.profile.name, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: again('en') })).toHaveCount(0);
    await page.clock.fastForward('00:20');
    await expect(page.getByRole('button', { name: again('en') })).toBeVisible();
  });
});

interface Shifts {
  /** Sizes of layout shifts, as the browser measures them. */
  shifts: number[];
}

/** Runs in the page, before anything else. */
function watchShifts(): void {
  const shifts: number[] = [];
  (window as unknown as Shifts).shifts = shifts;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
  }).observe({ type: 'layout-shift', buffered: true });
}
