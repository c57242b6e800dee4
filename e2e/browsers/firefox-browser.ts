import puppeteer, { type Browser } from 'puppeteer-core';
import type { RunningBrowser, Tab, TabOptions } from './tab.ts';
import { withRetries } from './unavailable.ts';

/** What Firefox logs as an error when a page is left while it loads something. No script sees it. */
const CONNECTION_NOTICE =
  /^(?:Firefox can’t establish a connection to the server at wss?:|The connection to wss?:|Failed to load ‘)/;

/** Time in ms that Firefox may take to start, and to answer one command. */
const START_MS = 60_000;
const ANSWER_MS = 40_000;

/**
 * Drives an installed Firefox by WebDriver BiDi. Playwright drives only builds of its own. A tab
 * has a browser of its own, because a tab behind another one is hidden: it draws no animations,
 * and ends recordings.
 * @param executablePath of the program
 * @throws when it does not start
 */
export async function firefoxBrowser(executablePath: string): Promise<RunningBrowser> {
  const browsers: Browser[] = [];

  async function launch(): Promise<Browser> {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      timeout: START_MS,
      protocolTimeout: ANSWER_MS,
      extraPrefsFirefox: {
        // A microphone that hears a tone, and no question before it opens.
        'media.navigator.streams.fake': true,
        'media.navigator.permission.disabled': true,
      },
    });
    browsers.push(browser);
    return browser;
  }

  const first = await launch();
  const version = (await first.version()).replace(/^\D+/, '');
  await first.close();
  return {
    version,
    hasMicrophone: true,
    writesJpeg: true,
    async open({ width, height }: TabOptions): Promise<Tab> {
      const browser = await withRetries('the start of Firefox', launch);
      const page = await browser.newPage();
      await page.setViewport({ width, height });
      await page.evaluateOnNewDocument(PLAY_MUTED);
      let errors: string[] = [];
      page.on('pageerror', (error) => {
        const text = error instanceof Error ? error.message : String(error);
        if (!CONNECTION_NOTICE.test(text)) errors.push(text);
      });
      return {
        async goto(url) {
          await page.goto(url, { timeout: ANSWER_MS });
        },
        evaluate: (expression) => page.evaluate(expression),
        click: (x, y) => page.mouse.click(x, y),
        // Types as fast as a quick typist on a phone.
        type: (text) => page.keyboard.type(text, { delay: 20 }),
        press: (key) => page.keyboard.press(key),
        async chooseFiles(selector, files) {
          // The walk chooses files in input elements alone.
          const field = await page.$(selector as 'input');
          if (!field) throw new Error(`No field for files: ${selector}`);
          await field.uploadFile(...files);
        },
        async screenshot(file) {
          await page.screenshot({ path: file as `${string}.png` });
        },
        errors() {
          const found = errors;
          errors = [];
          return found;
        },
        close: () => browser.close(),
      };
    },
    async close() {
      await Promise.all(browsers.map((browser) => browser.close()));
    },
  };
}

/** Runs in each page. Without a sound card, Firefox plays muted recordings alone. */
const PLAY_MUTED = `
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    this.muted = true;
    return play.call(this);
  };
`;
