import { ensureBrowser } from './lib/browser.ts';
import { buildStale } from './lib/build.ts';
import { ensureFonts } from './lib/fonts.ts';
import { installedProgram, run } from './lib/run.ts';

/** Browser tests on the built product. Arguments are Playwright's: `npm run test:e2e -- journey --headed`. */
try {
  await buildStale();
  const browser = ensureBrowser();
  ensureFonts();
  console.log(`Browser: ${browser}`);
  process.exitCode = run(
    installedProgram('playwright'),
    ['test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(2)],
    { CHROMIUM_PATH: browser },
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
