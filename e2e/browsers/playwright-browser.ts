import type { Browser } from '@playwright/test';
import type { RunningBrowser, Tab, TabOptions } from './tab.ts';

/** Drives a Chromium by Playwright. */
export function playwrightBrowser(browser: Browser): RunningBrowser {
  return {
    version: browser.version(),
    hasMicrophone: true,
    writesJpeg: true,
    async open({ width, height, locale, isPhone }: TabOptions): Promise<Tab> {
      const context = await browser.newContext({
        viewport: { width, height },
        locale,
        isMobile: isPhone,
        hasTouch: isPhone,
      });
      const page = await context.newPage();
      let errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      return {
        async goto(url) {
          await page.goto(url);
        },
        evaluate: (expression) => page.evaluate(expression),
        click: (x, y) => page.mouse.click(x, y),
        // Types as fast as a quick typist on a phone.
        type: (text) => page.keyboard.type(text, { delay: 20 }),
        press: (key) => page.keyboard.press(key),
        chooseFiles: (selector, files) => page.setInputFiles(selector, [...files]),
        async screenshot(file) {
          await page.screenshot({ path: file });
        },
        errors() {
          const found = errors;
          errors = [];
          return found;
        },
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
