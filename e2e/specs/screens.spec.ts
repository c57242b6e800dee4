import path from 'node:path';
import type { BrowserContextOptions, Page, TestInfo } from '@playwright/test';
import { axeFindings, layoutFindings, textFindings } from '../fixtures/accessibility.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import type { People } from '../fixtures/people.ts';
import { test as base, expect, WORKER_BLOCKED } from '../fixtures/test.ts';
import { type Language, said, translationOf } from '../fixtures/texts.ts';
import { expectHydrated } from '../pages/server-page.ts';
import { toasts } from '../pages/toasts.ts';
import { createScene, type Scene } from '../screens/scene.ts';
import { SCREENS, type Screen } from '../screens/screens.ts';

// Every screen on a phone and on a desktop, in English light and dark, and in Arabic. It keeps
// pictures in e2e/test-results/screens for people to look at.

/** Nothing moves, so that no colour is judged halfway through a fade. */
const STILL: BrowserContextOptions = { reducedMotion: 'reduce' };

interface Look {
  name: string;
  /** Another than English. */
  language?: Language;
  colorScheme?: 'light' | 'dark';
}

/** One page takes the looks of its language, one after the other. */
const LTR: Look = { name: 'ltr' };
const DARK: Look = { name: 'dark', colorScheme: 'dark' };
const RTL: Look = { name: 'rtl', language: 'ar' };

const DEVICES: ReadonlyArray<{ name: string; device: BrowserContextOptions }> = [
  { name: 'phone', device: PHONE },
  { name: 'desktop', device: DESKTOP },
];

/** Scenes of this worker, which every test looks at and none changes. */
const scenes = new Map<Language, Promise<Scene>>();

const test = base.extend<{ scene: Scene; arabicScene: Scene }>({
  scene: async ({ people }, use) => use(await sceneIn('en', people)),
  arabicScene: async ({ people }, use) => use(await sceneIn('ar', people)),
});

for (const { name: deviceName, device } of DEVICES) {
  test.describe(`on a ${deviceName}`, () => {
    for (const screen of SCREENS) {
      test(`${screen.name} @long`, async ({ scene, arabicScene, tabs }, testInfo) => {
        const complaints: string[] = [];
        const stages = [
          [scene, [LTR, DARK]],
          [arabicScene, [RTL]],
        ] as const;
        for (const [stage, looks] of stages) {
          const locale = looks[0]?.language ?? 'en-US';
          const page = await tabs({ ...device, ...STILL, locale }, screen.as?.(stage));
          watchComplaints(page, complaints);
          await page.goto(screen.path(stage));
          await expectHydrated(page);
          await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2));
          await screen.open?.(page);
          for (const look of looks) {
            await take(page, look);
            await expectShown(page, screen, look);
            await expectNothingSideways(page);
            expect.soft(await axeFindings(page), `axe, ${look.name}`).toEqual([]);
            if (look !== DARK) await expectTextsApart(page, look);
            if (device === PHONE && look === LTR) {
              expect.soft(await layoutFindings(page), 'targets, motion, reflow, text spacing').toEqual([]);
            }
            await keepPicture(page, `${deviceName}-${screen.name}-${look.name}`, testInfo);
          }
          // A connection that was still being made is cut off with the page, which the page's
          // console says.
          page.removeAllListeners('console');
          await page.goto('about:blank');
        }
        expect(complaints, 'errors and warnings on the console').toEqual([]);
      });
    }
  });
}

async function take(page: Page, { colorScheme = 'light' }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
}

async function keepPicture(page: Page, name: string, testInfo: TestInfo): Promise<void> {
  const file = path.join(testInfo.project.outputDir, 'screens', `${name}.png`);
  await page.screenshot({ path: file, animations: 'disabled', fullPage: true, scale: 'css' });
  await testInfo.attach(name, { path: file });
}

async function expectShown(page: Page, { shows }: Screen, { language }: Look): Promise<void> {
  const text = (language && translationOf(shows, language)) ?? shows;
  // The list beside a chat shows the chat's last message while the chat itself is still loading.
  await expect(page.locator('main')).toHaveCount(1);
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
}

/** No text is cut off or lies over another. */
async function expectTextsApart(page: Page, { name }: Look): Promise<void> {
  expect.soft(await textFindings(page), `clipped or overlapping, ${name}`).toEqual([]);
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
