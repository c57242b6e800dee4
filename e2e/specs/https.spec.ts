import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createTestAuthority } from '@dragoman/supabase-server/https/testing/certificate-authority';
import type { Browser, Page } from '@playwright/test';
import { freePort } from '../../scripts/lib/free-port.ts';
import { CHROMIUM_ARGS } from '../fixtures/chromium-args.ts';
import { PHONE } from '../fixtures/devices.ts';
import { meetPeople, type People } from '../fixtures/people.ts';
import { type ProductServer, startProductServer } from '../fixtures/product-server.ts';
import { test as base, expect } from '../fixtures/test.ts';
import { writeCameraFile } from '../media/camera-file.ts';

// A phone at the booth: the product under a name of the local network, which is no localhost.

const NAME = 'booth.fair.example';

interface Booth {
  server: ProductServer;
  people: People;
  /** The same product under its name. */
  origin: string;
  /** Plain HTTP under the name, which leads to HTTPS. */
  plain: string;
}

interface BoothFixtures {
  booth: Booth;
  /** A browser with a camera that sees an empty desk, and that finds the name on this machine. */
  phone: Browser;
}

const test = base.extend<BoothFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures out of the pattern.
  booth: async ({}, use) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-booth-'));
    const { cert, key } = await (await createTestAuthority()).issue([NAME]);
    const files = {
      TLS_CERT_FILE: path.join(folder, 'chain.pem'),
      TLS_KEY_FILE: path.join(folder, 'key.pem'),
    };
    await writeFile(files.TLS_CERT_FILE, cert);
    await writeFile(files.TLS_KEY_FILE, key, { mode: 0o600 });
    const redirectPort = String(await freePort());
    const server = await startProductServer({ HTTPS: 'true', HTTP_REDIRECT_PORT: redirectPort, ...files });
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    // The people's client runs in this process, which does not know the test's authority.
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    await use({
      server,
      people: await meetPeople(server.origin),
      origin: underName(server.origin),
      plain: `http://${NAME}:${redirectPort}`,
    });
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    await server.dispose();
    await rm(folder, { recursive: true });
  },

  phone: async ({ playwright, launchOptions }, use, testInfo) => {
    const film = testInfo.outputPath('camera.y4m');
    await writeCameraFile(film, null);
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      args: [
        ...CHROMIUM_ARGS,
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${film}`,
        '--use-fake-ui-for-media-stream',
        `--host-resolver-rules=MAP ${NAME} 127.0.0.1`,
      ],
    });
    await use(browser);
    await browser.close();
  },
});

function underName(origin: string): string {
  return origin.replace('127.0.0.1', NAME);
}

function hasCamera(page: Page): Promise<boolean> {
  return page.evaluate(() => window.isSecureContext && navigator.mediaDevices !== undefined);
}

const HINT =
  'Position the QR code within the camera view to scan automatically, or tap the screen to capture manually.';

test('over HTTPS a phone opens the scanner, and plain HTTP leads there @long', async ({
  booth,
  phone,
  openPage,
}) => {
  const visitor = await booth.people.visitor();
  const page = await openPage(
    { ...PHONE, ignoreHTTPSErrors: true },
    { as: visitor, origin: booth.origin, browser: phone },
  );
  await page.goto(`${booth.plain}/visitor-dashboard/scan`);
  await expect(page).toHaveURL(`${booth.origin}/visitor-dashboard/scan`);
  await expect(page.getByText(HINT)).toBeVisible();
  expect(await hasCamera(page)).toBe(true);
  await page.getByRole('button', { name: 'Start Camera' }).click();
  await expect
    .poll(() => page.evaluate(() => document.querySelector('video')?.videoWidth ?? 0))
    .toBeGreaterThan(0);
});

test('over plain HTTP the same phone has no camera @long', async ({ people, server, phone, openPage }) => {
  const origin = underName(server.origin);
  const page = await openPage(PHONE, { as: await people.visitor(), origin, browser: phone });
  await page.goto('/visitor-dashboard/scan');
  await expect(page.getByRole('main')).toBeVisible();
  expect(await hasCamera(page)).toBe(false);
});
