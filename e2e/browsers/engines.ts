import { chromium } from '@playwright/test';
import { outputOf } from '../../scripts/lib/run.ts';
import { firefoxBrowser } from './firefox-browser.ts';
import { oldestChromium } from './oldest-chromium.ts';
import { playwrightBrowser } from './playwright-browser.ts';
import type { RunningBrowser } from './tab.ts';
import { ensurePrograms, UnavailableError } from './unavailable.ts';
import { webDriverBrowser } from './webdriver-browser.ts';

/** A browser that the walk is made in. */
export interface Engine {
  name: string;
  /**
   * @throws {UnavailableError} when this machine cannot have it
   * @throws when it does not start
   */
  start(): Promise<RunningBrowser>;
}

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

const WPE_LIBRARY = 'libwpewebkit-1.1-0';

/** The oldest of each engine that can be had. */
export const ENGINES: readonly Engine[] = [
  {
    name: 'chromium-92',
    async start() {
      const executablePath = await oldestChromium();
      return playwrightBrowser(await chromium.launch({ executablePath, args: ARGS }));
    },
  },
  {
    name: 'wpe',
    async start() {
      // Debian 12 has 2.38, which is about Safari 16.0.
      ensurePrograms(['WPEWebDriver'], ['wpewebkit-driver', WPE_LIBRARY]);
      return webDriverBrowser({
        program: 'WPEWebDriver',
        args: (port) => [`--port=${port}`],
        capabilities: {
          'wpe:browserOptions': { binary: wpeMiniBrowser(), args: ['--automation', '--headless'] },
        },
      });
    },
  },
  {
    name: 'firefox',
    async start() {
      const [program = ''] = ensurePrograms(['firefox-esr'], ['firefox-esr']);
      return firefoxBrowser(program);
    },
  },
];

/** The path of the small browser that comes with the library, outside of the PATH. */
function wpeMiniBrowser(): string {
  const files = outputOf('dpkg', ['-L', WPE_LIBRARY])?.split('\n') ?? [];
  const program = files.find((file) => file.endsWith('/MiniBrowser'));
  if (!program) throw new UnavailableError(`MiniBrowser not found; Debian's package ${WPE_LIBRARY} has it`);
  return program;
}
