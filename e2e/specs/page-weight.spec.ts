import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { expectHydrated } from '../pages/server-page.ts';

// A stranger opens the join page first, on a fair's network: its weight, and its contents before
// any script is there.

const MAX_SCRIPT_BYTES = 150_000;
/** The entry, which loads the rest after the first paint. */
const MAX_ENTRY_BYTES = 5_000;

/**
 * @param html a page that the server rendered
 * @returns the scripts that the page names, and those that it needs until it is hydrated
 */
async function scriptsOf(origin: string, html: string): Promise<{ named: string[]; needed: string[] }> {
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? '');
  const list = await (await fetch(`${origin}/pages.json`)).json();
  const { start, startTexts } = list as { start: string[]; startTexts: { en: string[] } };
  return { named, needed: [...new Set([...named, ...start, ...startTexts.en])] };
}

async function bytesOf(origin: string, scripts: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const path of scripts) {
    const answer = await fetch(origin + path, { headers: { 'accept-encoding': 'br' } });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    bytes += Number(answer.headers.get('content-length'));
    await answer.body?.cancel();
  }
  return bytes;
}

const LOG_IN = 'Sign Up / Log In';

test('the join page can be used with at most 150 kB of script', async ({ people, openPage, server }) => {
  const vendor = await people.vendor();
  const link = `/join/${await people.openSession(vendor)}`;
  const html = await (await fetch(server.origin + link)).text();
  const { named, needed } = await scriptsOf(server.origin, html);
  expect(
    await bytesOf(server.origin, named),
    'the first paint competes with the entry alone',
  ).toBeLessThanOrEqual(MAX_ENTRY_BYTES);
  const bytes = await bytesOf(server.origin, needed);
  console.log(`/join: ${needed.length} scripts, ${(bytes / 1000).toFixed(1)} kB compressed`);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);

  const booth = await vendor.client
    .from('booth_codes')
    .insert({ vendor_id: vendor.profileId, label: 'Street lamps' })
    .select('code')
    .single();
  // With these scripts alone both pages hydrate, and a visitor can continue.
  for (const path of [link, `/b/${booth.data?.code}`]) {
    const page = await openPage(PHONE);
    await page.route(/\.js$/, (route) => {
      if (needed.includes(new URL(route.request().url()).pathname)) return route.continue();
      // Left without a response: the test must not wait for later ones.
    });
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByText(vendor.profile.name, { exact: true })).toBeVisible();
    await expectHydrated(page);
    await page.getByRole('link', { name: LOG_IN }).click();
    await expect(page).toHaveURL(/\/login\?redirect=/);
  }
});

test('the vendor’s card is in the page before any script, and stays where it is @long', async ({
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
    await test.step(`it is hydrated, ${device.viewport?.width} px wide`, async () => {
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
      await expectHydrated(page);
      await expect(page.getByRole('link', { name: 'Dragoman' })).toBeFocused();
      expect(await card.boundingBox()).toEqual(before);
      expect(await page.evaluate(() => (window as unknown as Shifts).shifts)).toEqual([]);
      expect(asked.filter((path) => path.endsWith('/session_invite'))).toEqual([]);
    });
  }

  const answer = await fetch(server.origin + link);
  expect(answer.headers.get('content-security-policy')).not.toMatch(/script-src [^;]*unsafe-inline/);
});

test('a start that fails, or takes long, leaves a way to load the page again @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const link = `/join/${await people.openSession(vendor)}`;
  const again = (language: 'en' | 'ar') => textOf(language, 'errors.reload');

  await test.step('each script that may be missing', async () => {
    for (const script of [/\/assets\/start-.+\.js$/, /\/assets\/index-.+\.js$/]) {
      const page = await openPage({
        ...PHONE,
        locale: 'ar',
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      await page.route(script, (route) => route.abort());
      await page.goto(link);
      for (const language of ['ar', 'en', 'zh'] as const) {
        await expect(page.getByRole('alert')).toContainText(textOf(language, 'loadAgain.text'));
      }
      await expect(page.getByText(vendor.profile.name, { exact: true })).toBeVisible();
      await page.getByRole('button', { name: textOf('ar', 'inApp.copy') }).click();
      await expect(page.getByRole('alert').getByRole('textbox')).toHaveValue(page.url());
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
      await page.unroute(script);
      await page.getByRole('button', { name: again('ar') }).click();
      await expect(page.getByRole('link', { name: textOf('ar', 'join.loginButton') })).toBeVisible();
      await expect(page.getByRole('button', { name: again('ar') })).toHaveCount(0);
    }
  });

  await test.step('a script that throws', async () => {
    const page = await openPage(PHONE);
    await page.route(/\/assets\/start-.+\.js$/, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'throw new Error("unknown part of the browser")',
      }),
    );
    await page.goto(link);
    await expect(page.getByRole('alert')).toContainText(textOf('zh', 'loadAgain.text'));
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
