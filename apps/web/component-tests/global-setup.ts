import { ensureHeadlessBrowser } from '../../../scripts/lib/browser.ts';
import { ensureFonts } from '../../../scripts/lib/fonts.ts';

/** Before the browser is started, with the path that vitest.config.ts reads. */
export default function setup(): void {
  process.env.CHROMIUM_PATH = ensureHeadlessBrowser();
  ensureFonts();
}
