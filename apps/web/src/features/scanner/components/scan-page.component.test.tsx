import { Route, Routes } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import ar from '@/shared/i18n/ar.json';
import { drawCode, photoOfCode } from '@/shared/testing/draw-code.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { brokenPicture, chooseFile } from '@/shared/testing/pictures.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { BadgeScanPage } from './badge-scan-page.tsx';
import { ScanPage } from './scan-page.tsx';

// Chromium on Linux has no BarcodeDetector, so the WebAssembly fallback reads these codes. A real
// camera's way through the browser is in e2e/specs/scanner.spec.ts.

const LINK = `${location.origin}/join/3f0c2a51-6d1e-4b7c-9a55-0d5f1c2e8b10`;
const JOIN_PATH = new URL(LINK).pathname;
const FOREIGN = 'https://menu.fair.example/lunch';
const PICTURE = { width: 640, height: 480 };
const REFUSED = ['Invalid QR Code', 'Please scan a valid session QR code.'] as const;
const NOTHING = ['No QR Code Found', 'Please try again or ensure the QR code is clearly visible.'] as const;

const start = page.getByRole('button', { name: /^Start (Camera|Scanning)$/ });
const stop = page.getByRole('button', { name: 'Stop Scanning' });
/** Replaces the camera's picture. */
const notice = page.getByRole('status').first();

type OpenCamera = () => Promise<MediaStream>;

const filming: Array<ReturnType<typeof setInterval>> = [];

afterEach(() => {
  for (const timer of filming.splice(0)) clearInterval(timer);
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'mediaDevices');
  Reflect.deleteProperty(document, 'visibilityState');
});

/** The browser's cameras. */
function setCamera(getUserMedia: OpenCamera | undefined): void {
  const devices = getUserMedia && { getUserMedia };
  Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true });
}

/** A camera with a light before a code; null: before an empty desk. */
function camera(shows: string | null): OpenCamera {
  return async () => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, PICTURE);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas to draw on');
    const draw = () => {
      context.fillRect(0, 0, PICTURE.width, PICTURE.height);
      if (shows) drawCode(context, shows, { ...PICTURE, side: 360 });
    };
    draw();
    filming.push(setInterval(draw, 50));
    const stream = canvas.captureStream();
    for (const track of stream.getVideoTracks()) {
      track.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
      track.applyConstraints = async () => {};
    }
    return stream;
  };
}

async function showScanner(language: 'en' | 'ar' = 'en') {
  const as = person({ role: 'visitor', language });
  return renderInApp(<ScanPage />, { at: '/visitor-dashboard/scan', as, language });
}

/** Waits for the picture. @returns the camera's track, to see whether it is let go of */
async function expectPicture(): Promise<MediaStreamTrack> {
  await expect.element(stop).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Capture this view' })).toBeEnabled();
  const video = document.querySelector('video');
  const track = () => (video?.srcObject as MediaStream | null)?.getVideoTracks()[0];
  await expect.poll(() => track()?.readyState).toBe('live');
  await expect.poll(() => video?.videoWidth).toBe(PICTURE.width);
  return track() as MediaStreamTrack;
}

async function expectLetGo(track: MediaStreamTrack): Promise<void> {
  await expect.poll(() => track.readyState).toBe('ended');
}

function setVisibility(value: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('the camera', () => {
  test('refuses a code that is no join link', async () => {
    setCamera(camera(FOREIGN));
    await showScanner();
    await start.click();
    await expectToast(...REFUSED);
    expect(location.pathname).toBe('/visitor-dashboard/scan');
  });

  test('reads the code of a badge into a new card', async () => {
    setCamera(camera('8F3A-22C1-0047'));
    await renderInApp(
      <Routes>
        <Route path="/vendor-dashboard">
          <Route path="contacts/scan-badge" element={<BadgeScanPage />} />
          <Route path="contacts" element={null} />
        </Route>
      </Routes>,
      { at: '/vendor-dashboard/contacts/scan-badge', as: person() },
    );
    await start.click();
    await expect.poll(() => location.pathname + location.search).toBe('/vendor-dashboard/contacts?box');
    expect(history.state).toMatchObject({ usr: { badge: { code: '8F3A-22C1-0047' } } });
  });

  test('is at hand, and let go of', async () => {
    setCamera(camera(null));
    const { unmount } = await showScanner();
    await start.click();
    const rear = await expectPicture();
    await expect.element(notice).toHaveTextContent('The camera is on.');
    await page.getByRole('button', { name: 'Capture this view' }).click();
    await expectToast(...NOTHING);

    const light = page.getByRole('button', { name: 'Light' });
    await expect.element(light).toHaveAttribute('aria-pressed', 'false');
    await light.click();
    await expect.element(light).toHaveAttribute('aria-pressed', 'true');

    await page.getByRole('button', { name: 'Switch camera' }).click();
    await expectLetGo(rear);
    await expect.element(light).toHaveAttribute('aria-pressed', 'false');

    // Out of sight it is off, and it comes back with the page.
    const front = await expectPicture();
    setVisibility('hidden');
    await expectLetGo(front);
    await expect.element(notice).toHaveTextContent('Opening the camera...');
    setVisibility('visible');

    const again = await expectPicture();
    await stop.click();
    await expectLetGo(again);
    setVisibility('hidden');
    setVisibility('visible');
    await page.getByRole('button', { name: 'Start Scanning' }).click();
    const last = await expectPicture();
    await unmount();
    await expectLetGo(last);
  });

  test.each([
    ['NotAllowedError', 'Camera access is blocked.'],
    ['NotFoundError', 'No camera was found on this device.'],
    // What Chromium says on Windows, where a camera serves one program at a time.
    ['NotReadableError', 'The camera is in use by another app.'],
  ])('that does not open with %s is explained in its own words', async (error, advice) => {
    setCamera(() => Promise.reject(new DOMException('Could not start video source', error)));
    await showScanner();
    await start.click();
    await expectToast(
      'Camera Error',
      "Unable to access camera. Please make sure you've granted camera permissions.",
    );
    await expect.element(notice).toHaveTextContent(advice);
    await expect.element(notice).toHaveTextContent('A picture of the code will do, too');
    await expect.element(page.getByRole('button', { name: 'Start Scanning' })).toHaveFocus();
    if (error === 'NotFoundError') expect(await lookFindings()).toEqual([]);
  });

  test('that sends no picture is given up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    // A stream that is open and never has a frame, as of a camera that another program holds.
    setCamera(async () => document.createElement('canvas').captureStream(0));
    await showScanner();
    await start.click();
    await expect.element(notice).toHaveTextContent('Opening the camera...');
    vi.advanceTimersByTime(10_000);
    await expect.element(notice).toHaveTextContent('The camera sends no picture.');
    await expectToast('Camera Error');
  });

  test('that the browser does not know has a way around it, which looks right in Arabic', async () => {
    setCamera(undefined);
    await showScanner('ar');
    await page.getByRole('button', { name: ar.scanner.start }).click();
    await expect.element(page.getByText(ar.scanner.unsupported)).toBeVisible();
    await expect.element(page.getByText(ar.inApp.instead)).toBeVisible();
    expect(await lookFindings()).toEqual([]);
  });
});

describe('a picture of the code', () => {
  const choose = page.getByRole('button', { name: 'Choose a picture of the code' });

  test.each([
    [new File(['%PDF-1.7'], 'prices.pdf', { type: 'application/pdf' }), /not a picture/],
    [new File(['ftypheic'], 'IMG_0001.HEIC', { type: 'image/heic' }), /HEIC photos/],
    [brokenPicture(), /is damaged/],
  ])('that cannot be read is refused with the reason', async (file, reason) => {
    await showScanner();
    await chooseFile(choose, file);
    await expectToast('This picture cannot be read');
    await expect.element(page.getByRole('listitem').getByText(reason)).toBeVisible();
  });

  test('without a code, or with another one, leads nowhere', async () => {
    const upright = { width: 1200, height: 1600 };
    await showScanner();
    await chooseFile(choose, await photoOfCode(LINK, { ...upright, inverted: true }));
    await expectToast(...NOTHING);
    await chooseFile(choose, await photoOfCode(FOREIGN, upright));
    await expectToast(...REFUSED);
    expect(location.pathname).toBe('/visitor-dashboard/scan');
  });

  test('leads to the session, however it lies', async () => {
    await showScanner();
    await chooseFile(choose, await photoOfCode(LINK, { width: 4000, height: 3000, turned: 35 }));
    await expect.poll(() => location.pathname).toBe(JOIN_PATH);
  });
});

test('the link leads to the session, too', async () => {
  await showScanner();
  const field = page.getByRole('textbox', { name: 'Session link' });
  const open = page.getByRole('button', { name: 'Open', exact: true });
  await field.fill('fair.example/menu');
  await open.click();
  await expect
    .element(field)
    .toHaveAccessibleDescription(expect.stringMatching(/^This is not a session link/));
  await field.fill(LINK);
  await open.click();
  expect(location.pathname).toBe(JOIN_PATH);
});

test('the page looks right on a phone', async () => {
  await showScanner();
  expect(await lookFindings()).toEqual([]);
});
