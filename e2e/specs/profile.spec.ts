import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';

test('on a phone, the longest words that the fields take leave each page as wide as the screen @long', async ({
  people,
  openPage,
}) => {
  const word = (length: number) => 'W'.repeat(length);
  const longest = {
    name: word(200),
    company: word(200),
    designation: word(200),
    wechat: word(100),
    linkedin: word(500),
  };
  const vendor = await people.vendor(longest);
  const visitor = await people.visitor(longest);
  const joined = await people.meet(vendor, visitor);
  const free = await people.openSession(vendor);
  const pages = {
    vendor: await openPage(PHONE, { as: vendor }),
    visitor: await openPage(PHONE, { as: visitor }),
  };
  for (const [role, path, shown] of [
    ['visitor', '/visitor-dashboard', 'Preview card'],
    ['visitor', '/visitor-dashboard/profile', 'Withdraw all'],
    ['visitor', `/join/${free}`, 'Join Session'],
    ['vendor', `/vendor-dashboard/qr-codes?session=${joined}`, 'Show the code full screen'],
  ] as const) {
    const page = pages[role];
    await page.goto(path);
    await expect(page.getByRole('button', { name: shown })).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, path).toBe(page.viewportSize()?.width);
  }
});
