import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { lookFindings } from '@/shared/testing/looks.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import type { BubbleTexts } from './bubble-texts.ts';
import { BubbleWords } from './bubble-words.tsx';

// A product of the catalogue as its reader sees it: translated but for its terms.

const TEXTS: BubbleTexts = {
  main: {
    part: 'translation',
    text: 'مصباح مكتب نحاسي\nمع غطاء من الزجاج الأوبالي.',
    language: 'ar',
  },
  other: {
    part: 'original',
    text: 'Brass desk lamp\nWith a shade of opal glass.',
    language: 'en',
  },
};
const PRODUCT = { price: 'USD 12.50–15.00 FOB', minimum_quantity: '500 pcs' };

function showProduct(folded: boolean) {
  const words = { texts: TEXTS, awaited: null, folded, otherId: 'original', product: PRODUCT };
  return renderInApp(<BubbleWords {...words} />, { language: 'ar' });
}

test('its name stands above, and its terms are as they were written', async () => {
  await showProduct(false);
  expect(page.getByRole('strong').element().textContent).toBe('مصباح مكتب نحاسي');
  await expect.element(page.getByText('مع غطاء من الزجاج الأوبالي.')).toBeVisible();
  for (const [label, text] of [
    ['السعر', PRODUCT.price],
    ['الحد الأدنى للطلب', PRODUCT.minimum_quantity],
  ] as const) {
    await expect.element(page.getByRole('term').filter({ hasText: label })).toBeVisible();
    await expect.element(page.getByRole('definition').filter({ hasText: text })).toBeVisible();
  }
  await expect.element(page.getByText('With a shade of opal glass.')).toBeVisible();
  expect(await lookFindings()).toEqual([]);
});

test('its original can be hidden', async () => {
  await showProduct(true);
  await expect.element(page.getByRole('definition').first()).toBeVisible();
  await expect.element(page.getByText('With a shade of opal glass.')).not.toBeVisible();
});
