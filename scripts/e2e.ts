import { ensureBrowser, ensureHeadlessBrowser } from './lib/browser.ts';
import { buildStale } from './lib/build.ts';
import { ensureFonts } from './lib/fonts.ts';
import { installedProgram, run } from './lib/run.ts';

/**
 * Browser tests on the built product. Arguments are Playwright's:
 * `npm run test:e2e -- journey --headed`; and `--long`, which takes the tests that `npm test` leaves
 * out.
 */
const LONG = '--long';
/** Options that take the whole Chromium, for its windows. */
const WHOLE_BROWSER = ['--headed', '--ui', '--debug'];

const options = process.argv.slice(2);

try {
  await buildStale();
  const isWhole = options.some((option) => WHOLE_BROWSER.includes(option));
  const browser = isWhole ? ensureBrowser() : ensureHeadlessBrowser();
  ensureFonts();
  console.log(`Browser: ${browser}`);
  process.exitCode = run(
    installedProgram('playwright'),
    ['test', '--config', 'e2e/playwright.config.ts', ...options.filter((option) => option !== LONG)],
    { CHROMIUM_PATH: browser, ...(options.includes(LONG) ? { E2E_LONG: '1' } : {}) },
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
