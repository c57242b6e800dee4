import { layoutFindings } from '../fixtures/accessibility.ts';
import { PHONE } from '../fixtures/devices.ts';
import { removeApis } from '../fixtures/missing-apis.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { composer, expectChatOpen } from '../pages/chat-page.ts';
import { closeToasts, expectToast } from '../pages/toasts.ts';

// The browsers inside of apps: WeChat, Instagram, LINE, Facebook, LinkedIn. What they lack has
// another way, and the page says which. What one component says is in component tests of the web app:
// later-notices, qr-codes-page, scan-page.

const WECHAT: typeof PHONE = {
  ...PHONE,
  reducedMotion: 'reduce',
  locale: 'zh-CN',
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; SM-S911B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 MicroMessenger/8.0.50 Language/zh_CN',
};

test('inside of an app links open in the page, and what was typed is there on the way back @long', async ({
  people,
  openPage,
}) => {
  const [vendor, visitor] = [await people.vendor(), await people.visitor({ language: 'zh' })];
  const sessionId = await people.meet(vendor, visitor);
  await people.sendMessage(vendor, sessionId, { content: 'See https://lamps.example/catalogue please' });
  const page = await openPage(WECHAT, { as: visitor });
  await page.route('https://lamps.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Lamps</h1>' }),
  );
  await page.goto(`/chat/${sessionId}`);
  await expectToast(page, textOf('zh', 'inApp.title'));
  await closeToasts(page);
  await composer(page).fill('还在写');
  await page.getByRole('link', { name: 'https://lamps.example/catalogue' }).tap();
  await expect(page.getByRole('heading', { name: 'Lamps' })).toBeVisible();
  await page.goBack();
  await expectChatOpen(page, sessionId);
  await expect(composer(page)).toHaveValue('还在写');

  await test.step('a file that the app may have dropped', async () => {
    const saveContact = async () => {
      await page.getByRole('button', { name: textOf('zh', 'chat.shortcuts') }).tap();
      await page.getByRole('menuitem', { name: textOf('zh', 'chat.saveContact') }).tap();
    };
    // The server sends it: apps ignore files that a page has made itself.
    const download = page.waitForEvent('download');
    await saveContact();
    const file = await download;
    expect(file.url()).toContain('/functions/v1/contact-file?token=');
    expect(file.suggestedFilename()).toBe(`${vendor.profile.name}.vcf`);
    await expect(composer(page)).toHaveValue('还在写');
    // Without the server the page makes it, and says what to do when the app saves nothing.
    await page.route('**/functions/v1/contact-file', (route) => route.abort());
    const other = page.waitForEvent('download');
    await saveContact();
    expect((await other).suggestedFilename()).toMatch(/\.vcf$/);
    await expectToast(page, textOf('zh', 'inApp.downloadTitle'), textOf('zh', 'inApp.downloadText'));
  });
});

for (const [name, missing, guest] of [
  ['storage', ['localStorage', 'indexedDB'], 'notKept.guest'],
  ['a database', ['indexedDB'], 'guest.note'],
] as const) {
  test(`a browser without ${name} says what a reload costs @long`, async ({ people, openPage }) => {
    const [vendor, visitor] = [await people.vendor(), await people.visitor()];
    const sessionId = await people.meet(vendor, visitor);
    const page = await openPage({ viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' });
    await page.addInitScript(removeApis, missing);
    await page.goto(`/join/${await people.openSession(vendor)}`);
    await page.getByRole('link', { name: 'Continue as guest' }).click();
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
    await page.getByRole('button', { name: 'Start chat' }).click();
    await expect(page.getByText(textOf('en', guest))).toBeVisible();
    expect(await layoutFindings(page)).toEqual([]);
    if (missing.length > 1) return;
    const other = await openPage(PHONE, { as: visitor });
    await other.addInitScript(removeApis, missing);
    await other.goto(`/chat/${sessionId}`);
    await expect(other.getByText(textOf('en', 'notKept.unsent'))).toBeVisible();
  });
}
