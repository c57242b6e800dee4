import type { BrowserContextOptions, Page } from '@playwright/test';
import { axeFindings, contrastFindings, layoutFindings, textFindings } from '../fixtures/accessibility.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import type { People } from '../fixtures/people.ts';
import { test as base, expect, type PageOptions, WORKER_BLOCKED } from '../fixtures/test.ts';
import { type Language, said, translationOf } from '../fixtures/texts.ts';
import { expectHydrated } from '../pages/server-page.ts';
import { toasts } from '../pages/toasts.ts';
import { createScene, type Scene } from '../screens/scene.ts';
import { SCREENS, type Screen } from '../screens/screens.ts';

// Every screen on a phone, in English and in Arabic, and on a desktop; its contrast once more in the
// dark. `e2e/tools/screenshots.ts` takes pictures of them.

interface Look {
  name: string;
  device: BrowserContextOptions;
  language: Language;
}

const PHONE_LOOK: Look = { name: 'phone', device: PHONE, language: 'en' };
const RTL_LOOK: Look = { name: 'phone, right to left', device: PHONE, language: 'ar' };
const DESKTOP_LOOK: Look = { name: 'desktop', device: DESKTOP, language: 'en' };

/** The screens that everybody sees: on a phone they are a part of `npm test`. */
const MAIN_SCREENS = [
  'landing',
  'login',
  'join',
  'vendor-setup',
  'visitor-setup',
  'vendor-overview',
  'vendor-contacts',
  'vendor-qr-code',
  'visitor-overview',
  'vendor-chat',
  'chat-meeting',
  'face-to-face',
];

/** Scenes of this worker, which every test looks at and none changes. */
const scenes = new Map<Language, Promise<Scene>>();

const test = base.extend<{ scene: Scene; arabicScene: Scene }>({
  scene: async ({ people }, use) => use(await sceneIn('en', people)),
  arabicScene: async ({ people }, use) => use(await sceneIn('ar', people)),
});

for (const screen of SCREENS) {
  const long = MAIN_SCREENS.includes(screen.name) ? '' : ' @long';

  test(`${screen.name} on a phone${long}`, async ({ scene, arabicScene, openPage }) => {
    await lookAt(screen, PHONE_LOOK, scene, openPage, async (page) => {
      expect.soft(await axeFindings(page), 'axe').toEqual([]);
      expect.soft(await layoutFindings(page), 'targets, motion, reflow, text spacing').toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect.soft(await contrastFindings(page), 'contrast in the dark').toEqual([]);
    });
    // A language changes neither roles nor colours.
    await lookAt(screen, RTL_LOOK, arabicScene, openPage);
  });

  test(`${screen.name} on a desktop @long`, async ({ scene, openPage }) => {
    await lookAt(screen, DESKTOP_LOOK, scene, openPage, async (page) => {
      expect.soft(await axeFindings(page), 'axe').toEqual([]);
    });
  });
}

type OpenPage = (device: BrowserContextOptions, options: PageOptions) => Promise<Page>;

/** Opens a screen, sees that nothing of it is cut off or hidden, and makes the checks that are told. */
async function lookAt(
  screen: Screen,
  { name, device, language }: Look,
  scene: Scene,
  openPage: OpenPage,
  check?: (page: Page) => Promise<void>,
): Promise<void> {
  const complaints: string[] = [];
  // Nothing moves, so that no colour is judged halfway through a fade.
  const options = { ...device, reducedMotion: 'reduce', colorScheme: 'light', locale: language } as const;
  const page = await openPage(options, { as: screen.as?.(scene) });
  watchComplaints(page, complaints);
  await page.goto(screen.path(scene));
  await expectHydrated(page);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await screen.open?.(page);
  await expectShown(page, screen, language);
  await expectNothingSideways(page);
  expect.soft(await textFindings(page), `clipped or overlapping, ${name}`).toEqual([]);
  await check?.(page);
  // A connection that was still being made is cut off with the page, which the page's console says.
  page.removeAllListeners('console');
  await page.context().close();
  expect(complaints, `errors and warnings on the console, ${name}`).toEqual([]);
}

async function expectShown(page: Page, { shows }: Screen, language: Language): Promise<void> {
  const text = (language !== 'en' && translationOf(shows, language)) || shows;
  // The list beside a chat shows the chat's last message while the chat itself is still loading.
  await expect(page.locator('main')).toHaveCount(1);
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
}

test('icons that mean a direction turn with the page @long', async ({ scene, arabicScene, openPage }) => {
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
  const scene = scenes.get(language) ?? createScene(people, language);
  scenes.set(language, scene);
  return scene;
}

/**
 * Errors on the console: failed requests, React's warnings, violations of the content security
 * policy.
 */
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
