import type { Page } from '@playwright/test';
import { cachedReads, expireToken, keptJson } from '../fixtures/device-state.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { NORA, SALMA, SIYUAN } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { bubble, composer, expectChatOpen, expectTranslated, send } from '../pages/chat-page.ts';
import { toasts } from '../pages/toasts.ts';

// The installed app (docs/adr/0011): it opens without a network and shows the latest data, and
// takes new versions.

/** Clients come back after at most 10 s of waiting. */
const RECOVERY_MS = 45_000;

test('the app can be installed @long', async ({ openPage }) => {
  const page = await openPage(PHONE, { installs: true });
  await page.goto('/');
  await expectInstalled(page);
  const devtools = await page.context().newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '{}')).toMatchObject({ name: 'Dragoman', display: 'standalone', start_url: '/' });
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A profile of a test is a private one, in which nothing can be installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const appleIcon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  expect((await page.request.get(appleIcon ?? '')).headers()['content-type']).toBe('image/png');
});

test('without a network the app opens with what was last seen, until signing out takes it away', async ({
  people,
  openPage,
  wire,
}) => {
  test.setTimeout(180_000);
  const vendor = await people.vendor();
  const visitor = await people.visitor(SALMA);
  const sessionId = await people.meet(vendor, visitor);
  await people.sendMessage(visitor, sessionId, { content: SAID.ar.question.text });
  await visitor.client
    .rpc('propose_meeting', {
      id: crypto.randomUUID(),
      session_id: sessionId,
      times: [new Date(Date.now() + 28 * 86_400_000).toISOString()],
      minutes: 30,
      place: 'Hall 4',
      time_zone: 'Asia/Dubai',
    })
    .throwOnError();
  const page = await openPage(PHONE, { as: vendor, origin: wire.origin, installs: true });
  await page.goto('/vendor-dashboard');
  await expect(page.getByText('My Contact Information')).toBeVisible();
  await expectInstalled(page);
  await page.goto('/vendor-dashboard/sessions');
  await expect(page.getByText(SALMA.name, { exact: true })).toBeVisible();
  await page.goto(`/chat/${sessionId}`);
  // Said without a translation: the reader's app has asked for one, and keeps it with the chat.
  await expectTranslated(page, SAID.ar.question.text, SAID.ar.question.en);
  const meeting = page.getByRole('region', { name: 'Meeting' });
  await expect(meeting).toContainText('Hall 4');
  await expect(meeting).not.toContainText('It may have changed since.');
  await expect
    .poll(() => keptJson(page, 'chats'))
    .toEqual([expect.stringMatching(new RegExp(`${SAID.ar.question.en.replace('?', '\\?')}.*Hall 4`, 's'))]);

  // Next morning, in a hall without reception: the token has run out, too.
  await page.context().setOffline(true);
  wire.cut('everything');
  // Last: a page with a network renews it.
  await expireToken(page);
  await page.goto('/vendor-dashboard/sessions');
  await expect(page.getByText(SALMA.name, { exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^You are offline$/ })).toBeVisible();
  await page.goto('/vendor-dashboard');
  await expect(page.getByText('My Contact Information')).toBeVisible();
  await page.goto('/vendor-dashboard/contacts');
  await expect(page.getByText('This list will load as soon as you are connected again.')).toBeVisible();
  await page.goto(`/chat/${sessionId}`);
  await expectTranslated(page, SAID.ar.question.text, SAID.ar.question.en);
  await expect(meeting).toContainText('Hall 4');
  await expect(meeting).toContainText('As last loaded on this device. It may have changed since.');
  await send(page, SAID.en.greeting.text);
  await expect(bubble(page, SAID.en.greeting.text)).toContainText(/waiting for network/i);

  wire.restore();
  await page.context().setOffline(false);
  await expect(bubble(page, SAID.en.greeting.text)).toHaveAttribute('data-delivery', 'sent', {
    timeout: RECOVERY_MS,
  });
  expect((await people.messages(vendor, sessionId)).map(({ content }) => content)).toEqual([
    SAID.ar.question.text,
    'طلب اجتماع',
    SAID.en.greeting.text,
  ]);

  await page.goto('/vendor-dashboard');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await cachedReads(page, 'chats')).toBe(0);
  expect(await cachedReads(page, 'queries')).toBe(0);
});

test('an invitation comes from the server, and without one can be tried again @long', async ({
  people,
  openPage,
  wire,
}) => {
  const sessionId = await people.openSession(await people.vendor());
  const page = await openPage(PHONE, { origin: wire.origin, installs: true });
  await page.goto('/contact');
  await expectInstalled(page);
  const asked: string[] = [];
  wire.answer((path) => {
    asked.push(path);
    return undefined;
  });
  await page.goto(`/join/${sessionId}`);
  await expect(page.getByText(NORA.company).first()).toBeVisible();
  expect(asked).toContain(`/join/${sessionId}`);

  wire.cut('everything');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Go Home' })).toBeVisible();
  wire.restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(NORA.company).first()).toBeVisible();
});

test('a new version leaves an open page whole, and comes with the next load @long', async ({
  people,
  openPage,
  wire,
}) => {
  test.slow();
  const vendor = await people.vendor();
  const sessionId = await people.meet(vendor, await people.visitor(SIYUAN));
  const page = await openPage(DESKTOP, { as: vendor, origin: wire.origin, installs: true });
  await page.goto(`/chat/${sessionId}`);
  await expectChatOpen(page, sessionId);
  await expectInstalled(page);
  await composer(page).fill('Half a sentence');

  // A release: another worker, and a server without the old files.
  const worker = await (await page.request.get('/sw.js')).text();
  const page2 = (await (await page.request.get('/index.html')).text()).replace(
    '<title>',
    '<meta name="release" content="second"><title>',
  );
  wire.answer((path) => {
    if (path === '/sw.js') return { status: 200, type: 'text/javascript', body: `${worker}\n// second` };
    if (path === '/index.html') return { status: 200, type: 'text/html', body: page2 };
    if (path.startsWith('/assets/')) return { status: 404, type: 'text/plain', body: 'Not found' };
    return undefined;
  });
  // After a navigation the browser looks for a new worker by itself. An update that is asked for
  // meanwhile is answered by that one, which may have read the worker of before.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        await registration?.update();
        return Boolean(registration?.installing ?? registration?.waiting);
      }),
    )
    .toBe(true);
  await expect(toasts(page).filter({ hasText: 'A new version is ready' })).toBeVisible();
  await expect(composer(page)).toHaveValue('Half a sentence');

  // The open page continues, even into code that it has not loaded yet.
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(composer(page)).toHaveValue('Half a sentence');

  await page.getByRole('button', { name: 'Load it now' }).click();
  await expect(page.locator('meta[name="release"]')).toHaveAttribute('content', 'second');
  await expect(composer(page)).toHaveValue('Half a sentence');
});

/** Waits until the worker has fetched the whole app and answers for this page. */
async function expectInstalled(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 30_000 })
    .toBe(true);
}
