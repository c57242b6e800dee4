import type { Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { REMOVABLE, type Removable, removeApis } from '../fixtures/missing-apis.ts';
import { PASSWORD, type Person, SIYUAN } from '../fixtures/people.ts';
import { test as base, expect } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { bubble, composer, expectChatOpen, expectMessages, send } from '../pages/chat-page.ts';
import { signIn } from '../pages/login-page.ts';
import { expectToast } from '../pages/toasts.ts';

// In-app browsers, strict settings and old phones lack parts of a browser. Everything that a guest
// and a vendor do at a booth works without them, and each missing part has another way.

interface Fixtures {
  /** Opens a page that lacks parts of the browser. What it writes as an error fails the test. */
  openPoorPage(missing: readonly Removable[], device: typeof PHONE): Promise<Page>;
}

const test = base.extend<Fixtures>({
  // It transcribes, so that the microphone has a button.
  server: ({ hearingProduct }, use) => use(hearingProduct),
  openPoorPage: async ({ openPage }, use) => {
    const errors: string[] = [];
    await use(async (missing, device) => {
      const page = await openPage({ ...device, permissions: ['clipboard-write'] });
      await page.addInitScript(removeApis, missing);
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      return page;
    });
    expect(errors, 'errors in the console').toEqual([]);
  },
});

/** From the code to a chat in which both sides have written, with every button pressed once. */
async function walkAsGuest(page: Page, sessionId: string, vendor: Person, missing: readonly Removable[]) {
  await page.goto(`/join/${sessionId}`);
  await page.getByRole('link', { name: 'Continue as guest' }).tap();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await page.getByRole('button', { name: 'Start chat' }).tap();
  await expectChatOpen(page, sessionId);
  await send(page, 'How long is the delivery?', 'tap');
  await expect(bubble(page, 'How long is the delivery?')).toContainText(textOf('en', 'chat.sent'));
  await vendorAnswers(vendor, sessionId);
  await expectMessages(page, ['How long is the delivery?', 'Four weeks.']);

  await test.step('the contact is saved', async () => {
    await page.getByTitle('Show the contact card').tap();
    const card = page.getByRole('dialog', { name: 'Contact card' });
    const download = page.waitForEvent('download');
    await card.getByRole('button', { name: 'Save contact' }).tap();
    expect((await download).suggestedFilename()).toMatch(/\.vcf$/);
    await page.keyboard.press('Escape');
  });
  await test.step('a text is copied', async () => {
    await page.getByRole('button', { name: 'Contact shortcuts' }).tap();
    await page.getByRole('menuitem', { name: 'Copy WeChat ID' }).tap();
    await expectToast(page, textOf('en', 'chat.weChatCopied'));
  });
  if (missing.includes('mediaDevices') || missing.includes('MediaRecorder')) {
    await test.step('the microphone says what to do instead', async () => {
      await page.getByRole('button', { name: 'Record a voice message' }).tap();
      await expect(page.getByRole('alert')).toBeVisible();
      await page
        .getByRole('group', { name: textOf('en', 'chat.audio') })
        .getByRole('button', { name: 'Close' })
        .tap();
    });
  }
  await composer(page).fill('And 500?');
  await page.getByRole('link', { name: 'Back' }).tap();
  await expect(page).toHaveURL(/\/visitor-dashboard/);
}

async function vendorAnswers(vendor: Person, sessionId: string): Promise<void> {
  const { error } = await vendor.client.from('messages').insert({
    session_id: sessionId,
    sender_id: vendor.profileId,
    content: 'Four weeks.',
    source_language: 'en',
  });
  expect(error).toBeNull();
}

/** Signs in, shows a code, copies its link, saves it as a picture, and writes a note. */
async function walkAsVendor(page: Page, vendor: Person) {
  await page.goto('/login');
  await signIn(page, { email: vendor.email, password: PASSWORD });
  await expect(page).toHaveURL(/\/vendor-dashboard$/);
  await page
    .getByRole('link', { name: /^Generate QR/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Generate New QR Code' }).click();
  await expect(page.getByText('Scan this QR code to start a chat session')).toBeVisible();
  await page.getByRole('button', { name: textOf('en', 'qr.copy') }).click();
  await expectToast(page, textOf('en', 'qr.copied'));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PNG' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.png$/);

  await page.getByRole('link', { name: 'Leads' }).first().click();
  await page.getByRole('button', { name: SIYUAN.name }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Wants 200 lamps');
  await expect(page.getByText('Saved. Only you see this.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page
    .getByRole('link', { name: /Sessions|Chats/ })
    .first()
    .click();
  await page.getByRole('switch', { name: /Alerts/ }).click();
}

/** Of two parts that do the same work, each half lacks one. */
const half = (rest: 0 | 1) => REMOVABLE.filter((_, at) => at % 2 === rest);

const CASES: ReadonlyArray<readonly [name: string, missing: readonly Removable[]]> = [
  ['everything @long', REMOVABLE],
  ['one half @long', half(0)],
  ['the other half @long', half(1)],
];

for (const [name, missing] of CASES) {
  test(`a guest and a vendor meet without ${name}`, async ({ people, openPoorPage }) => {
    test.slow();
    const vendor = await people.vendor({ wechat: 'harbour-lamps' });
    await people.meet(vendor, await people.visitor(SIYUAN));
    const sessionId = await people.openSession(vendor);
    await test.step('the guest', async () => {
      await walkAsGuest(await openPoorPage(missing, PHONE), sessionId, vendor, missing);
    });
    await test.step('the vendor', async () => {
      await walkAsVendor(await openPoorPage(missing, DESKTOP), vendor);
    });
  });
}
