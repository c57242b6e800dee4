import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { ensureBrowser } from '../../scripts/lib/browser.ts';
import { buildStale } from '../../scripts/lib/build.ts';
import { ensureFonts } from '../../scripts/lib/fonts.ts';
import { CHROMIUM_ARGS } from '../fixtures/chromium-args.ts';
import { PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { startFakeProvider } from '../fixtures/fake-engine.ts';
import { meetPeople, NORA, type Person, SIYUAN } from '../fixtures/people.ts';
import { startProductServer } from '../fixtures/product-server.ts';
import { signedInState } from '../fixtures/signed-in-state.ts';
import { expectTranslated, send } from '../pages/chat-page.ts';
import { showcasePage } from './showcase-page.ts';

// Makes docs/screenshot.png: `npx tsx e2e/tools/readme-screenshot.ts`. A vendor and a visitor
// really chat on the built product; the two pictures are then put beside each other.

const OUTPUT = path.resolve(import.meta.dirname, '../../docs/screenshot.png');
const LAPTOP: BrowserContextOptions = { viewport: { width: 900, height: 736 }, deviceScaleFactor: 2 };

await buildStale();
const executablePath = ensureBrowser();
ensureFonts();
const provider = await startFakeProvider();
const server = await startProductServer({
  TRANSLATION_OPENAI_URL: provider.url,
  TRANSLATION_OPENAI_MODEL: 'dictionary',
});
const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] });
try {
  const people = await meetPeople(server.origin);
  const vendor = await people.vendor({ ...NORA, whatsapp: '+971 50 555 0142', wechat: 'harbour_lighting' });
  const visitor = await people.visitor({ ...SIYUAN, phone: '+86 571 5550 0199' });
  const chat = `${server.origin}/chat/${await people.meet(vendor, visitor)}`;
  const booth = await openChat(browser, LAPTOP, chat, vendor);
  const phone = await openChat(browser, PHONE, chat, visitor);
  await talk(booth, phone);
  const pictures = { laptop: await picture(booth), phone: await picture(phone) };
  const page = await browser.newPage({ viewport: { width: 1400, height: 880 }, deviceScaleFactor: 1.5 });
  await page.setContent(showcasePage(pictures));
  await page.screenshot({ path: OUTPUT });
  console.log(`Wrote ${path.relative(process.cwd(), OUTPUT)}`);
} finally {
  await browser.close();
  await server.dispose();
  await provider.close();
}

async function openChat(
  browser: Browser,
  device: BrowserContextOptions,
  chat: string,
  person: Person,
): Promise<Page> {
  const context = await browser.newContext({
    ...device,
    locale: 'en-GB',
    storageState: signedInState(new URL(chat).origin, person.session),
  });
  const page = await context.newPage();
  await page.goto(chat);
  await page.getByRole('button', { name: 'Got it' }).click();
  return page;
}

async function talk(booth: Page, phone: Page): Promise<void> {
  const lines = [
    { from: phone, text: SAID.zh.colour.text, translation: SAID.zh.colour.en },
    { from: booth, text: SAID.en.colour.text, translation: SAID.en.colour.zh },
    { from: phone, text: SAID.zh.samples.text, translation: SAID.zh.samples.en },
  ];
  for (const { from, text, translation } of lines) {
    await send(from, text);
    for (const page of [booth, phone]) await expectTranslated(page, text, translation);
  }
}

function picture(page: Page): Promise<Buffer> {
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}
