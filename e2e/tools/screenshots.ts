import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { ensureHeadlessBrowser } from '../../scripts/lib/browser.ts';
import { buildStale } from '../../scripts/lib/build.ts';
import { ensureFonts } from '../../scripts/lib/fonts.ts';
import { axeFindings, textFindings } from '../fixtures/accessibility.ts';
import { CHROMIUM_ARGS } from '../fixtures/chromium-args.ts';
import { startFakeProvider } from '../fixtures/fake-engine.ts';
import { meetPeople } from '../fixtures/people.ts';
import { startProductServer } from '../fixtures/product-server.ts';
import { signedInState } from '../fixtures/signed-in-state.ts';
import type { Language } from '../fixtures/texts.ts';
import { CHAT_STATES } from '../screens/chat-states.ts';

// Takes pictures of every state of the chat, in three languages, light and dark, on four widths and
// at 200% text: `npx tsx e2e/tools/chat-screenshots.ts [LANGUAGE|STATE ...]`. It prints what axe
// finds, and what is too wide, cut off or overlapping. No part of `npm test`: people look at the
// pictures.

const OUTPUT = path.resolve(import.meta.dirname, '../test-results/chat-screenshots');
const LANGUAGES: readonly Language[] = ['en', 'zh', 'ar'];
const HEIGHTS: Readonly<Record<number, number>> = { 320: 640, 390: 844, 768: 1024, 1440: 900 };
const WIDTHS = Object.keys(HEIGHTS).map(Number);
/** The width of the pictures at 200% text, and of axe's checks. */
const PHONE_WIDTH = 390;

const wanted = process.argv.slice(2);
const languages = LANGUAGES.filter((it) => wanted.includes(it));
const states = CHAT_STATES.filter(({ name }) => wanted.includes(name));

await buildStale();
const executablePath = ensureHeadlessBrowser();
ensureFonts();
const provider = await startFakeProvider();
const server = await startProductServer({
  TRANSLATION_OPENAI_URL: provider.url,
  TRANSLATION_OPENAI_MODEL: 'dictionary',
});
const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] });
const findings: string[] = [];
try {
  for (const language of languages.length > 0 ? languages : LANGUAGES) {
    for (const state of states.length > 0 ? states : CHAT_STATES) {
      // Once more where a busy machine was too slow.
      await picturesOf(state, language)
        .catch(() => picturesOf(state, language))
        .catch((error: Error) => note(`not reached: ${error.message.split('\n')[0]}`, state.name, language));
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

async function picturesOf(state: (typeof CHAT_STATES)[number], language: Language): Promise<void> {
  const people = await meetPeople(server.origin);
  const vendor = await people.vendor({ language, whatsapp: '+971 50 555 0142', wechat: 'harbour_lighting' });
  const visitor = await people.visitor({ language: language === 'en' ? 'zh' : 'en' });
  const context = await browser.newContext({
    viewport: { width: PHONE_WIDTH, height: HEIGHTS[PHONE_WIDTH] ?? 0 },
    hasTouch: true,
    reducedMotion: 'reduce',
    locale: language,
    baseURL: server.origin,
    storageState: signedInState(server.origin, vendor.session),
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const browserSettings = await context.newCDPSession(page);
    await state.reach({ page, people, vendor, visitor, server });
    await page.evaluate(() => document.fonts.ready);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const width of WIDTHS) await picture(page, state.name, language, scheme, width);
      // The setting of the browser, which media queries follow too.
      await browserSettings.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
      await picture(page, state.name, language, scheme, PHONE_WIDTH, '-200');
      await browserSettings.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
      for (const found of await axeFindings(page)) note(found, state.name, language, scheme);
    }
  } finally {
    await context.close();
  }
}

async function picture(
  page: Page,
  name: string,
  language: Language,
  scheme: string,
  width: number,
  suffix = '',
): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHTS[width] ?? 844 });
  const folder = path.join(OUTPUT, language);
  await mkdir(folder, { recursive: true });
  const where = `${width}${suffix}-${scheme}`;
  await page.screenshot({
    path: path.join(folder, `${name}-${where}.png`),
    animations: 'disabled',
    caret: 'hide',
  });
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (excess > 0) note(`${excess} px too wide`, name, language, where);
  if (scheme === 'light') {
    for (const found of await textFindings(page)) {
      // Messages scroll below the header, and names for screen readers are cut off on purpose.
      if (!found.startsWith('overlapping') && !found.includes('sr-only')) note(found, name, language, where);
    }
  }
}

function note(found: string, ...where: string[]): void {
  findings.push(`${where.join(', ')}: ${found}`);
}
