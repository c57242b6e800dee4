import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { keepSession } from '@/shared/testing/auth-answers.ts';
import { lookFindings, PHONE } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { readQrOnScreen } from '@/shared/testing/read-qr.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { QrCodesPage } from './qr-codes-page.tsx';

const CHAT = '3f0c2a51-6d1e-4b7c-9a55-0d5f1c2e8b10';
const link = `${location.origin}/join/${CHAT}`;
const CREATE = 'POST /rest/v1/sessions';

const generate = page.getByRole('button', { name: 'Generate New QR Code' });

async function showPage(vendor: Profile, query = ''): Promise<{ unmount(): Promise<void> }> {
  return renderInApp(
    <CurrentProfileContext value={vendor}>
      <QrCodesPage />
    </CurrentProfileContext>,
    {
      at: `/vendor-dashboard/qr-codes${query}`,
      as: vendor,
      known: [
        [queryKeys.team.booth(vendor.id), null],
        [queryKeys.boothCodes(vendor.id, vendor.id), []],
        [queryKeys.sessions.code(vendor.id, CHAT), { id: CHAT, visitor: null }],
      ],
    },
  );
}

test('a new code is shown with a toast, and over the whole screen', async () => {
  const vendor = person();
  keepSession(vendor);
  let made = '';
  answer(CREATE, async (request) => {
    const row = await request.json();
    made = row.id;
    return json({ ...row, created_at: new Date().toISOString() }, 201);
  });
  answer('GET /rest/v1/booth_code_summaries', () => rows([]));
  await showPage(vendor);
  await generate.click();
  await expectToast('Success', 'QR Code generated successfully');
  expect(new URLSearchParams(location.search).get('session')).toBe(made);
  expect(await lookFindings(), 'the new code').toEqual([]);

  await page.getByRole('button', { name: 'Show the code full screen' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(await readQrOnScreen()).toBe(`${location.origin}/join/${made}`);
  expect(await lookFindings(), 'full screen').toEqual([]);
});

describe('a session that cannot be created', () => {
  test.each([
    [
      'in the words of the server',
      () => json({ code: '23514', message: 'violates check constraint "closed"' }, 400),
      'violates check constraint "closed"',
    ],
    [
      'without a network',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Failed to generate QR code',
    ],
  ])('is said, %s', async (_name, refuse, text) => {
    const vendor = person();
    keepSession(vendor);
    answer(CREATE, refuse);
    answer('GET /rest/v1/sessions', refuse);
    await showPage(vendor);
    await generate.click();
    await expectToast('Error', text);
    await expect.element(generate).toBeEnabled();
  });

  test('because nobody is signed in any more is said', async () => {
    await showPage(person());
    await generate.click();
    await expectToast('Error', 'You must be logged in to generate a QR code');
  });
});

describe('a code on show', () => {
  const screen = { awake: false };

  beforeEach(() => {
    const request = async () => {
      screen.awake = true;
      return {
        release: async () => {
          screen.awake = false;
        },
      };
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
  });

  afterEach(() => void Reflect.deleteProperty(navigator, 'wakeLock'));

  test('fills the screen on a tap, in dark mode too, with the vendor beneath, and keeps the screen awake', async () => {
    const name = 'Maximiliana Featherstonehaugh-Cholmondeley';
    const company = 'الشركة الوطنية المتحدة للإضاءة والأنظمة الكهربائية والتوريدات العامة المحدودة';
    await commands.emulateMedia({ colorScheme: 'dark' });
    const { unmount } = await showPage(person({ name, company }), `?session=${CHAT}`);
    const small = page.getByRole('img', { name: `QR code of the link ${link}` });
    await expect.element(small).toBeVisible();
    expect(small.element().getBoundingClientRect()).toMatchObject({ width: 200, height: 200 });
    expect(await readQrOnScreen(), 'in dark mode').toBe(link);
    await expect.poll(() => screen.awake).toBe(true);

    await page.getByRole('button', { name: 'Show the code full screen' }).click();
    const sign = page.getByRole('dialog');
    const code = sign.getByRole('img');
    await expect.element(code).toBeVisible();
    expect(code.element().getBoundingClientRect().width, 'as large as the screen allows').toBeGreaterThan(
      PHONE.width * 0.78,
    );
    await expect.element(sign.getByText(name)).toBeInViewport({ ratio: 1 });
    await expect.element(sign.getByText(company)).toBeInViewport({ ratio: 1 });
    await expect.element(sign).toHaveStyle({ backgroundColor: 'rgb(255, 255, 255)' });
    expect(await readQrOnScreen()).toBe(link);
    // A tap anywhere puts it away.
    await code.click();
    await expect.element(sign).not.toBeInTheDocument();

    await unmount();
    await expect.poll(() => screen.awake).toBe(false);
  });
});

describe('inside of an app', () => {
  beforeEach(() => {
    const userAgent = 'Mozilla/5.0 (Linux; Android 14; wv) Chrome/116.0.0.0 MicroMessenger/8.0.50';
    Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
  });

  afterEach(() => void Reflect.deleteProperty(navigator, 'userAgent'));

  test('the picture of a code is shown, to be saved by a long press', async () => {
    await showPage(person(), `?session=${CHAT}`);
    await page.getByRole('button', { name: 'Download PNG' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save the picture' });
    const picture = dialog.getByRole('img');
    await expect.element(picture).toHaveAttribute('src', expect.stringMatching(/^data:image\/png;base64,/));
    const image = picture.element() as HTMLImageElement;
    await expect.poll(() => image.naturalWidth).toBeGreaterThan(300);
    expect(await lookFindings()).toEqual([]);
  });
});
