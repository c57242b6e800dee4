import path from 'node:path';
import type { BrowserContextOptions, Page, TestInfo } from '@playwright/test';
import { axeFindings, layoutFindings, textFindings } from '../fixtures/accessibility.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import type { People, Person } from '../fixtures/people.ts';
import { PASSWORD, SALMA } from '../fixtures/people.ts';
import { test as base, expect } from '../fixtures/test.ts';
import { type Language, said, translationOf } from '../fixtures/texts.ts';
import { totpCode } from '../fixtures/totp.ts';
import { expectTakenOver } from '../pages/landing-page.ts';
import { ADMIN, ensureAdmin, signInAsAdmin } from '../pages/organiser-page.ts';
import { toasts } from '../pages/toasts.ts';

// Every screen, narrow and wide, in English and in Arabic. `npm run test:long` opens each on a desktop too, in dark as well,
// and keeps pictures in e2e/test-results/screens for people to look at.

/** Nothing moves, so that no colour is judged halfway through a fade. */
const STILL: BrowserContextOptions = { reducedMotion: 'reduce' };

/** What the screens show: a vendor in mid-event, with one code open and one chat going on. */
interface Scene {
  vendor: Person;
  visitor: Person;
  openSession: string;
  chat: string;
  newcomer: { session: unknown };
  /** Has given the password, and not the second factor. */
  halfway: { session: unknown };
}

interface Screen {
  name: string;
  path(scene: Scene): string;
  as?(scene: Scene): { session: unknown };
  /** What opens the screen once the page is there. */
  open?(page: Page): Promise<void>;
  /** Text that appears when the screen is complete: English interface text, or a user's. */
  shows: string | RegExp;
}

const vendor = (scene: Scene) => scene.vendor;
const visitor = (scene: Scene) => scene.visitor;
const newcomer = (scene: Scene) => scene.newcomer;
const halfway = (scene: Scene) => scene.halfway;

const SCREENS: readonly Screen[] = [
  { name: 'landing', path: () => '/', shows: 'Connect Globally, Network Instantly' },
  { name: 'landing-role-choice', path: () => '/', as: newcomer, shows: 'Select your role to get started' },
  { name: 'login', path: () => '/login', shows: 'Welcome Back' },
  {
    name: 'second-factor',
    path: () => '/visitor-dashboard',
    as: halfway,
    shows: 'Your account asks for a second factor after the password.',
  },
  {
    name: 'second-factor-recovery',
    path: () => '/visitor-dashboard',
    as: halfway,
    open: (page) => page.getByRole('button', { name: said('secondFactor.useRecoveryCode') }).click(),
    shows: 'One of the ten that you saved. Each works once.',
  },
  { name: 'contact', path: () => '/contact', shows: 'Based in Dubai, UAE' },
  { name: 'pricing', path: () => '/pricing', shows: 'Upgrade to Premium' },
  {
    name: 'organiser-sign-in',
    path: () => '/organiser',
    open: async (page) => {
      await ensureAdmin(page);
      await page.context().clearCookies();
      await page.reload();
    },
    shows: 'For administrators of this event. Sign in with your own name and password.',
  },
  {
    name: 'organiser',
    path: () => '/organiser',
    open: signInAsOrganiser,
    shows: 'The whole event at a glance, and what you decide about it.',
  },
  { name: 'no-such-page', path: () => '/nowhere', shows: 'This page does not exist' },
  {
    name: 'join-signed-out',
    path: ({ openSession }) => `/join/${openSession}`,
    shows: 'Please sign up or log in to join this chat session.',
  },
  { name: 'join', path: ({ openSession }) => `/join/${openSession}`, as: visitor, shows: 'Join Session' },
  {
    name: 'join-not-found',
    path: () => '/join/00000000-0000-4000-8000-000000000000',
    shows: 'Session Not Found',
  },
  { name: 'vendor-setup', path: () => '/vendor-setup', as: newcomer, shows: 'Complete Your Vendor Profile' },
  { name: 'visitor-setup', path: () => '/visitor-setup', as: newcomer, shows: 'Scan Entrance Pass' },
  { name: 'vendor-overview', path: () => '/vendor-dashboard', as: vendor, shows: 'My Contact Information' },
  { name: 'vendor-sessions', path: () => '/vendor-dashboard/sessions', as: vendor, shows: SALMA.company },
  { name: 'vendor-contacts', path: () => '/vendor-dashboard/contacts', as: vendor, shows: SALMA.company },
  { name: 'vendor-leads', path: () => '/vendor-dashboard/leads', as: vendor, shows: SALMA.company },
  {
    name: 'vendor-analytics',
    path: () => '/vendor-dashboard/analytics',
    as: vendor,
    shows: 'From scan to lead',
  },
  {
    name: 'vendor-qr-codes',
    path: () => '/vendor-dashboard/qr-codes',
    as: vendor,
    shows: 'Generate New QR Code',
  },
  {
    name: 'vendor-qr-code',
    path: ({ openSession }) => `/vendor-dashboard/qr-codes?session=${openSession}`,
    as: vendor,
    shows: 'Scan this QR code to start a chat session',
  },
  { name: 'vendor-profile', path: () => '/vendor-dashboard/profile', as: vendor, shows: 'Profile Settings' },
  {
    name: 'vendor-glossary',
    path: () => '/vendor-dashboard/profile?glossary',
    as: vendor,
    shows: 'No terms yet',
  },
  { name: 'visitor-overview', path: () => '/visitor-dashboard', as: visitor, shows: 'Available Vendors' },
  {
    name: 'visitor-sessions',
    path: () => '/visitor-dashboard/sessions',
    as: visitor,
    shows: 'Harbour Lighting',
  },
  {
    name: 'visitor-contacts',
    path: () => '/visitor-dashboard/contacts',
    as: visitor,
    shows: 'Harbour Lighting',
  },
  {
    name: 'visitor-scan',
    path: () => '/visitor-dashboard/scan',
    as: visitor,
    shows: /Position the QR code within the camera view/,
  },
  {
    name: 'visitor-profile',
    path: () => '/visitor-dashboard/profile',
    as: visitor,
    shows: 'Profile Settings',
  },
  { name: 'vendor-chat', path: ({ chat }) => `/chat/${chat}`, as: vendor, shows: SAID.ar.question.text },
  { name: 'visitor-chat', path: ({ chat }) => `/chat/${chat}`, as: visitor, shows: SAID.ar.question.text },
  {
    name: 'vendor-chat-empty',
    path: ({ openSession }) => `/chat/${openSession}`,
    as: vendor,
    shows: 'Waiting for participant...',
  },
  {
    name: 'chat-language',
    path: ({ chat }) => `/chat/${chat}`,
    as: visitor,
    open: (page) => page.getByRole('button', { name: said('chat.changeLanguage') }).click(),
    shows: '中文',
  },
  {
    name: 'chat-share',
    path: ({ chat }) => `/chat/${chat}`,
    as: vendor,
    open: (page) => page.getByRole('button', { name: said('chat.share') }).click(),
    shows: 'Scan this QR code to join the chat session',
  },
  {
    name: 'chat-not-found',
    path: () => '/chat/00000000-0000-4000-8000-000000000000',
    as: visitor,
    shows: 'Chat session not found',
  },
];

/** `npm run test:long`: every screen in every look on a device of its own, with pictures, which takes minutes. */
const THOROUGH = Boolean(process.env.E2E_LONG);

interface Look {
  name: string;
  /** Another than English. */
  language?: Language;
  colorScheme?: 'light' | 'dark';
  /** Another width than the device's. */
  viewport?: { width: number; height: number };
}

/** One page takes the looks of its language, one after the other. */
const LTR: Look = { name: 'ltr' };
const DARK: Look = { name: 'dark', colorScheme: 'dark' };
const WIDE: Look = { name: 'wide', viewport: { width: 1440, height: 900 } };
const RTL: Look = { name: 'rtl', language: 'ar' };

const DEVICES: ReadonlyArray<{ name: string; device: BrowserContextOptions; english: readonly Look[] }> =
  THOROUGH
    ? [
        { name: 'phone', device: PHONE, english: [LTR, DARK] },
        { name: 'desktop', device: DESKTOP, english: [LTR, DARK] },
      ]
    : [{ name: 'phone', device: PHONE, english: [LTR, WIDE] }];

const softly = expect.configure({ soft: true });

/** Scenes of this worker, which every test looks at and none changes. */
const scenes = new Map<Language, Promise<Scene>>();

const test = base.extend<{ scene: Scene; arabicScene: Scene }>({
  scene: async ({ people }, use) => use(await sceneIn('en', people)),
  arabicScene: async ({ people }, use) => use(await sceneIn('ar', people)),
});

for (const { name: deviceName, device, english } of DEVICES) {
  test.describe(`on a ${deviceName}`, () => {
    for (const screen of SCREENS) {
      test(screen.name, async ({ scene, arabicScene, tabs }, testInfo) => {
        const complaints: string[] = [];
        for (const [stage, looks] of [
          [scene, english],
          [arabicScene, [RTL]],
        ] as const) {
          const locale = looks[0]?.language ?? 'en-US';
          const page = await tabs({ ...device, ...STILL, locale }, screen.as?.(stage));
          watchComplaints(page, complaints);
          await page.goto(screen.path(stage));
          await expectTakenOver(page);
          await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2));
          await screen.open?.(page);
          for (const look of looks) {
            await take(page, look);
            await expectShown(page, screen, look);
            await expectNothingSideways(page);
            if (look === LTR || THOROUGH) {
              expect.soft(await axeFindings(page), `axe, ${look.name}`).toEqual([]);
            }
            if (look !== DARK) await expectTextsApart(page, look);
            if (device === PHONE && look === LTR) {
              expect.soft(await layoutFindings(page), 'targets, motion, reflow, text spacing').toEqual([]);
            }
            if (THOROUGH) await keepPicture(page, `${deviceName}-${screen.name}-${look.name}`, testInfo);
          }
          // A connection that was still being made is cut off with the page, which the page's console says.
          page.removeAllListeners('console');
          await page.goto('about:blank');
        }
        expect(complaints, 'errors and warnings on the console').toEqual([]);
      });
    }
  });
}

/** In a browser with an earlier sign-in the administrator is in already. */
async function signInAsOrganiser(page: Page): Promise<void> {
  await ensureAdmin(page);
  await page.reload();
  const name = page.locator('input[name="name"]');
  const engines = page.locator('#engines ol').first();
  await expect(name.or(engines)).toBeVisible();
  if (await name.isVisible()) await signInAsAdmin(page, ADMIN);
  // Everything on it has come.
  await expect(engines).toBeVisible();
  await expect(page.locator('#brand form')).toBeVisible();
  await expect(page.locator('#admins li').first()).toBeVisible();
  await expect(page.locator('#security table')).toBeVisible();
}

async function take(page: Page, { colorScheme = 'light', viewport }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  if (viewport) await page.setViewportSize(viewport);
}

async function keepPicture(page: Page, name: string, testInfo: TestInfo): Promise<void> {
  const file = path.join(testInfo.project.outputDir, 'screens', `${name}.png`);
  await page.screenshot({ path: file, animations: 'disabled', fullPage: true, scale: 'css' });
  await testInfo.attach(name, { path: file });
}

async function expectShown(page: Page, { shows }: Screen, { language }: Look): Promise<void> {
  const text = (language && translationOf(shows, language)) ?? shows;
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
}

/** No text is cut off or lies over another. */
async function expectTextsApart(page: Page, { name, viewport }: Look): Promise<void> {
  const message = `clipped or overlapping, ${name}`;
  // In a window of another size the rows of a chat are measured again, which takes more than one
  // frame.
  if (viewport) await softly.poll(() => textFindings(page), { message }).toEqual([]);
  else expect.soft(await textFindings(page), message).toEqual([]);
}

test('icons that mean a direction turn with the page', async ({ scene, arabicScene, openPage }) => {
  for (const [stage, transform] of [
    [scene, 'none'],
    [arabicScene, 'matrix(-1, 0, 0, 1, 0, 0)'],
  ] as const) {
    const page = await openPage(PHONE, { as: stage.vendor });
    await page.goto(`/chat/${stage.chat}`);
    const back = page.getByRole('link', { name: said('chat.back') }).locator('svg');
    await expect(back).toHaveCSS('transform', transform);
  }
});

function sceneIn(language: Language, people: People): Promise<Scene> {
  const scene = scenes.get(language) ?? setScene(people, language);
  scenes.set(language, scene);
  return scene;
}

/** @param language in which both read, so that their pages are in it */
async function setScene(people: People, language: Language): Promise<Scene> {
  const [seller, buyer, newcomer, guarded] = await Promise.all([
    people.vendor({
      language,
      whatsapp: '+971 50 555 0142',
      wechat: 'harbour_lighting',
      designation: 'Head of Sales',
    }),
    people.visitor({ ...SALMA, language, phone: '+966 50 555 0188' }),
    people.account(),
    people.visitor({ language }),
  ]);
  const halfway = { session: await halfwaySession(guarded) };
  const chat = await people.meet(seller, buyer);
  await people.say(seller, chat, { content: SAID.en.greeting.text, translated_content: SAID.en.greeting.ar });
  await people.say(buyer, chat, { content: SAID.ar.question.text, translated_content: SAID.ar.question.en });
  // Each has read it, and the other is told when: the heading of a chat is at its longest, and the chat opens at its end.
  for (const person of [seller, buyer]) {
    const mark = { session_id: chat, up_to: new Date().toISOString() };
    const { error } = await person.client.rpc('mark_session_read', mark);
    if (error) throw error;
  }
  return {
    vendor: seller,
    visitor: buyer,
    newcomer,
    halfway,
    chat,
    openSession: await people.openSession(seller),
  };
}

/** Adds an authenticator app and signs in by password alone. */
async function halfwaySession({ client, email }: Person): Promise<unknown> {
  const { data: factor, error } = await client.auth.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  const proof = { factorId: factor.id, code: totpCode(factor.totp.secret) };
  const { error: refused } = await client.auth.mfa.challengeAndVerify(proof);
  if (refused) throw refused;
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  return data.session;
}

/** What Playwright says where pages are opened without their service worker, as these are. */
const WORKER_BLOCKED = 'Service Worker registration blocked by Playwright';

/** Errors on the console: failed requests, React's warnings, violations of the content security policy. */
function watchComplaints(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.text() === WORKER_BLOCKED) return;
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
}

/** Nothing makes the page wider than the screen, and no toast sticks out of it. */
async function expectNothingSideways(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth, 'the page is no wider than the screen').toBeLessThanOrEqual(clientWidth);
  for (const toast of await toasts(page).all()) {
    const box = await toast.boundingBox();
    if (!box) continue;
    expect(box.x, 'a toast starts on the screen').toBeGreaterThanOrEqual(0);
    expect(box.x + box.width, 'a toast ends on the screen').toBeLessThanOrEqual(clientWidth);
  }
}
