import path from 'node:path';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { axeFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import type { People, Person } from '../fixtures/people.ts';
import { SALMA } from '../fixtures/people.ts';
import { test as base, expect } from '../fixtures/test.ts';

// Every screen, on a phone and on a desktop, left to right, right to left and in dark mode. The pictures are kept in
// e2e/test-results/screens for people to look at.

const DEVICES: Record<string, BrowserContextOptions> = { phone: PHONE, desktop: DESKTOP };

/** Nothing moves, so that no colour is judged halfway through a fade. */
const STILL: BrowserContextOptions = { reducedMotion: 'reduce' };

/** What the screens show: a vendor in mid-event, with one code open and one chat going on. */
interface Scene {
  vendor: Person;
  visitor: Person;
  openSession: string;
  chat: string;
  newcomer: { session: unknown };
}

interface Screen {
  name: string;
  path(scene: Scene): string;
  as?(scene: Scene): { session: unknown };
  /** What opens the screen once the page is there. */
  open?(page: Page): Promise<void>;
  /** Text that is there when the screen is complete. */
  shows: string | RegExp;
}

const vendor = (scene: Scene) => scene.vendor;
const visitor = (scene: Scene) => scene.visitor;
const newcomer = (scene: Scene) => scene.newcomer;

const SCREENS: readonly Screen[] = [
  { name: 'landing', path: () => '/', shows: 'Connect Globally, Network Instantly' },
  { name: 'landing-role-choice', path: () => '/', as: newcomer, shows: 'Select your role to get started' },
  { name: 'login', path: () => '/login', shows: 'Welcome Back' },
  { name: 'contact', path: () => '/contact', shows: 'Based in Dubai, UAE' },
  { name: 'pricing', path: () => '/pricing', shows: 'Premium' },
  { name: 'no-such-page', path: () => '/nowhere', shows: /./ },
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
    open: (page) => page.getByRole('button', { name: 'Change Language' }).click(),
    shows: '中文',
  },
  {
    name: 'chat-share',
    path: ({ chat }) => `/chat/${chat}`,
    as: vendor,
    open: (page) => page.getByRole('button', { name: 'Share Chat Session' }).click(),
    shows: 'Scan this QR code to join the chat session',
  },
  {
    name: 'chat-not-found',
    path: () => '/chat/00000000-0000-4000-8000-000000000000',
    as: visitor,
    shows: 'Chat session not found',
  },
];

/** `npm run test:long`: every screen is judged in every look, which takes minutes. */
const THOROUGH = Boolean(process.env.E2E_LONG);

const LOOKS: Record<string, (page: Page) => Promise<void>> = {
  ltr: async () => undefined,
  rtl: (page) => turn(page, 'rtl'),
  dark: async (page) => {
    await turn(page, 'ltr');
    await page.emulateMedia({ colorScheme: 'dark' });
  },
};

const test = base.extend<object, { scene: Scene }>({
  scene: [
    async ({ people }, use) => {
      await use(await setScene(people));
    },
    { scope: 'worker' },
  ],
});

for (const [deviceName, device] of Object.entries(DEVICES)) {
  test.describe(`on a ${deviceName}`, () => {
    for (const screen of SCREENS) {
      test(screen.name, async ({ scene, openPage }, testInfo) => {
        const page = await openPage({ ...device, ...STILL }, { as: screen.as?.(scene) });
        const complaints = watchComplaints(page);
        await page.goto(screen.path(scene));
        await screen.open?.(page);
        const looks = Object.entries(LOOKS).slice(0, device === PHONE || THOROUGH ? undefined : 1);
        for (const [look, take] of looks) {
          await take(page);
          await expect(page.getByText(screen.shows).filter({ visible: true }).first()).toBeVisible();
          await expectNothingSideways(page);
          if (look === 'ltr' || (device === PHONE && THOROUGH)) {
            expect.soft(await axeFindings(page), `axe, ${look}`).toEqual([]);
          }
          if (device === PHONE && look === 'ltr') {
            expect.soft(await layoutFindings(page), 'targets, motion, reflow, text spacing').toEqual([]);
          }
          const name = `${deviceName}-${screen.name}-${look}`;
          const file = path.join(testInfo.project.outputDir, 'screens', `${name}.png`);
          await page.screenshot({ path: file, animations: 'disabled', fullPage: true, scale: 'css' });
          await testInfo.attach(name, { path: file });
        }
        expect(complaints, 'errors and warnings on the console').toEqual([]);
      });
    }
  });
}

test('icons that mean a direction turn with the page', async ({ scene, openPage }) => {
  const page = await openPage(PHONE, { as: scene.vendor });
  await page.goto(`/chat/${scene.chat}`);
  const back = page.getByRole('link', { name: 'Back' }).locator('svg');
  await expect(back).toHaveCSS('transform', 'none');
  await turn(page, 'rtl');
  await expect(back).toHaveCSS('transform', 'matrix(-1, 0, 0, 1, 0, 0)');
});

async function setScene(people: People): Promise<Scene> {
  const [seller, buyer, newcomer] = await Promise.all([
    people.vendor({ whatsapp: '+971 50 555 0142', wechat: 'harbour_lighting', designation: 'Head of Sales' }),
    people.visitor({ ...SALMA, phone: '+966 50 555 0188' }),
    people.account(),
  ]);
  const chat = await people.meet(seller, buyer);
  await people.say(seller, chat, { content: SAID.en.greeting.text, translated_content: SAID.en.greeting.ar });
  await people.say(buyer, chat, { content: SAID.ar.question.text, translated_content: SAID.ar.question.en });
  // Each has been there, and the other is told when: the heading of a chat is at its longest.
  for (const person of [seller, buyer]) {
    const { error } = await person.client.rpc('mark_session_read', { session_id: chat, up_to: null });
    if (error) throw error;
  }
  return { vendor: seller, visitor: buyer, newcomer, chat, openSession: await people.openSession(seller) };
}

/** What Playwright says where pages are opened without their service worker, as these are. */
const WORKER_BLOCKED = 'Service Worker registration blocked by Playwright';

/** Errors on the console: failed requests, React's warnings, violations of the content security policy. */
function watchComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.text() === WORKER_BLOCKED) return;
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

async function turn(page: Page, direction: 'ltr' | 'rtl'): Promise<void> {
  await page.evaluate((dir) => {
    document.documentElement.dir = dir;
  }, direction);
}

/** Nothing makes the page wider than the screen, and no toast sticks out of it. */
async function expectNothingSideways(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth, 'the page is no wider than the screen').toBeLessThanOrEqual(clientWidth);
  for (const toast of await page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').all()) {
    const box = await toast.boundingBox();
    if (!box) continue;
    expect(box.x, 'a toast starts on the screen').toBeGreaterThanOrEqual(0);
    expect(box.x + box.width, 'a toast ends on the screen').toBeLessThanOrEqual(clientWidth);
  }
}
