import { cachedReads, expireToken } from '../fixtures/device-state.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { PASSWORD, type People, type Person, SALMA } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import type { StrangeAnswer } from '../fixtures/wire.ts';
import { bubble, composer, expectChatOpen } from '../pages/chat-page.ts';
import { signIn } from '../pages/login-page.ts';
import { expectToast } from '../pages/toasts.ts';

// Sessions, networks and code that are gone, and a way out of each. What a list, a profile, a chat or an
// invitation shows that does not load, and the banner, are component tests beside them.

const PORTAL: StrangeAnswer = {
  status: 200,
  type: 'text/html; charset=utf-8',
  body: '<html><body><h1>Welcome to the hall. Accept our terms</h1></body></html>',
};
const NO_SERVER = 'No connection to the server';
/** A page asks a server that did not answer every five seconds. */
const BACK_MS = 30_000;

async function meeting(people: People): Promise<{ vendor: Person; sessionId: string }> {
  const vendor = await people.vendor();
  const visitor = await people.visitor(SALMA);
  const sessionId = await people.meet(vendor, visitor);
  await people.sendMessage(visitor, sessionId, { content: SAID.ar.question.text });
  return { vendor, sessionId };
}

test('a session that has ended leads to the login page and back, with what was typed @long', async ({
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
  // A stranger has all that an invitation needs in the page itself.
  const stranger = await openPage(PHONE, { origin: wire.origin });
  await stranger.goto(`/join/${await people.openSession(vendor)}`);
  await expect(stranger.getByRole('link', { name: 'Sign Up / Log In' })).toBeVisible();
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
    /^\/assets\/chat-list-page/.test(asked)
      ? { status: 404, type: 'text/plain', body: 'Not found' }
      : undefined,
  );
  await page.getByRole('link', { name: 'Sessions' }).first().click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  expect(loads).toHaveLength(1);
  await expect(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
  wire.restore();
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect(page.getByRole('heading', { name: 'No Sessions Found' })).toBeVisible();
});
