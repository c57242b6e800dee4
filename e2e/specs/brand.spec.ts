import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DESKTOP } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';

// The brand in the data directory of a running server. What pages make of it is tested in apps/web/src/features/marketing and
// apps/web/src/entities/sponsor.

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 30"><rect width="60" height="30" fill="#a11"/></svg>';
const AD =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40"><circle cx="40" cy="20" r="18" fill="#14a"/></svg>';
const COLOR = '#7a1f3d';

async function writeBrand(dataDir: string, brand: unknown): Promise<void> {
  await mkdir(path.join(dataDir, 'brand'), { recursive: true });
  await writeFile(path.join(dataDir, 'brand/logo.svg'), LOGO);
  await writeFile(path.join(dataDir, 'brand/ad.svg'), AD);
  await writeFile(path.join(dataDir, 'brand.json'), JSON.stringify(brand));
}

// Other specs of this worker see the product as it comes.
test.afterEach(async ({ server }) => {
  await rm(path.join(server.dataDir, 'brand.json'), { force: true });
});

test('a new brand.json is on every page at the next load: name, title, company, logo, colours, sponsors @long', async ({
  openPage,
  people,
  server,
}) => {
  const page = await openPage(DESKTOP);
  await page.goto('/');
  await expect(page).toHaveTitle('Dragoman');

  await writeBrand(server.dataDir, {
    name: 'Lumen Fair',
    company: 'Lumen Fairs LLC',
    footerCredit: 'The Quayside Studio',
    copyrightYear: 2026,
    logo: 'logo.svg',
    colors: { primary: COLOR },
    sponsors: [
      { label: '澄川精密五金', text: '2 号馆 B17', link: 'https://sponsor.example/', image: 'ad.svg' },
    ],
  });
  await page.reload();
  await expect(page).toHaveTitle('Lumen Fair');
  const home = page.getByRole('banner').getByRole('link', { name: 'Lumen Fair' });
  await expect(home).toBeVisible();
  const logo = await home
    .locator('img')
    .evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth));
  expect(logo).toBeGreaterThan(0);
  await expect(page.getByRole('link', { name: 'Sign Up' })).toHaveCSS('background-color', 'rgb(122, 31, 61)');
  await expect(page.getByText('© 2026 Lumen Fairs LLC. All rights reserved.')).toBeVisible();
  await expect(page.getByText('Powered by The Quayside Studio')).toBeVisible();

  await page.getByRole('link', { name: "I'm an Investor" }).click();
  await expect(page).toHaveTitle('Contact Us · Lumen Fair');
  await expect(page.getByRole('heading', { name: 'Lumen Fairs LLC' })).toBeVisible();
  const vendor = await people.vendor();
  const inside = await openPage(DESKTOP, { as: vendor });
  await inside.goto(`/chat/${await people.openSession(vendor)}`);
  const places = inside.getByRole('complementary', { name: 'Sponsored' }).filter({ visible: true });
  const image = places
    .first()
    .getByRole('link', { name: /澄川精密五金/ })
    .locator('img');
  const width = await image.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth));
  expect(width).toBeGreaterThan(0);

  // A mistake does not take the fair off the air; the log names it.
  await writeFile(path.join(server.dataDir, 'brand.json'), '{"nmae": "Lumen"}');
  await page.reload();
  await expect(page).toHaveTitle('Contact Us · Lumen Fair');
  await expect.poll(() => server.log()).toContain('nmae');
});
