import type { Browser, Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../fixtures/chromium-args.ts';
import { PHONE } from '../fixtures/devices.ts';
import { NORA, type Person } from '../fixtures/people.ts';
import { test as base, expect } from '../fixtures/test.ts';
import { writeCameraFile } from '../media/camera-file.ts';

// A real camera's way through the browser. Chromium on Linux has no BarcodeDetector, so the WebAssembly
// fallback reads the code. The rest of the scanner is in scan-page.component.test.tsx of the web app.

interface CameraFixtures {
  /** Opens the visitor's scanner in a browser with a camera before a code. */
  scanPage(visitor: Person, code: string): Promise<Page>;
}

const test = base.extend<CameraFixtures>({
  scanPage: async ({ playwright, launchOptions, openPage }, use, testInfo) => {
    const browsers: Browser[] = [];
    await use(async (visitor, code) => {
      const film = testInfo.outputPath('camera.y4m');
      await writeCameraFile(film, code);
      const browser = await playwright.chromium.launch({
        ...launchOptions,
        args: [
          ...CHROMIUM_ARGS,
          '--use-fake-device-for-media-stream',
          `--use-file-for-fake-video-capture=${film}`,
          '--use-fake-ui-for-media-stream',
        ],
      });
      browsers.push(browser);
      const page = await openPage(PHONE, { as: visitor, browser });
      await page.goto('/visitor-dashboard/scan');
      return page;
    });
    for (const browser of browsers) await browser.close();
  },
});

const HINT =
  'Position the QR code within the camera view to scan automatically, or tap the screen to capture manually.';

test("a visitor scans the code on a vendor's screen and joins", async ({ people, server, scanPage }) => {
  const sessionId = await people.openSession(await people.vendor());
  const page = await scanPage(await people.visitor(), `${server.origin}/join/${sessionId}`);
  expect(await page.evaluate(() => 'BarcodeDetector' in window)).toBe(false);
  await expect(page.getByText(HINT)).toBeVisible();
  // The code is seen at once, so there is nothing to wait for between this tap and the join page.
  await page.getByRole('button', { name: 'Start Camera' }).tap();
  await expect(page).toHaveURL(`${server.origin}/join/${sessionId}`);
  await expect(page.getByText(NORA.name, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Join Session' }).click();
  await expect(page).toHaveURL(`${server.origin}/chat/${sessionId}`);
});
