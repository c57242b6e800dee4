import type { Browser, JSHandle, Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../fixtures/chromium-args.ts';
import { PHONE } from '../fixtures/devices.ts';
import { NORA, type Person } from '../fixtures/people.ts';
import { test as base, expect } from '../fixtures/test.ts';
import { writeCameraFile } from '../media/camera-file.ts';
import { photoOfCode } from '../media/photo-of-code.ts';
import { expectToast } from '../pages/toasts.ts';
import { setVisibility } from '../pages/visibility.ts';

// Chromium on Linux has no BarcodeDetector, so the WebAssembly fallback reads these codes.

interface Camera {
  /** The content of the QR code before it; null: an empty desk. */
  shows: string | null;
  /** People press Block when the browser asks. */
  blocked?: boolean;
  /** It has a light. */
  torch?: boolean;
  /** The page that opens it; the visitor's scanner unless told. */
  path?: string;
}

interface CameraFixtures {
  /** Opens the scan page in a browser with a camera. */
  scanPage(visitor: Person, camera: Camera): Promise<Page>;
}

const test = base.extend<CameraFixtures>({
  scanPage: async ({ playwright, launchOptions, openPage }, use, testInfo) => {
    const browsers: Browser[] = [];
    await use(async (visitor, { shows, blocked, torch, path = '/visitor-dashboard/scan' }) => {
      const film = testInfo.outputPath('camera.y4m');
      await writeCameraFile(film, shows);
      const browser = await playwright.chromium.launch({
        ...launchOptions,
        args: [
          ...CHROMIUM_ARGS,
          '--use-fake-device-for-media-stream',
          `--use-file-for-fake-video-capture=${film}`,
          `--use-fake-ui-for-media-stream${blocked ? '=deny' : ''}`,
        ],
      });
      browsers.push(browser);
      const page = await openPage(PHONE, { as: visitor, browser });
      if (torch) await page.addInitScript(addTorch);
      await page.goto(path);
      return page;
    });
    for (const browser of browsers) await browser.close();
  },
});

const HINT =
  'Position the QR code within the camera view to scan automatically, or tap the screen to capture manually.';

test("a visitor scans the code on a vendor's screen and joins", async ({ people, server, scanPage }) => {
  const sessionId = await people.openSession(await people.vendor());
  const page = await scanPage(await people.visitor(), { shows: `${server.origin}/join/${sessionId}` });
  expect(await page.evaluate(() => 'BarcodeDetector' in window)).toBe(false);
  await expect(page.getByText(HINT)).toBeVisible();
  // The code is seen at once, so there is nothing to wait for between this tap and the join page.
  await startButton(page).tap();
  await expect(page).toHaveURL(`${server.origin}/join/${sessionId}`);
  await expect(page.getByText(NORA.name, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Join Session' }).click();
  await expect(page).toHaveURL(`${server.origin}/chat/${sessionId}`);
});

test('the camera reads the code of a badge into a new card @long', async ({ people, scanPage }) => {
  const page = await scanPage(await people.vendor(), {
    shows: '8F3A-22C1-0047',
    path: '/vendor-dashboard/contacts/scan-badge',
  });
  await startButton(page).tap();
  const form = page.getByRole('dialog', { name: 'New card' });
  await expect(form.getByRole('textbox', { name: 'Badge ID' })).toHaveValue('8F3A-22C1-0047');
});

test('a code that is no join link is refused @long', async ({ people, scanPage }) => {
  const page = await scanPage(await people.visitor(), { shows: 'https://menu.fair.example/lunch' });
  await startButton(page).tap();
  await expectToast(page, 'Invalid QR Code', 'Please scan a valid session QR code.');
  await expect(page).toHaveURL(/\/visitor-dashboard\/scan$/);
});

test('the camera is at hand, and let go of @long', async ({ people, scanPage }) => {
  const page = await scanPage(await people.visitor(), { shows: null, torch: true });
  await startCamera(page);
  await expect(page.getByRole('status').filter({ hasText: 'The camera is on.' })).toBeVisible();

  await page.getByRole('button', { name: 'Capture this view' }).tap();
  await expectToast(page, 'No QR Code Found', 'Please try again or ensure the QR code is clearly visible.');

  const light = page.getByRole('button', { name: 'Light' });
  await expect(light).toHaveAttribute('aria-pressed', 'false');
  await light.tap();
  await expect(light).toHaveAttribute('aria-pressed', 'true');

  const rear = await cameraTrack(page);
  await page.getByRole('button', { name: 'Switch camera' }).tap();
  await expect.poll(() => rear.evaluate((it) => it.readyState)).toBe('ended');
  await expectPicture(page);
  await expect(light).toHaveAttribute('aria-pressed', 'false');

  // Out of sight it is off, and it comes back with the page.
  const front = await cameraTrack(page);
  await setVisibility(page, 'hidden');
  await expect.poll(() => front.evaluate((it) => it.readyState)).toBe('ended');
  await setVisibility(page, 'visible');
  await expectPicture(page);

  const again = await cameraTrack(page);
  await page.getByRole('button', { name: 'Stop Scanning' }).tap();
  await expect.poll(() => again.evaluate((it) => it.readyState)).toBe('ended');
  await setVisibility(page, 'hidden');
  await setVisibility(page, 'visible');

  await page.getByRole('button', { name: 'Start Scanning' }).tap();
  await expectPicture(page);
  const last = await cameraTrack(page);
  await page.getByRole('link', { name: 'Dragoman' }).first().tap();
  await expect(page).not.toHaveURL(/scan$/);
  await expect.poll(() => last.evaluate((it) => it.readyState)).toBe('ended');
});

test('a camera that does not open is explained, each case in its own words @long', async ({
  people,
  openPage,
  scanPage,
  server,
}) => {
  const visitor = await people.visitor();
  const blocked = await scanPage(visitor, { shows: null, blocked: true });
  // The machine under the other browser has no camera.
  const missing = await openPage(PHONE, { as: visitor });
  await missing.context().grantPermissions(['camera'], { origin: server.origin });
  const busy = await openPage(PHONE, { as: visitor });
  // The error that Chromium gives on Windows, where a camera serves one program at a time.
  await busy.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('Could not start video source', 'NotReadableError'));
  });
  for (const [page, advice] of [
    [blocked, 'Camera access is blocked.'],
    [missing, 'No camera was found on this device.'],
    [busy, 'The camera is in use by another app.'],
  ] as const) {
    await page.goto('/visitor-dashboard/scan');
    await startButton(page).tap();
    await expectToast(
      page,
      'Camera Error',
      "Unable to access camera. Please make sure you've granted camera permissions.",
    );
    await expect(notice(page)).toContainText(advice);
    await expect(notice(page)).toContainText('A picture of the code will do, too');
    await expect(page.getByRole('button', { name: 'Start Scanning' })).toBeFocused();
  }
});

test('a camera that sends no picture is given up @long', async ({ people, openPage }) => {
  const page = await openPage(PHONE, { as: await people.visitor() });
  await page.clock.install();
  // A stream that is open and never has a frame, as of a camera that another program holds.
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => document.createElement('canvas').captureStream(0);
  });
  await page.goto('/visitor-dashboard/scan');
  await startButton(page).click();
  await expect(notice(page)).toContainText('Opening the camera...');
  await page.clock.runFor('00:10');
  await expect(notice(page)).toContainText('The camera sends no picture.');
  await expectToast(page, 'Camera Error');
});

test('without a camera a picture of the code leads to the chat, and so does the link @long', async ({
  people,
  server,
  openPage,
}) => {
  const sessionId = await people.openSession(await people.vendor());
  const link = `${server.origin}/join/${sessionId}`;
  const page = await openPage(PHONE, { as: await people.visitor() });
  await page.goto('/visitor-dashboard/scan');

  const upright = { width: 1200, height: 1600 };
  const plain = { name: 'desk.jpg', mimeType: 'image/jpeg' };
  const refusals = [
    [{ name: 'prices.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }, 'not a picture'],
    [{ name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') }, 'HEIC photos'],
    [{ ...plain, buffer: Buffer.from('half a picture') }, 'is damaged'],
  ] as const;
  for (const [file, text] of refusals) {
    await choosePicture(page, file);
    await expect(toast(page, 'This picture cannot be read')).toContainText(text);
  }
  const inverted = await photoOfCode(page, link, { ...upright, inverted: true });
  await choosePicture(page, { ...plain, buffer: inverted });
  await expectToast(page, 'No QR Code Found', 'Please try again or ensure the QR code is clearly visible.');
  const foreign = await photoOfCode(page, 'https://menu.fair.example/lunch', upright);
  await choosePicture(page, { ...plain, buffer: foreign });
  await expectToast(page, 'Invalid QR Code', 'Please scan a valid session QR code.');

  const large = await photoOfCode(page, link, { width: 4000, height: 3000, turned: 35 });
  await choosePicture(page, { ...plain, buffer: large });
  await expect(page).toHaveURL(link);

  await page.goBack();
  const field = page.getByRole('textbox', { name: 'Session link' });
  await field.fill('fair.example/menu');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(/^This is not a session link/);
  await field.fill(link);
  await page.getByRole('button', { name: 'Open', exact: true }).tap();
  await expect(page).toHaveURL(link);
});

function startButton(page: Page) {
  return page.getByRole('button', { name: /^Start (Camera|Scanning)$/ });
}

async function startCamera(page: Page): Promise<void> {
  await startButton(page).click();
  await expectPicture(page);
}

async function expectPicture(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Stop Scanning' })).toBeVisible();
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBe(640);
  await expect(page.getByRole('button', { name: 'Capture this view' })).toBeEnabled();
}

/** Waits for a camera that is open. @returns its track, to see whether it is let go of */
async function cameraTrack(page: Page): Promise<JSHandle<MediaStreamTrack>> {
  const track = await page.locator('video').evaluateHandle(
    (video: HTMLVideoElement) =>
      new Promise<MediaStreamTrack>((resolve) => {
        const look = () => {
          const [first] = (video.srcObject as MediaStream | null)?.getVideoTracks() ?? [];
          if (first?.readyState === 'live') resolve(first);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  return track as JSHandle<MediaStreamTrack>;
}

/** The notice that replaces the camera's picture. */
function notice(page: Page) {
  return page.getByRole('main').getByRole('status');
}

function toast(page: Page, title: string) {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: title });
}

async function choosePicture(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a picture of the code' }).click();
  await (await chooser).setFiles(file);
}

/** The light of a phone's rear camera, which the test browser's camera has not. */
function addTorch(): void {
  const track = MediaStreamTrack.prototype;
  const getCapabilities = track.getCapabilities;
  track.getCapabilities = function (this: MediaStreamTrack) {
    return { ...getCapabilities.call(this), torch: true };
  };
  track.applyConstraints = async () => undefined;
}
