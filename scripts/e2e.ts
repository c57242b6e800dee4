import { npmChromium, OLD_CHROMIUMS } from '../e2e/browsers/npm-chromium.ts';
import { ensureBrowser, ensureHeadlessBrowser } from './lib/browser.ts';
import { buildStale } from './lib/build.ts';
import { ensureFonts } from './lib/fonts.ts';
import { installedProgram, run } from './lib/run.ts';

/**
 * Browser tests on the built product. Arguments are Playwright's:
 * `npm run test:e2e -- journey --headed`; and `--long`, which takes the tests that `npm test` leaves
 * out, in the whole Chromium; and `--chromium=111`, which takes an old one from npm.
 */
const LONG = '--long';
const OLD = '--chromium=';
/** Options that need the whole Chromium: a window, or Lighthouse's measurements. */
const WHOLE_BROWSER = [LONG, '--headed', '--ui', '--debug'];
/** @returns the path of the old Chromium that an argument asks for. @throws for an unknown version */
async function oldChromium(): Promise<string | null> {
  const version = process.argv.find((argument) => argument.startsWith(OLD))?.slice(OLD.length);
  if (version === undefined) return null;
  const found = Object.entries(OLD_CHROMIUMS).find(([name]) => name === version)?.[1];
  if (found) return npmChromium(found);
  throw new Error(`${OLD} takes one of ${Object.keys(OLD_CHROMIUMS).join(', ')}.`);
}

try {
  await buildStale();
  const whole = process.argv.some((argument) => WHOLE_BROWSER.includes(argument));
  const browser = (await oldChromium()) ?? (whole ? ensureBrowser() : ensureHeadlessBrowser());
  ensureFonts();
  console.log(`Browser: ${browser}`);
  process.exitCode = run(
    installedProgram('playwright'),
    [
      'test',
      '--config',
      'e2e/playwright.config.ts',
      ...process.argv.slice(2).filter((argument) => argument !== LONG && !argument.startsWith(OLD)),
    ],
    { CHROMIUM_PATH: browser, ...(process.argv.includes(LONG) ? { E2E_LONG: '1' } : {}) },
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
