import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { CatalogueItem } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { CatalogueButton } from './catalogue-button.tsx';

const BOOTH = '6a3f4c58-9f1c-4d52-8f0a-0d1b6f3f8a10';

const LAMP: CatalogueItem = {
  id: '7b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d',
  owner_id: BOOTH,
  kind: 'product',
  language: 'en',
  name: 'Brass desk lamp',
  description: 'With a shade of opal glass.',
  price: 'USD 12.50–15.00 FOB',
  minimum_quantity: '500 pcs',
  file_path: null,
  file_name: null,
  file_size: null,
  picture_width: null,
  picture_height: null,
  created_at: '2026-11-26T08:00:00Z',
  updated_at: '2026-11-26T08:00:00Z',
};
const BROCHURE: CatalogueItem = {
  ...LAMP,
  id: '7b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4e',
  kind: 'brochure',
  name: 'Lamps for hotels',
  price: null,
  minimum_quantity: null,
  file_path: `${BOOTH}/file-7b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4f.pdf`,
  file_name: 'Lamps.pdf',
  file_size: 400_000,
};

const sheet = page.getByRole('dialog');

async function openSheet(items: CatalogueItem[], language: 'en' | 'ar' = 'en') {
  const send = vi.fn(async () => {});
  await renderInApp(<CatalogueButton catalogue={{ ownerId: BOOTH, send }} className="size-11" />, {
    language,
    known: [[queryKeys.catalogue(BOOTH), items]],
  });
  await page.getByRole('button').click();
  await expect.element(sheet).toBeVisible();
  return send;
}

test('an item is sent with two presses', async () => {
  const send = await openSheet([LAMP, BROCHURE]);
  await expect
    .element(sheet.getByRole('button', { name: /Lamps for hotels/ }))
    .toHaveTextContent(/Brochure.*400 kB/);
  await sheet.getByRole('button', { name: /Brass desk lamp/ }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(send).toHaveBeenCalledExactlyOnceWith(LAMP);
});

test('an empty catalogue leads to where it is filled', async () => {
  await openSheet([]);
  await expect
    .element(sheet.getByRole('link', { name: 'Fill the catalogue' }))
    .toHaveAttribute('href', '/vendor-dashboard/profile?catalogue');
});

test.each(['en', 'ar'] as const)('looks right on a phone, in %s', async (language) => {
  await openSheet([LAMP, BROCHURE], language);
  expect(await lookFindings()).toEqual([]);
});
