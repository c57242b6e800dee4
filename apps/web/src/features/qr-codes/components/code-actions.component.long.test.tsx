import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Profile } from '@/shared/api/database-types.ts';
import { download } from '@/shared/testing/download.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { readQr } from '@/shared/testing/read-qr.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { CodeActions } from './code-actions.tsx';

const CHAT = '3f0c2a51-6d1e-4b7c-9a55-0d5f1c2e8b10';
const link = `${location.origin}/join/${CHAT}`;

async function showActions(given: Partial<Profile> = {}, language: 'en' | 'ar' = 'en'): Promise<void> {
  await renderInApp(<CodeActions chatId={CHAT} vendor={person(given)} />, { language });
}

describe.each([
  { script: 'English', name: 'Nora Whitfield', company: 'Harbour Lighting' },
  { script: 'Chinese', name: '郭思远', company: '澄川精密五金' },
  // Its words are laid out from right to left, and joined.
  { script: 'Arabic', name: 'كريم الحداد', company: 'شركة نخيل الخليج للتجارة' },
])('with a name in $script', ({ name, company }) => {
  test('a code is kept as PNG that decodes', async () => {
    await showActions({ name, company });
    const png = await download(page.getByRole('button', { name: 'Download PNG' }));
    expect(png.name).toBe(`${company} QR 3f0c2a51.png`);
    const { width, height } = await createImageBitmap(png.content);
    expect(width).toBeGreaterThanOrEqual(1024);
    expect(height, 'there is room for the words').toBeGreaterThan(width);
    expect(await readQr(png.content)).toBe(link);
  });

  test('a code is kept as SVG that decodes, with its words', async () => {
    await showActions({ name, company });
    const svg = await download(page.getByRole('button', { name: 'Download SVG' }));
    expect(svg.name).toBe(`${company} QR 3f0c2a51.svg`);
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([svg.content], { type: 'image/svg+xml' }));
    await image.decode();
    expect(await readQr(image)).toBe(link);

    const drawing = new DOMParser().parseFromString(await svg.content.text(), 'image/svg+xml');
    const place = document.body.appendChild(document.createElement('div'));
    place.append(document.adoptNode(drawing.documentElement));
    for (const text of ['Dragoman', name, company, 'Scan this QR code to start a chat session']) {
      await expect.element(page.elementLocator(place).getByText(text, { exact: true })).toBeVisible();
    }
    place.remove();
  });
});

test('the link is copied', async () => {
  await showActions();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expectToast('Link copied');
  expect(await navigator.clipboard.readText()).toBe(link);
});

describe('a device with a share sheet', () => {
  const shared: ShareData[] = [];

  afterEach(() => {
    shared.length = 0;
    Reflect.deleteProperty(navigator, 'share');
  });

  test('gets the link', async () => {
    // A desktop browser without a screen has no sheet to open; this records what a phone's would get.
    const share = async (data: ShareData) => void shared.push(data);
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    await showActions();
    await page.getByRole('button', { name: 'Share' }).click();
    expect(shared.map(({ url }) => url)).toEqual([link]);
  });
});

test.each(['en', 'ar'] as const)('looks right on a phone, in %s', async (language) => {
  await showActions({}, language);
  expect(await lookFindings()).toEqual([]);
});
