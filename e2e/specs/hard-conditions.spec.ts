import type { Page } from '@playwright/test';
import { layoutFindings } from '../fixtures/accessibility.ts';
import { waitingNotes } from '../fixtures/device-state.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { removeApis } from '../fixtures/missing-apis.ts';
import { PASSWORD, SALMA } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { setClockOff } from '../fixtures/wrong-clock.ts';
import { bubble, composer, expectChatOpen, expectMessages, send } from '../pages/chat-page.ts';
import { signIn } from '../pages/login-page.ts';

// What phones at a fair do to a page: no scripts, no cookies, a narrow screen, a page that is
// killed in the background, a wrong clock, and a network that goes in the middle of a script.

const DAY_MS = 24 * 60 * 60 * 1000;

async function enterAsGuest(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Continue as guest' }).click();
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('button', { name: 'Start chat' }).click();
}

test('without JavaScript a code shows whose it is, and what the page needs @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const page = await openPage({ ...PHONE, javaScriptEnabled: false });
  await page.goto(`/join/${await people.openSession(vendor)}`);
  await expect(page.getByText(vendor.profile.name, { exact: true })).toBeVisible();
  const note = page.locator('noscript p').first();
  await expect(note).toContainText('This page needs JavaScript.');
  await expect(note).toBeVisible();
});

test('without cookies and storage a guest chats, and hears that nothing is kept @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const sessionId = await people.openSession(vendor);
  const page = await openPage(PHONE);
  await page.addInitScript(removeApis, ['localStorage', 'indexedDB'] as const);
  // A browser that blocks cookies forbids the other storages as well.
  const cookies = await page.context().newCDPSession(page);
  await cookies.send('Emulation.setDocumentCookieDisabled', { disabled: true });
  await page.route('**/*', async (route) => {
    await page.context().clearCookies();
    await route.fallback();
  });
  await page.goto(`/join/${sessionId}`);
  await enterAsGuest(page, 'Ada');
  await expectChatOpen(page, sessionId);
  await expect(page.getByText(textOf('en', 'notKept.guest'))).toBeVisible();
  await send(page, 'How long is the delivery?', 'tap');
  await expect.poll(async () => (await people.messages(vendor, sessionId)).length).toBe(1);
});

test('at 320 px a guest comes into the chat without scrolling sideways @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor({ name: 'Maximiliane-Theodora Wolkenstein-Hohenberg' });
  const sessionId = await people.openSession(vendor);
  const page = await openPage({
    ...PHONE,
    viewport: { width: 320, height: 568 },
    reducedMotion: 'reduce',
  });
  await page.goto(`/join/${sessionId}`);
  await expect(page.getByText(vendor.profile.name, { exact: true })).toBeVisible();
  expect(await layoutFindings(page)).toEqual([]);
  await enterAsGuest(page, 'Ada');
  await expectChatOpen(page, sessionId);
  await send(page, 'https://lamps.example/a-very-long-address-without-any-place-to-break-it-anywhere', 'tap');
  await expect(
    bubble(page, 'https://lamps.example/a-very-long-address-without-any-place-to-break-it-anywhere'),
  ).toBeVisible();
  expect(await layoutFindings(page)).toEqual([]);
});

test('a page that is killed in the background comes back with what was typed @long', async ({
  people,
  openPage,
}) => {
  test.slow();
  const [vendor, visitor] = [await people.vendor(), await people.visitor(SALMA)];
  const sessionId = await people.meet(vendor, visitor);

  await test.step('the name of a guest', async () => {
    const page = await openPage(PHONE);
    await page.addInitScript(endWithoutWarning);
    await page.goto(`/join/${await people.openSession(vendor)}`);
    await page.getByRole('link', { name: 'Continue as guest' }).click();
    await page.getByRole('textbox', { name: 'Your name' }).pressSequentially('Ada Lovelace');
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ada Lovelace');
  });

  const page = await openPage(DESKTOP, { as: vendor });
  await page.addInitScript(endWithoutWarning);
  await test.step('a message', async () => {
    await page.goto(`/chat/${sessionId}`);
    await expectChatOpen(page, sessionId);
    await composer(page).pressSequentially('We can deliver');
    await page.reload();
    await expect(composer(page)).toHaveValue('We can deliver');
  });
  await test.step('a note', async () => {
    await page.goto('/vendor-dashboard/leads');
    await page.getByRole('button', { name: SALMA.name }).click();
    await page.route('**/rest/v1/leads*', (route) => route.abort());
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.pressSequentially('Wants 200 lamps');
    // A note is in the browser's database, which takes a moment; a page in the background has it.
    await expect.poll(() => waitingNotes(page)).toEqual(['Wants 200 lamps']);
    await page.reload();
    await page.getByRole('button', { name: SALMA.name }).click();
    await expect(note).toHaveValue('Wants 200 lamps');
  });
  await test.step('the profile', async () => {
    await page.goto('/vendor-dashboard/profile');
    const field = page.getByRole('textbox', { name: /^Designation/ });
    await field.pressSequentially('Sales');
    await page.reload();
    await expect(field).toHaveValue('Sales');
  });
});

for (const [name, offMs] of [
  ['a day ahead', DAY_MS],
  ['a day behind @long', -DAY_MS],
] as const) {
  test(`people with a clock that is ${name} sign in, write and stay signed in @long`, async ({
    people,
    openPage,
  }) => {
    const [vendor, visitor] = [await people.vendor(), await people.visitor()];
    const sessionId = await people.meet(vendor, visitor);
    await people.sendMessage(visitor, sessionId, { content: 'How long is the delivery?' });
    const page = await openPage(DESKTOP);
    await page.addInitScript(setClockOff, offMs);
    const renewals: string[] = [];
    page.on('request', (request) => {
      if (/grant_type=refresh_token/.test(request.url())) renewals.push(request.url());
    });
    await page.goto(`/login?redirect=/chat/${sessionId}`);
    await signIn(page, { email: vendor.email, password: PASSWORD });
    await expectChatOpen(page, sessionId);
    await expectMessages(page, ['How long is the delivery?']);
    await send(page, 'Four weeks.');
    await expect(bubble(page, 'Four weeks.')).toContainText(textOf('en', 'chat.sent'));
    const texts = ['How long is the delivery?', 'Four weeks.'];
    await expectMessages(page, texts);
    await people.sendMessage(visitor, sessionId, { content: 'And 500?' });
    texts.push('And 500?');
    await expectMessages(page, texts);
    await page.reload();
    await expectMessages(page, texts);
    await expect(bubble(page, 'Four weeks.')).not.toContainText(/waiting/i);
    await page.goto('/vendor-dashboard/leads');
    await page.getByRole('button', { name: visitor.profile.name }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Wants 200 lamps');
    await expect(page.getByText('Saved. Only you see this.')).toBeVisible();
    console.log(`clock ${name}: the token was renewed ${renewals.length} times`);
    expect(renewals.length).toBeLessThanOrEqual(1);
  });
}

test('a network that goes in the middle of a script costs no typed word @long', async ({
  people,
  openPage,
  wire,
}) => {
  const [vendor, visitor] = [await people.vendor(), await people.visitor()];
  const sessionId = await people.meet(vendor, visitor);

  await test.step('the app’s own script: the page can be read, and loaded again', async () => {
    const page = await openPage(PHONE, { origin: wire.origin });
    wire.cutFiles(/\/assets\/start-.+\.js$/, 2_000);
    await page.goto(`/join/${await people.openSession(vendor)}`);
    await expect(page.getByText(vendor.profile.name, { exact: true })).toBeVisible();
    const notice = page.getByRole('alert');
    await expect(notice).toContainText(textOf('en', 'loadAgain.text'));
    wire.restore();
    await notice.getByRole('button', { name: textOf('en', 'errors.reload') }).click();
    await expect(page.getByRole('link', { name: 'Continue as guest' })).toBeVisible();
    await expect(notice).toHaveCount(0);
  });

  await test.step('a part of the chat: a reload brings it, and the message is still there', async () => {
    const page = await openPage(PHONE, { as: visitor, origin: wire.origin });
    await page.goto(`/chat/${sessionId}`);
    await expectChatOpen(page, sessionId);
    await composer(page).fill('How long is');
    wire.cutFiles(/\/assets\/language-dialog-.+\.js$/, 100);
    await page.getByRole('button', { name: 'Change Language' }).click();
    const offer = page.getByRole('listitem').filter({ hasText: textOf('en', 'onDemand.failed') });
    await expect(offer).toBeVisible();
    wire.restore();
    await offer.getByRole('button', { name: textOf('en', 'errors.reload') }).click();
    await expect(composer(page)).toHaveValue('How long is');
    await page.getByRole('button', { name: 'Change Language' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

/** Runs in the page: the system kills it, and none of its code runs at its end. */
function endWithoutWarning(): void {
  for (const name of ['pagehide', 'beforeunload', 'unload', 'visibilitychange', 'freeze']) {
    addEventListener(name, (event) => event.stopImmediatePropagation(), true);
    document.addEventListener(name, (event) => event.stopImmediatePropagation(), true);
  }
}
