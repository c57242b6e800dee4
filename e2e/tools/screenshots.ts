import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { ensureHeadlessBrowser } from '../../scripts/lib/browser.ts';
import { buildStale } from '../../scripts/lib/build.ts';
import { ensureFonts } from '../../scripts/lib/fonts.ts';
import { axeFindings, textFindings } from '../fixtures/accessibility.ts';
import { CHROMIUM_ARGS } from '../fixtures/chromium-args.ts';
import { startFakeProvider } from '../fixtures/fake-engine.ts';
import { meetPeople } from '../fixtures/people.ts';
import { startProductServer } from '../fixtures/product-server.ts';
import { signedInState } from '../fixtures/signed-in-state.ts';
import { productSettings } from '../fixtures/test.ts';
import { type Language, translationOf } from '../fixtures/texts.ts';
import { CHAT_STATES, type ChatState } from '../screens/chat-states.ts';
import { createScene, type Scene } from '../screens/scene.ts';
import { SCREENS, type Screen } from '../screens/screens.ts';

// Takes pictures of every screen and of every state of the chat, in three languages, light and
// dark, on four widths and at 200% text. Arguments leave the rest out:
// `npx tsx e2e/tools/screenshots.ts [LANGUAGE|NAME|LOOK ...]`, with a look such as `1440-dark` or
// `390-200-light`. It prints what axe finds, and what is too wide, cut off or overlapping. No part
// of `npm test`: people look at the pictures.

const OUTPUT = path.resolve(import.meta.dirname, '../test-results/screenshots');
const LANGUAGES: readonly Language[] = ['en', 'zh', 'ar'];
const HEIGHTS: Readonly<Record<number, number>> = { 320: 640, 390: 844, 768: 1024, 1440: 900 };
/** The width of the pictures at 200% text, and of axe's checks. */
const PHONE_WIDTH = 390;

interface Look {
  name: string;
  width: number;
  scheme: 'light' | 'dark';
  /** The browser's font size, which media queries follow too, px. */
  fontSize: 16 | 32;
}

const LOOKS: readonly Look[] = (['light', 'dark'] as const).flatMap((scheme) => [
  ...Object.keys(HEIGHTS).map((width) => ({
    name: `${width}-${scheme}`,
    width: Number(width),
    scheme,
    fontSize: 16 as const,
  })),
  { name: `${PHONE_WIDTH}-200-${scheme}`, width: PHONE_WIDTH, scheme, fontSize: 32 as const },
]);

/** Something to take pictures of, and the way there. */
interface Subject {
  name: string;
  open(language: Language): Promise<Page>;
}

/** Begins the names of states of the chat, some of which are names of screens, too. */
const STATE = 'state-';
const nameOf = ({ name }: ChatState) => `${STATE}${name}`;
/** Of a picture of a whole page, px. */
const MAX_HEIGHT = 8_000;

const wanted = new Set(process.argv.slice(2));
const known = new Set<string>([
  ...LANGUAGES,
  ...LOOKS.map(({ name }) => name),
  ...SCREENS.map(({ name }) => name),
  ...CHAT_STATES.map(nameOf),
]);
const unknown = [...wanted].filter((name) => !known.has(name));
if (unknown.length > 0) {
  throw new Error(
    `No language, screen, state or look: ${unknown.join(', ')}. Known: ${[...known].join(', ')}`,
  );
}
const chosen = <T>(all: readonly T[], name: (it: T) => string): readonly T[] => {
  const some = all.filter((it) => wanted.has(name(it)));
  return some.length > 0 ? some : all;
};
const languages = chosen(LANGUAGES, (language) => language);
const looks = chosen(LOOKS, ({ name }) => name);

await buildStale();
const executablePath = ensureHeadlessBrowser();
ensureFonts();
const provider = await startFakeProvider();
const server = await startProductServer(productSettings(provider));
const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] });
const scenes = new Map<Language, Promise<Scene>>();
const subjects: readonly Subject[] = [
  ...SCREENS.map((screen) => ({ name: screen.name, open: (it: Language) => openScreen(screen, it) })),
  ...CHAT_STATES.map((state) => ({ name: nameOf(state), open: (it: Language) => openState(state, it) })),
];
const findings: string[] = [];
try {
  for (const language of languages) {
    for (const subject of chosen(subjects, ({ name }) => name)) {
      // Once more where a busy machine was too slow.
      await picturesOf(subject, language)
        .catch(() => picturesOf(subject, language))
        .catch((error: Error) =>
          note(`not reached: ${error.message.split('\n')[0]}`, subject.name, language),
        );
    }
  }
  await writeFile(path.join(OUTPUT, 'findings.txt'), `${findings.join('\n')}\n`);
  console.log(findings.join('\n') || 'Nothing found.');
  console.log(`The pictures are in ${path.relative(process.cwd(), OUTPUT)}.`);
} finally {
  await browser.close();
  await server.dispose();
  await provider.close();
}

async function openScreen(screen: Screen, language: Language): Promise<Page> {
  const scene = scenes.get(language) ?? meetPeople(server.origin).then((it) => createScene(it, language));
  scenes.set(language, scene);
  const stage = await scene;
  const page = await newPage(language, screen.as?.(stage).session);
  await page.goto(screen.path(stage));
  await screen.open?.(page);
  const text = (language !== 'en' && translationOf(screen.shows, language)) || screen.shows;
  await page.getByText(text).filter({ visible: true }).first().waitFor();
  return page;
}

async function openState(state: ChatState, language: Language): Promise<Page> {
  const people = await meetPeople(server.origin);
  const vendor = await people.vendor({ language, whatsapp: '+971 50 555 0142', wechat: 'harbour_lighting' });
  const visitor = await people.visitor({ language: language === 'en' ? 'zh' : 'en' });
  const page = await newPage(language, vendor.session);
  await state.reach({ page, people, vendor, visitor, server });
  return page;
}

async function newPage(language: Language, session?: unknown): Promise<Page> {
  const options: BrowserContextOptions = {
    viewport: { width: PHONE_WIDTH, height: HEIGHTS[PHONE_WIDTH] ?? 0 },
    hasTouch: true,
    reducedMotion: 'reduce',
    locale: language,
    baseURL: server.origin,
    ...(session !== undefined && { storageState: signedInState(server.origin, session) }),
  };
  const page = await (await browser.newContext(options)).newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

async function picturesOf(subject: Subject, language: Language): Promise<void> {
  const page = await subject.open(language);
  try {
    const browserSettings = await page.context().newCDPSession(page);
    await page.evaluate(() => document.fonts.ready);
    for (const look of looks) {
      await page.emulateMedia({ colorScheme: look.scheme });
      await browserSettings.send('Page.setFontSizes', { fontSizes: { standard: look.fontSize } });
      await picture(page, subject.name, language, look);
    }
    await browserSettings.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
    await page.setViewportSize({ width: PHONE_WIDTH, height: HEIGHTS[PHONE_WIDTH] ?? 0 });
    for (const scheme of new Set(looks.map((look) => look.scheme))) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const found of await axeFindings(page)) note(found, subject.name, language, scheme);
    }
  } finally {
    await page.context().close();
  }
}

async function picture(page: Page, name: string, language: Language, look: Look): Promise<void> {
  await page.setViewportSize({ width: look.width, height: HEIGHTS[look.width] ?? 844 });
  // A picture of the full page would forget the font size.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (!name.startsWith(STATE)) {
    await page.setViewportSize({ width: look.width, height: Math.min(height, MAX_HEIGHT) });
  }
  const folder = path.join(OUTPUT, language);
  await mkdir(folder, { recursive: true });
  await page.screenshot({
    path: path.join(folder, `${name}-${look.name}.png`),
    animations: 'disabled',
    caret: 'hide',
  });
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (excess > 0) note(`${excess} px too wide`, name, language, look.name);
  if (look.scheme === 'light') {
    for (const found of await textFindings(page)) {
      // Messages scroll below the header, and names for screen readers are cut off on purpose.
      if (!found.startsWith('overlapping') && !found.includes('sr-only')) {
        note(found, name, language, look.name);
      }
    }
  }
}

function note(found: string, ...where: string[]): void {
  findings.push(`${where.join(', ')}: ${found}`);
}
