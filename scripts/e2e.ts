import { ensureBrowser, ensureHeadlessBrowser } from './lib/browser.ts';
import { buildStale } from './lib/build.ts';
import { ensureFonts } from './lib/fonts.ts';
import { installedProgram, run } from './lib/run.ts';

/**
 * Browser tests on the built product. Arguments are Playwright's: `npm run test:e2e -- journey --headed`; and `--long`, which adds
 * what takes minutes and runs all of it in the whole Chromium.
 */
const LONG = '--long';
/** What a browser without a window cannot do, and what Lighthouse's figures are for. */
const WHOLE_BROWSER = [LONG, '--headed', '--ui', '--debug'];
try {
  await buildStale();
  const whole = process.argv.some((argument) => WHOLE_BROWSER.includes(argument));
  const browser = whole ? ensureBrowser() : ensureHeadlessBrowser();
  ensureFonts();
  console.log(`Browser: ${browser}`);
  process.exitCode = run(
    installedProgram('playwright'),
    [
      'test',
      '--config',
      'e2e/playwright.config.ts',
      ...process.argv.slice(2).filter((argument) => argument !== LONG),
    ],
    { CHROMIUM_PATH: browser, ...(process.argv.includes(LONG) ? { E2E_LONG: '1' } : {}) },
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
