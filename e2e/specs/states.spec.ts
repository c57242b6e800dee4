import { cachedReads, expireToken } from '../fixtures/device-state.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { PASSWORD, type People, type Person, SALMA } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { said } from '../fixtures/texts.ts';
import type { StrangeAnswer } from '../fixtures/wire.ts';
import { bubble, composer, expectChatOpen } from '../pages/chat-page.ts';
import { signIn } from '../pages/login-page.ts';
import { expectToast } from '../pages/toasts.ts';

// Error states of every screen, and a way out of each.

const GATEWAY: StrangeAnswer = {
  status: 502,
  type: 'text/html',
  body: '<html><body><h1>502 Bad Gateway</h1></body></html>',
};
const PORTAL: StrangeAnswer = {
  status: 200,
  type: 'text/html; charset=utf-8',
  body: '<html><body><h1>Welcome to the hall. Accept our terms</h1></body></html>',
};
const CRASH: StrangeAnswer = {
  status: 500,
  type: 'application/json',
  body: '{"code":"XX000","message":"boom"}',
};
const WORDS_OF_STRANGERS = /Bad Gateway|Accept our terms|boom|DOCTYPE|Unexpected token/;

const NO_SERVER = 'No connection to the server';
const OFFLINE = 'You are offline';
/** A page asks a server that did not answer every five seconds. */
const BACK_MS = 30_000;

interface Meeting {
  vendor: Person;
  visitor: Person;
  sessionId: string;
}

async function meeting(people: People): Promise<Meeting> {
  const vendor = await people.vendor();
  const visitor = await people.visitor(SALMA);
  const sessionId = await people.meet(vendor, visitor);
  await people.sendMessage(visitor, sessionId, { content: SAID.ar.question.text });
  return { vendor, visitor, sessionId };
}

test('a list that does not load says so soon, whatever answers in its place, and loads on a press @long', async ({
  people,
  openPage,
  wire,
}) => {
  const { vendor } = await meeting(people);
  const page = await openPage(DESKTOP, { as: vendor, origin: wire.origin });
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
  const faults: ReadonlyArray<[string, RegExp, StrangeAnswer, string]> = [
    ['/vendor-dashboard/sessions', /^\/rest\/v1\/chat_list/, GATEWAY, SALMA.company],
    ['/vendor-dashboard/contacts', /^\/rest\/v1\/sessions/, PORTAL, SALMA.company],
    ['/vendor-dashboard/contacts', /^\/rest\/v1\/sessions/, CRASH, SALMA.company],
  ];
  for (const [path, refused, answer, content] of faults) {
    // A cache of its own each time: cached data would be shown instead. An open app might write it
    // again.
    await page.goto('/favicon.svg');
    await page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const deletion = indexedDB.deleteDatabase('dragoman-kept-reads');
          deletion.onsuccess = () => resolve();
          deletion.onerror = () => reject(deletion.error);
        }),
    );
    wire.answer((asked) => (refused.test(asked) ? answer : undefined));
    await page.goto(path);
    await expect(page.getByText('This did not load')).toBeVisible();
    await expect(page.locator('body')).not.toContainText(WORDS_OF_STRANGERS);
    wire.restore();
    // The list of chats may be back before the press: its live channel reads it again.
    const list = page.getByText(content).first();
    await expect(async () => {
      if (!(await list.isVisible())) await retry.click({ timeout: 1000 });
      await expect(list).toBeVisible({ timeout: 3000 });
    }).toPass();
  }
});

test('a profile, a chat and an invitation that do not load can be tried again, and left @long', async ({
  people,
  openPage,
  wire,
}) => {
  const { vendor, visitor, sessionId } = await meeting(people);
  const openSession = await people.openSession(vendor);
  const page = await openPage(PHONE, { as: vendor, origin: wire.origin });
  const again = page.getByRole('button', { name: 'Try again' });

  wire.answer((asked) => (asked.startsWith('/rest/') ? PORTAL : undefined));
  await page.goto('/vendor-dashboard');
  await expect(page.getByRole('heading', { name: 'Your profile did not load' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Go Home' })).toBeVisible();
  await page.goto(`/chat/${sessionId}`);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText(WORDS_OF_STRANGERS);
  wire.restore();
  await again.click();
  await expectChatOpen(page, sessionId);

  const invited = await openPage(PHONE, { as: visitor, origin: wire.origin });
  wire.answer((asked) => (asked.startsWith('/rest/') ? GATEWAY : undefined));
  await invited.goto(`/join/${openSession}`);
  // Their profile is not read either: until it is, this browser's language decides, afterwards
  // theirs.
  await expect(invited.getByRole('link', { name: 'Go Home' })).toBeVisible();
  // A stranger has all that is needed in the page itself.
  const stranger = await openPage(PHONE, { origin: wire.origin });
  await stranger.goto(`/join/${openSession}`);
  await expect(stranger.getByRole('link', { name: 'Sign Up / Log In' })).toBeVisible();
  wire.restore();
  await invited.getByRole('button', { name: said('common.tryAgain') }).click();
  await expect(invited.getByRole('button', { name: said('join.button') })).toBeVisible();
});

test('one banner tells that the network is away, moves nothing, and goes by itself @long', async ({
  people,
  openPage,
  wire,
}) => {
  test.slow();
  const { vendor } = await meeting(people);
  for (const device of [PHONE, DESKTOP]) {
    const page = await openPage(device, { as: vendor, origin: wire.origin });
    await page.goto('/vendor-dashboard/sessions');
    const name = page.getByText(SALMA.name, { exact: true });
    await expect(name).toBeVisible();
    const before = await name.boundingBox();

    await page.context().setOffline(true);
    const banner = page.getByRole('status').filter({ hasText: OFFLINE });
    await expect(banner).toHaveCount(1);
    expect(await name.boundingBox()).toEqual(before);
    await page.context().setOffline(false);
    await expect(banner).toHaveCount(0);
  }

  // The network is there, and what answers is not the server.
  const page = await openPage(PHONE, { as: vendor, origin: wire.origin });
  await page.goto('/vendor-dashboard/sessions');
  await expect(page.getByText(SALMA.name, { exact: true })).toBeVisible();
  wire.answer((asked) => (/^\/(rest|auth)\//.test(asked) ? PORTAL : undefined));
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Visitors' }).click();
  await expect(page.getByText(NO_SERVER)).toBeVisible();
  await expect(page.getByText('This did not load')).toBeVisible();
  wire.restore();
  // The page recovers from the failure by itself.
  await expect(page.getByText(NO_SERVER)).toBeHidden({ timeout: BACK_MS });
  await expect(page.getByText(SALMA.company).first()).toBeVisible();
});

test('a session that has ended leads to the login page and back, with what was typed', async ({
  people,
  openPage,
}) => {
  const { vendor, sessionId } = await meeting(people);
  const page = await openPage(PHONE, { as: vendor });
  await page.goto(`/chat/${sessionId}`);
  await expectChatOpen(page, sessionId);
  await composer(page).fill('Half a sentence');

  // Not in the open page, which may find out while it is being left and then show the notice to no
  // user.
  await page.goto('/favicon.svg');
  await vendor.client.auth.signOut();
  await expireToken(page);
  await page.goto(`/chat/${sessionId}`);
  await expectToast(page, 'Your session has ended', 'Please log in again. What you typed is still here.');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await page.getByRole('dialog').getByRole('button', { name: 'Log in again' }).click();
  await signIn(page, { email: vendor.email, password: PASSWORD });
  await expectChatOpen(page, sessionId);
  await expect(composer(page)).toHaveValue('Half a sentence');
});

test("a captive portal that refuses in the server's name does not sign the user out @long", async ({
  people,
  openPage,
  wire,
}) => {
  test.slow();
  const { vendor, sessionId } = await meeting(people);
  const page = await openPage(PHONE, { as: vendor, origin: wire.origin });
  await page.goto(`/chat/${sessionId}`);
  await expect(bubble(page, SAID.ar.question.text)).toBeVisible();
  await expect.poll(() => cachedReads(page, 'chats')).toBe(1);
  await expireToken(page);

  wire.answer((asked) =>
    /^\/(auth|rest|realtime|config)/.test(asked) ? { ...PORTAL, status: 403 } : undefined,
  );
  await page.reload();
  await expect(bubble(page, SAID.ar.question.text)).toBeVisible();
  await expect(page.getByText(NO_SERVER)).toBeVisible();
  wire.restore();
  await expect(page.getByText(NO_SERVER)).toBeHidden({ timeout: BACK_MS });
  await expectChatOpen(page, sessionId);
});

test('a page whose code is gone is loaded again once, then offers two ways out @long', async ({
  people,
  openPage,
  wire,
}) => {
  const page = await openPage(DESKTOP, { as: await people.vendor(), origin: wire.origin });
  await page.goto('/vendor-dashboard');
  await expect(page.getByText('My Contact Information')).toBeVisible();
  const loads: string[] = [];
  page.on('domcontentloaded', () => loads.push(page.url()));
  wire.answer((asked) =>
    /^\/assets\/chat-list-page/.test(asked) ? { ...CRASH, status: 404, type: 'text/plain' } : undefined,
  );
  await page.getByRole('link', { name: 'Sessions' }).first().click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  expect(loads).toHaveLength(1);
  await expect(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
  wire.restore();
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect(page.getByRole('heading', { name: 'No Sessions Found' })).toBeVisible();
});

test('a slow network is called slow @long', async ({ people, openPage, wire }) => {
  const page = await openPage(PHONE, { as: await people.vendor(), origin: wire.origin });
  let answerNow = () => {};
  await page.route('**/rest/v1/profiles*', async (route) => {
    await new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    await route.continue();
  });
  await page.goto('/vendor-dashboard');
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(page.getByText('This takes longer than usual. The network may be slow.')).toBeVisible();
  answerNow();
  await expect(page.getByText('My Contact Information')).toBeVisible();
});
