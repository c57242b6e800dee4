import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';

// The brand in the data directory of a running server.

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

test('without a brand, the contact page has the lines of the product and says what is missing @long', async ({
  openPage,
}) => {
  const page = await openPage(PHONE);
  await page.goto('/contact');
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible();
  await expect(page.getByText('Based in Dubai, UAE')).toBeVisible();
  await expect(page.getByText('Available 24/7 for investor inquiries')).toBeVisible();
  await expect(page.getByText('No contact details have been set up')).toBeVisible();
  await expect(page.getByText('© 2024 Dragoman. All rights reserved.')).toBeVisible();
  await expect(page.getByText('Powered by Dragoman')).toBeVisible();
});

test('a new brand.json is on every page at the next load: name, title, company, places, colours, sponsors @long', async ({
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
    email: 'partners@lumen.example',
    phone: '+971 4 555 0100',
    website: 'https://lumen.example/',
    whatsapp: '+971 50 555 0142',
    location: 'Guangzhou, China',
    availability: '',
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
  for (const [name, href] of [
    ['Email partners@lumen.example', 'mailto:partners@lumen.example'],
    ['Phone +971 4 555 0100', 'tel:+97145550100'],
    [/^Website/, 'https://lumen.example/'],
    [/^WhatsApp/, 'https://wa.me/+971505550142'],
  ] as const) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', href);
  }
  await expect(page.getByText('Based in Guangzhou, China')).toBeVisible();
  await expect(page.getByText('Available 24/7')).toHaveCount(0);

  const vendor = await people.vendor();
  const session = await people.openSession(vendor);
  for (const [device, address] of [
    [DESKTOP, '/vendor-dashboard'],
    [PHONE, '/vendor-dashboard'],
    [DESKTOP, `/chat/${session}`],
  ] as const) {
    const inside = await openPage(device, { as: vendor });
    await inside.goto(address);
    const places = inside.getByRole('complementary', { name: 'Sponsored' }).filter({ visible: true });
    const ad = places.first().getByRole('link', { name: /澄川精密五金/ });
    await expect(ad).toHaveAttribute('href', 'https://sponsor.example/');
    await expect(ad).toHaveAttribute('rel', /noopener.*sponsored/);
    const width = await ad
      .locator('img')
      .evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth));
    expect(width).toBeGreaterThan(0);
    await expect(inside.getByText('Ad Space').filter({ visible: true })).toHaveCount(0);
  }

  // A mistake does not take the fair off the air; the log names it.
  await writeFile(path.join(server.dataDir, 'brand.json'), '{"nmae": "Lumen"}');
  await page.reload();
  await expect(page).toHaveTitle('Contact Us · Lumen Fair');
  await expect.poll(() => server.log()).toContain('nmae');
});

test('pricing compares Free and Pro without a price, and leads to the company @long', async ({
  openPage,
  people,
}) => {
  const page = await openPage(PHONE, { as: await people.visitor() });
  await page.goto('/visitor-dashboard');
  const strip = page.getByRole('complementary', { name: 'Sponsored' }).filter({ visible: true });
  await strip.getByRole('link', { name: 'Upgrade to Premium' }).click();
  await expect(page.getByRole('heading', { name: 'Upgrade to Premium' })).toBeVisible();
  const table = page.getByRole('table', { name: 'What Free and Pro hold' });
  await expect(table.getByRole('columnheader', { name: /^(Free|Pro)/ })).toHaveCount(2);
  const row = (name: RegExp) => table.getByRole('row', { name });
  await expect(row(/live translation/).getByRole('cell')).toHaveText(['Included', 'Included']);
  await expect(row(/No sponsored places/).getByRole('cell')).toHaveText(['Not included', 'Included']);
  expect(await page.getByRole('main').innerText()).not.toMatch(/[$€£¥]|\d/);
  await page.getByRole('main').getByRole('link', { name: 'Contact Us' }).click();
  await expect(page).toHaveURL('/contact');
});
