import { readFile } from 'node:fs/promises';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { axeFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { cachedReads, dataOnDevice, expireToken } from '../fixtures/device-state.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { PASSWORD, type Person, SALMA } from '../fixtures/people.ts';
import type { ProductServer } from '../fixtures/product-server.ts';
import { AUTH_STORAGE_KEY } from '../fixtures/signed-in-state.ts';
import { expect, test } from '../fixtures/test.ts';
import { type Language, textOf } from '../fixtures/texts.ts';
import { bubble, composer, expectChatOpen, pressShortcut, send } from '../pages/chat-page.ts';
import { signIn } from '../pages/login-page.ts';

// A session that the server has ended clears the device like logging out, and asks first where
// there is unsent work (docs/adr/0053). account.spec.ts is about sessions that end otherwise.

const UNSENT = 'Wait for me';
const UNSAVED = 'Asks for samples';
const NOTHING = { records: {}, entries: [] };

test('in an open app what was read goes at once; what is unsent stays until its writer says so', async ({
  people,
  openPage,
  server,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor(SALMA);
  const chat = await people.meet(vendor, visitor);
  const page = await openPage({ ...PHONE, reducedMotion: 'reduce' }, { as: visitor });
  await holdWrites(page.context());
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);
  await leaveWork(page, 'ar');
  await expect.poll(() => cachedReads(page, 'chats')).toBe(1);
  await expect.poll(() => cachedReads(page, 'queries')).toBeGreaterThan(0);
  const otherTab = await page.context().newPage();
  await otherTab.goto('/visitor-dashboard');
  await expect(otherTab.getByRole('heading', { level: 1 })).toBeVisible();

  await endSessions(server, visitor.session.user.id);
  // The page notices it by itself, when its channel ends.
  const question = dialogOf(page, 'ar');
  await expect(question).toContainText(textOf('ar', 'logout.unsentMessages_one'));
  await expect(question).toContainText(textOf('ar', 'logout.unsavedNotes_one'));
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await expect.poll(async () => (await left(page, visitor)).records).toEqual(WORK);
  expect(await axeFindings(page)).toEqual([]);
  expect(await layoutFindings(page)).toEqual([]);
  await expect(dialogOf(otherTab, 'ar')).toBeVisible();
  await reportEnd(otherTab);

  await test.step('it can be saved as a file, which deletes nothing', async () => {
    const text = await savedText(page, question, 'ar');
    for (const words of [UNSENT, UNSAVED, vendor.profile.name]) expect(text).toContain(words);
    await expect(question.getByRole('status')).toHaveText(textOf('ar', 'sessionEnd.saved'));
    expect((await left(page, visitor)).records).toEqual(WORK);
  });

  await button(question, 'ar', 'delete').click();
  await expect(question).toBeHidden();
  await expect(dialogOf(otherTab, 'ar')).toBeHidden();
  await expect.poll(() => left(page, visitor)).toEqual(NOTHING);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await left(page, visitor)).toEqual(NOTHING);
});

test('an app that was closed finds out at its start, and asks until it is answered; what stays is sent @long', async ({
  people,
  openPage,
  server,
}) => {
  const vendor = await people.vendor();
  const visitor = await people.visitor();
  const chat = await people.meet(vendor, visitor);
  const page = await openPage(DESKTOP, { as: vendor });
  const letGo = await holdWrites(page.context());
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);
  await leaveWork(page, 'en');
  await expect.poll(() => cachedReads(page, 'chats')).toBe(1);

  // Nothing of the app runs while the session ends.
  await page.goto('/favicon.svg');
  await endSessions(server, vendor.session.user.id);
  await expireToken(page);
  await page.goto(`/chat/${chat}`);
  const question = dialogOf(page, 'en');
  await expect(question).toContainText('1 message has not been sent.');
  await expect(question).toContainText('Your notes about 1 person have not been saved.');
  await expect.poll(async () => (await left(page, vendor)).records).toEqual(WORK);

  await test.step('closing it is no answer', async () => {
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await page.reload();
    await expect(question).toBeVisible();
    await expect.poll(async () => (await left(page, vendor)).records).toEqual(WORK);
  });

  await button(question, 'en', 'logIn').click();
  await expect(question).toBeHidden();
  await page.reload();
  await expect(page.getByLabel('Your Password')).toBeVisible();
  await expect(question).toBeHidden();
  await letGo();
  await signIn(page, { email: vendor.email, password: PASSWORD });
  await expectChatOpen(page, chat);
  await expect
    .poll(async () => (await people.messages(visitor, chat)).map(({ content }) => content))
    .toEqual([UNSENT]);
});

test('a guest, who cannot log in again, saves or deletes @long', async ({ people, openPage, server }) => {
  const chat = await people.openSession(await people.vendor());
  const page = await openPage(PHONE);
  await page.goto(`/join/${chat}`);
  await page.getByRole('link', { name: 'Continue as guest' }).tap();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await page.getByRole('button', { name: 'Start chat' }).tap();
  await expectChatOpen(page, chat);
  await holdWrites(page.context());
  await send(page, UNSENT, 'tap');
  await expect(bubble(page, UNSENT)).toHaveAttribute('data-delivery', 'waiting');

  const guest = await page.evaluate(() => JSON.parse(localStorage.getItem('dragoman-auth') ?? '').user.id);
  await page.goto('/favicon.svg');
  await endSessions(server, guest);
  await page.goto(`/chat/${chat}`);
  const question = dialogOf(page, 'en');
  await expect(question).toContainText(textOf('en', 'sessionEnd.guestText'));
  await expect(button(question, 'en', 'logIn')).toHaveCount(0);
  expect(await savedText(page, question, 'en')).toContain(UNSENT);
  await button(question, 'en', 'delete').click();
  await expect(question).toBeHidden();
  await expect.poll(() => dataOnDevice(page, [guest, 'Ada'])).toEqual(NOTHING);
});

test('without unsent work everything is removed without a question @long', async ({
  people,
  openPage,
  server,
}) => {
  const vendor = await people.vendor();
  const chat = await people.meet(vendor, await people.visitor());
  const page = await openPage(DESKTOP, { as: vendor });
  await page.goto('/vendor-dashboard/sessions');
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);
  await expect.poll(() => cachedReads(page, 'chats')).toBe(1);
  await expect.poll(() => cachedReads(page, 'queries')).toBeGreaterThan(0);
  // Remembered by earlier steps of a journey.
  await page.evaluate(() => sessionStorage.setItem('dragoman-followed-role', '{"value":"vendor"}'));

  await page.goto('/favicon.svg');
  await endSessions(server, vendor.session.user.id);
  await expireToken(page);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect.poll(() => left(page, vendor, 'dragoman-followed-role')).toEqual(NOTHING);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('what was typed and not sent is asked about, too @long', async ({ people, openPage, server }) => {
  const vendor = await people.vendor();
  const chat = await people.meet(vendor, await people.visitor());
  const page = await openPage(DESKTOP, { as: vendor });
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);
  await composer(page).fill(UNSENT);
  await endSessions(server, vendor.session.user.id);
  await page.goto(`/chat/${chat}`);
  const question = dialogOf(page, 'en');
  await expect(question).toContainText('What you typed has not been sent or saved.');
  expect(await savedText(page, question, 'en')).toContain(UNSENT);
  await button(question, 'en', 'delete').click();
  await expect.poll(() => left(page, vendor, UNSENT)).toEqual(NOTHING);
});

test('work that the browser cannot count is deleted only after a question @long', async ({
  people,
  openPage,
  server,
}) => {
  const vendor = await people.vendor();
  const chat = await people.meet(vendor, await people.visitor());
  const page = await openPage(DESKTOP, { as: vendor });
  await holdWrites(page.context());
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);
  await leaveWork(page, 'en');
  await page.getByRole('link', { name: textOf('en', 'chat.back') }).click();
  // From the page's start: a database that has not answered yet is not an empty one.
  await failDatabase(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  const logout = page.getByRole('dialog', { name: textOf('en', 'logout.unsavedTitle') });
  await expect(logout).toContainText(textOf('en', 'logout.uncounted'));
  await logout.getByRole('button', { name: textOf('en', 'logout.stay') }).click();
  await expect(logout).toHaveCount(0);

  await endSessions(server, vendor.session.user.id);
  await page.getByRole('link', { name: 'Visitors', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  // What was read is deleted last.
  await expect.poll(() => cachedReads(page, 'queries')).toBe(0);
  expect((await left(page, vendor)).records).toEqual(WORK);
  await expect(dialogOf(page, 'en')).toHaveCount(0);
  await repairDatabase(page);
  await expect(dialogOf(page, 'en')).toContainText('1 message has not been sent.');
});

test('what the browser does not delete at logout, the next start deletes @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const chat = await people.meet(vendor, await people.visitor());
  const page = await openPage(DESKTOP, { as: vendor });
  await holdWrites(page.context());
  await page.goto(`/chat/${chat}`);
  await expectChatOpen(page, chat);
  await leaveWork(page, 'en');
  await page.getByRole('link', { name: textOf('en', 'chat.back') }).click();
  await failDatabase(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: textOf('en', 'logout.deleteAndLogOut') }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  expect((await left(page, vendor)).records).toEqual(WORK);
  await repairDatabase(page);
  await expect.poll(() => left(page, vendor)).toEqual(NOTHING);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

const WORK = { 'dragoman-offline/messages': 1, 'dragoman-offline/leads': 1 };

/** Ends the sessions as an administrator, a changed password or a time limit does. */
function endSessions(server: ProductServer, userId: string): Promise<void> {
  return server.sql(`delete from auth.sessions where user_id = '${userId}'`);
}

/** Tells the other tabs of the end once more, as the auth client of each tab may do at any time. */
function reportEnd(page: Page): Promise<void> {
  return page.evaluate((name) => {
    const channel = new BroadcastChannel(name);
    channel.postMessage({ event: 'SIGNED_OUT', session: null });
    channel.close();
  }, AUTH_STORAGE_KEY);
}

/**
 * Loads the page again with a database that opens, and then neither reads nor deletes, as long as the
 * window has a name.
 */
async function failDatabase(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { openKeyCursor } = IDBIndex.prototype;
    const { openCursor } = IDBObjectStore.prototype;
    function check(): void {
      if (window.name) throw new DOMException('no answer', 'UnknownError');
    }
    IDBIndex.prototype.openKeyCursor = function (...range) {
      check();
      return openKeyCursor.apply(this, range);
    };
    IDBObjectStore.prototype.openCursor = function (...range) {
      check();
      return openCursor.apply(this, range);
    };
  });
  await page.evaluate(() => {
    window.name = 'fails';
  });
  await page.reload();
}

async function repairDatabase(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.name = '';
  });
  await page.reload();
}

function left(page: Page, { profile, profileId, email, session }: Person, ...more: string[]) {
  return dataOnDevice(page, [session.user.id, profileId, email, profile.name, ...more]);
}

function dialogOf(page: Page, language: Language): Locator {
  return page.getByRole('dialog', { name: textOf(language, 'sessionEnd.title') });
}

function button(dialog: Locator, language: Language, answer: 'logIn' | 'save' | 'delete'): Locator {
  return dialog.getByRole('button', { name: textOf(language, `sessionEnd.${answer}`), exact: true });
}

async function savedText(page: Page, dialog: Locator, language: Language): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(dialog, language, 'save').click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^unsent-\d{4}-\d\d-\d\d\.txt$/);
  return readFile(await download.path(), 'utf8');
}

/**
 * Lets nothing that is written reach the server, as a network that loses requests.
 * @returns what ends it
 */
async function holdWrites(tabs: BrowserContext): Promise<() => Promise<void>> {
  const writes = /\/rest\/v1\/(messages|leads)\b/;
  await tabs.route(writes, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  return () => tabs.unroute(writes);
}

/** Writes a message and a note in an open chat, neither of which gets through. */
async function leaveWork(page: Page, language: Language): Promise<void> {
  await send(page, UNSENT, 'tap');
  await expect(bubble(page, UNSENT)).toHaveAttribute('data-delivery', 'waiting');
  await pressShortcut(page, textOf(language, 'leads.notes'));
  const notes = page.getByRole('dialog');
  await notes.getByRole('textbox', { name: textOf(language, 'leads.note'), exact: true }).fill(UNSAVED);
  await expect.poll(async () => (await dataOnDevice(page, [])).records).toMatchObject(WORK);
  await page.keyboard.press('Escape');
  await expect(notes).toBeHidden();
}
