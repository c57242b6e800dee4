import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Brand } from '@/shared/config/config.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { SponsoredPanel, SponsoredStrip } from './sponsored.tsx';

// The places labelled 'Sponsored' (specification 1.5, 2.10).

const BRAND: Brand = { name: 'Lumen Fair', footerCredit: '', copyrightYear: 2026, sponsors: [] };
const PICTURE =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40"><circle cx="40" cy="20" r="18"/></svg>';
const SPONSOR = {
  label: '澄川精密五金',
  text: '2 号馆 B17',
  link: 'https://sponsor.example/',
  image: PICTURE,
};

const panel = page.getByRole('complementary', { name: 'Sponsored' });

test.each([
  ['a column', <SponsoredPanel key="panel" />],
  ['the strip of a phone', <SponsoredStrip key="strip" />],
])('a sponsor has its place in %s, with a link that says that it is paid for', async (_, part) => {
  await renderInApp(part, { config: { brand: { ...BRAND, sponsors: [SPONSOR] } } });
  const ad = panel.getByRole('link', { name: /澄川精密五金/ });
  await expect.element(ad).toHaveAttribute('href', SPONSOR.link);
  await expect.element(ad).toHaveAttribute('rel', expect.stringMatching(/noopener.*sponsored/));
  const image = ad.element().querySelector('img');
  await image?.decode();
  expect(image?.naturalWidth).toBeGreaterThan(0);
  // One sponsor does not fill a second place.
  expect(panel.getByRole('link', { name: /澄川精密五金/ }).elements()).toHaveLength(1);
  await expect.element(page.getByText('Ad Space')).not.toBeInTheDocument();
});

test('the strip looks right on a phone', async () => {
  await renderInApp(<SponsoredStrip />, { config: { brand: { ...BRAND, sponsors: [SPONSOR] } } });
  expect(await lookFindings()).toEqual([]);
});

test.each([
  ['says that it is free', {}, 1],
  ['is left out where the brand wants no empty places', { emptyPlaces: false }, 0],
] as const)('a place without a sponsor %s', async (_, given, places) => {
  await renderInApp(<SponsoredPanel />, { config: { brand: { ...BRAND, ...given } } });
  await expect.element(panel.getByText('Upgrade to Premium').first()).toBeVisible();
  expect(page.getByText('Ad Space').elements()).toHaveLength(places);
});
