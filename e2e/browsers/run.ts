import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startFakeProvider } from '../fixtures/fake-engine.ts';
import { startFakeTranscriber } from '../fixtures/fake-transcriber.ts';
import { startProductServer } from '../fixtures/product-server.ts';
import { startWire } from '../fixtures/wire.ts';
import type { Engine } from './engines.ts';
import type { RunningBrowser } from './tab.ts';
import { withRetries } from './unavailable.ts';
import { walk } from './walk.ts';

/** The result of a walk. */
export interface Outcome {
  engine: string;
  version: string;
  passed: number;
  count: number;
  failures: string[];
}

/** The number of consecutive failures after which the walk stops: later steps would only wait. */
const HOPELESS = 6;
/** Time for one step, and for the walk: a browser that hangs does not hold up the others. */
const STEP_MS = 120_000;
const WALK_MS = 600_000;
const CLOSE_MS = 10_000;

/**
 * Makes the walk in one browser, on a product of its own.
 * @param screenshots a folder for its pictures, which is emptied; null for none
 * @throws {UnavailableError} when the browser cannot be had or does not start
 * @throws when the product does not start
 */
export async function walkThrough(engine: Engine, screenshots: string | null): Promise<Outcome> {
  if (screenshots) {
    await rm(screenshots, { recursive: true, force: true });
    await mkdir(screenshots, { recursive: true });
  }
  const started = await withRetries(`the start of ${engine.name}`, () => engine.start());
  const browser = screenshots ? started : withoutPictures(started);
  const translation = await startFakeProvider();
  const transcriber = await startFakeTranscriber();
  const server = await startProductServer({
    TRANSLATION_OPENAI_URL: translation.url,
    TRANSLATION_OPENAI_MODEL: 'dictionary',
    STT_OPENAI_URL: transcriber.url,
    STT_OPENAI_MODEL: 'test-tone',
    JOIN_PAGE_WAIT_MS: '10000',
  });
  const wire = await startWire(server.origin);
  const failures: string[] = [];
  let passed = 0;
  try {
    const { steps, hands, end } = await walk(browser, {
      origin: server.origin,
      wire,
      hears(text) {
        transcriber.hears = text;
      },
      screenshots: screenshots ?? '',
    });
    const deadline = Date.now() + WALK_MS;
    let row = 0;
    for (const [index, step] of steps.entries()) {
      if (row >= HOPELESS || Date.now() > deadline) {
        failures.push(`${step.name}: not tried`);
        continue;
      }
      try {
        await within(STEP_MS, step.run());
        passed += 1;
        row = 0;
      } catch (error) {
        row += 1;
        failures.push(`${step.name}: ${(error as Error).message}`);
        console.log(`  failed: ${failures.at(-1)}`);
        const hand = hands[step.name.split(':')[0] as string];
        if (screenshots) {
          await hand?.tab.screenshot(path.join(screenshots, `failed-${index + 1}.png`)).catch(() => {});
        }
      }
    }
    await within(CLOSE_MS, end()).catch(() => {});
    return { engine: engine.name, version: browser.version, passed, count: steps.length, failures };
  } finally {
    await within(CLOSE_MS, browser.close()).catch(() => {});
    await wire.close();
    await server.dispose();
    await transcriber.close();
    await translation.close();
  }
}

/** Drawing a page may take longer than a step of the walk: only a run that shows them asks for it. */
function withoutPictures(browser: RunningBrowser): RunningBrowser {
  return {
    get version() {
      return browser.version;
    },
    hasMicrophone: browser.hasMicrophone,
    writesJpeg: browser.writesJpeg,
    open: async (options) => ({ ...(await browser.open(options)), screenshot: async () => {} }),
    close: () => browser.close(),
  };
}

async function within<T>(ms: number, action: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = delay(ms, undefined, { signal: over.signal }).then(() => {
    throw new Error(`no end within ${ms / 1000} s`);
  });
  late.catch(() => {});
  try {
    return await Promise.race([action, late]);
  } finally {
    over.abort();
  }
}
