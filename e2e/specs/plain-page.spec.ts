import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';

// The text of a page where the app does not run (docs/adr/0059).

const TOO_OLD = ['This browser is too old for this page.', '此浏览器版本过旧', 'هذا المتصفح قديم جدًا'];
const NO_SCRIPT = ['This page needs JavaScript.', '本页需要 JavaScript', 'تحتاج هذه الصفحة إلى JavaScript'];

test('a browser below the floor says so in three languages, and copies the link', async ({
  openPage,
  server,
}) => {
  const page = await openPage(PHONE);
  await page.addInitScript(() => {
    Object.defineProperty(Array.prototype, 'at', { value: undefined });
  });
  // Its scripts would not be understood.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/login');
  const notice = page.getByRole('alert').filter({ hasText: TOO_OLD[0] });
  for (const text of TOO_OLD) await expect(notice).toContainText(text);
  await expect(notice.getByRole('textbox')).toHaveValue(`${server.origin}/login`);
  await notice.getByRole('button').click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.origin}/login`);
});

test('a browser of the floor shows nothing of it', async ({ openPage }) => {
  const page = await openPage(PHONE);
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await expect(page.getByText(TOO_OLD[0] as string)).toBeHidden();
});

test('a browser without JavaScript says so in three languages', async ({ openPage }) => {
  const page = await openPage({ ...PHONE, javaScriptEnabled: false });
  await page.goto('/login');
  const notes = page.locator('noscript p');
  for (const [index, text] of NO_SCRIPT.entries()) {
    await expect(notes.nth(index)).toBeVisible();
    await expect(notes.nth(index)).toContainText(text);
  }
});
