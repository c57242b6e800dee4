import { chromium } from '@playwright/test';
import { outputOf } from '../../scripts/lib/run.ts';
import { firefoxBrowser } from './firefox-browser.ts';
import { npmChromium, OLD_CHROMIUMS } from './npm-chromium.ts';
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

function oldChromium(version: 92 | 107 | 119): Engine {
  return {
    name: `chromium-${version}`,
    async start() {
      const executablePath = await npmChromium(OLD_CHROMIUMS[version]);
      return playwrightBrowser(await chromium.launch({ executablePath, args: ARGS }));
    },
  };
}

/** From the oldest on; the last one is what the other journeys use. */
export const ENGINES: readonly Engine[] = [
  oldChromium(92),
  oldChromium(107),
  oldChromium(119),
  {
    name: 'wpe',
    async start() {
      // Debian 12 has 2.38, which is about Safari 16.0.
      ensurePrograms(['WPEWebDriver'], ['wpewebkit-driver', WPE_LIBRARY]);
      return webDriverBrowser({
        program: 'WPEWebDriver',
        args: (port) => [`--port=${port}`],
        env: {},
        capabilities: {
          'wpe:browserOptions': { binary: wpeMiniBrowser(), args: ['--automation', '--headless'] },
        },
        needsScreen: false,
        writesJpeg: false,
      });
    },
  },
  {
    name: 'webkitgtk',
    async start() {
      ensurePrograms(
        ['WebKitWebDriver', 'Xvfb', 'matchbox-window-manager'],
        ['webkit2gtk-driver', 'xvfb', 'matchbox-window-manager'],
      );
      return webDriverBrowser({
        program: 'WebKitWebDriver',
        args: (port) => [`--port=${port}`],
        env: { WEBKIT_DISABLE_DMABUF_RENDERER: '1', WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
        capabilities: {},
        needsScreen: true,
        writesJpeg: true,
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
  {
    name: 'chromium',
    async start() {
      return playwrightBrowser(
        await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ARGS }),
      );
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
