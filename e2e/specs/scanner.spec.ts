import type { Browser, Page } from '@playwright/test';
import { writeCameraFile } from '../fixtures/camera-file.ts';
import { CHROMIUM_ARGS } from '../fixtures/chromium-args.ts';
import { PHONE } from '../fixtures/devices.ts';
import { NORA, type Person } from '../fixtures/people.ts';
import { test as base, expect } from '../fixtures/test.ts';
import { expectToast } from '../pages/toasts.ts';

// Chromium on Linux has no BarcodeDetector, so the WebAssembly fallback reads these codes.

interface CameraFixtures {
  /** Opens the scan page with a camera that shows a QR code of `text`, or an empty desk. */
  scanPage(visitor: Person, text: string | null): Promise<Page>;
}

const test = base.extend<CameraFixtures>({
  scanPage: async ({ playwright, launchOptions, openPage }, use, testInfo) => {
    const browsers: Browser[] = [];
    await use(async (visitor, text) => {
      const film = testInfo.outputPath('camera.y4m');
      await writeCameraFile(film, text);
      const browser = await playwright.chromium.launch({
        ...launchOptions,
        args: [
          ...CHROMIUM_ARGS,
          '--use-fake-device-for-media-stream',
          '--use-fake-ui-for-media-stream',
          `--use-file-for-fake-video-capture=${film}`,
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
  await startButton(page).tap();
  await expect(page).toHaveURL(`${server.origin}/join/${sessionId}`);
  await expect(page.getByText(NORA.name, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Join Session' }).click();
  await expect(page).toHaveURL(`${server.origin}/chat/${sessionId}`);
});

test('a code that is no join link is refused', async ({ people, scanPage }) => {
  const page = await scanPage(await people.visitor(), 'https://menu.fair.example/lunch');
  await startCamera(page);
  await expectToast(page, 'Invalid QR Code', 'Please scan a valid session QR code.');
  await expect(page).toHaveURL(/\/visitor-dashboard\/scan$/);
});

test('a tap on a picture without a code says so', async ({ people, scanPage }) => {
  const page = await scanPage(await people.visitor(), null);
  await startCamera(page);
  await page.locator('video').tap();
  await expectToast(page, 'No QR Code Found', 'Please try again or ensure the QR code is clearly visible.');
});

test('scanning can be stopped, which lets go of the camera', async ({ people, scanPage }) => {
  const page = await scanPage(await people.visitor(), null);
  await startCamera(page);
  const track = await page.locator('video').evaluateHandle((video: HTMLVideoElement) => {
    const [first] = (video.srcObject as MediaStream).getVideoTracks();
    return first as MediaStreamTrack;
  });
  expect(await track.evaluate((it) => it.readyState)).toBe('live');
  await page.getByRole('button', { name: 'Stop Scanning' }).click();
  await expect.poll(() => track.evaluate((it) => it.readyState)).toBe('ended');
  await expect(startButton(page)).toBeVisible();
});

test('a camera that may not be used is explained', async ({ people, openPage }) => {
  const page = await openPage(PHONE, { as: await people.visitor() });
  // Whatever is not granted here is denied.
  await page.context().grantPermissions([]);
  await page.goto('/visitor-dashboard/scan');
  await startButton(page).click();
  await expectToast(
    page,
    'Camera Error',
    "Unable to access camera. Please make sure you've granted camera permissions.",
  );
});

function startButton(page: Page) {
  return page.getByRole('button', { name: /^Start (Camera|Scanning)$/ });
}

async function startCamera(page: Page): Promise<void> {
  await startButton(page).click();
  await expect(page.getByRole('button', { name: 'Stop Scanning' })).toBeVisible();
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBe(640);
}
