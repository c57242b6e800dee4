import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../scripts/lib/free-port.ts';
import type { RunningBrowser, Tab, TabOptions } from './tab.ts';
import { withRetries } from './unavailable.ts';

/** Key codes of the WebDriver standard. */
const KEYS = { Enter: '\uE007', Escape: '\uE00C' } as const;

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const START_MS = 20_000;
const ANSWER_MS = 35_000;
/** A busy machine may never draw the page. */
const SCREENSHOT_MS = 8_000;

/** A program that speaks the WebDriver protocol (W3C). */
export interface Driver {
  program: string;
  args(port: number): string[];
  /** The capabilities of each new session. */
  capabilities: Record<string, unknown>;
}

/**
 * Drives a WebKit by plain WebDriver. A tab has a driver and a browser of its own, because a
 * session has one storage.
 * @throws when the program does not start
 */
export async function webDriverBrowser(driver: Driver): Promise<RunningBrowser> {
  const drivers: ChildProcess[] = [];
  let version = 'unknown';

  async function startDriver(): Promise<string> {
    const port = await freePort();
    const child = spawn(driver.program, driver.args(port), { stdio: 'ignore' });
    await once(child, 'spawn');
    drivers.push(child);
    const base = `http://127.0.0.1:${port}`;
    const deadline = Date.now() + START_MS;
    for (;;) {
      const isUp = await fetch(`${base}/status`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (isUp) return base;
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`${driver.program} does not start`);
      await delay(100);
    }
  }

  async function startSession(): Promise<Call> {
    const base = await startDriver();
    const created = (await ask(base, 'POST', '/session', {
      capabilities: { alwaysMatch: driver.capabilities },
    })) as { sessionId: string; capabilities: { browserVersion?: string } };
    version = created.capabilities.browserVersion ?? version;
    return (method, path, body, patienceMs) =>
      ask(base, method, `/session/${created.sessionId}${path}`, body, patienceMs);
  }

  async function open({ width, height }: TabOptions): Promise<Tab> {
    const call = await withRetries('a session of WebDriver', startSession);
    await call('POST', '/timeouts', { script: 15_000, pageLoad: 30_000 });
    // A browser without windows may refuse.
    await call('POST', '/window/rect', { x: 0, y: 0, width, height }).catch(() => {});
    const keys = (text: string) =>
      call('POST', '/actions', {
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: [...text].flatMap((value) => [
              { type: 'keyDown', value },
              { type: 'keyUp', value },
              // As fast as a quick typist on a phone.
              { type: 'pause', duration: 20 },
            ]),
          },
        ],
      });
    const pointer = (x: number, y: number) =>
      call('POST', '/actions', {
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            parameters: { pointerType: 'mouse' },
            actions: [
              { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      });
    return {
      async goto(url) {
        await call('POST', '/url', { url });
      },
      evaluate: (expression) =>
        call('POST', '/execute/sync', { script: `return (${expression});`, args: [] }),
      async click(x, y) {
        await pointer(x, y);
      },
      async type(text) {
        await keys(text);
      },
      async press(key) {
        await keys(KEYS[key]);
      },
      async chooseFiles(selector, files) {
        const found = (await call('POST', '/element', { using: 'css selector', value: selector })) as Record<
          string,
          string
        >;
        await call('POST', `/element/${found[ELEMENT]}/value`, { text: files.join('\n') });
      },
      async screenshot(file) {
        const picture = (await call('GET', '/screenshot', undefined, SCREENSHOT_MS)) as string;
        await writeFile(file, Buffer.from(picture, 'base64'));
      },
      errors: () => [],
      async close() {
        await call('DELETE', '').catch(() => {});
      },
    };
  }

  return {
    get version() {
      return version;
    },
    hasMicrophone: false,
    writesJpeg: false,
    open,
    async close() {
      for (const child of drivers) child.kill();
    },
  };
}

type Call = (method: string, path: string, body?: unknown, patienceMs?: number) => Promise<unknown>;

async function ask(
  base: string,
  method: string,
  path: string,
  body?: unknown,
  patienceMs = ANSWER_MS,
): Promise<unknown> {
  const answer = await fetch(base + path, {
    method,
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(patienceMs),
  }).catch((error: Error) => {
    throw new Error(`${method} ${path.replace(/^\/session\/[^/]+/, '')}: ${error.message}`);
  });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
  if (!answer.ok) throw new Error(`${value?.error}: ${value?.message}`);
  return value;
}
