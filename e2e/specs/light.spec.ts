import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';

// The join page is what a stranger opens first, on a fair's network: what it weighs.

const MAX_SCRIPT_BYTES = 150_000;
const LOG_IN = 'Sign Up / Log In';

test('the join page can be used with at most 150 kB of script', async ({ people, openPage, server }) => {
  const vendor = await people.vendor();
  const link = `/join/${await people.openSession(vendor)}`;
  const html = await (await fetch(server.origin + link)).text();
  const needed = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? '');
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

  // With these and no other script a stranger can go on.
  const page = await openPage(PHONE);
  await page.route(/\.js$/, (route) => {
    if (needed.includes(new URL(route.request().url()).pathname)) return route.continue();
    // Left without an answer: what comes later must not be waited for.
  });
  await page.goto(link, { waitUntil: 'commit' });
  await expect(page.getByText(vendor.profile.name, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: LOG_IN }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
});
