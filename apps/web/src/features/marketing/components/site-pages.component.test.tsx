import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Brand } from '@/shared/config/config.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { ContactPage } from './contact-page.tsx';
import { PricingPage } from './pricing-page.tsx';

// The pages of the site that show the installation's brand (specification 2.4).

const BRAND: Brand = {
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
  sponsors: [],
};

test('without a brand, the contact page has the lines of the product and says what is missing', async () => {
  await renderInApp(<ContactPage />, { at: '/contact' });
  await expect.element(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible();
  await expect.element(page.getByText('Based in Dubai, UAE')).toBeVisible();
  await expect.element(page.getByText('Available 24/7 for investor inquiries')).toBeVisible();
  await expect.element(page.getByText('No contact details have been set up')).toBeVisible();
  await expect.element(page.getByText('© 2024 Dragoman. All rights reserved.')).toBeVisible();
  await expect.element(page.getByText('Powered by Dragoman')).toBeVisible();
});

test('the contact page has every way to reach the company', async () => {
  await renderInApp(<ContactPage />, { at: '/contact', config: { brand: BRAND } });
  expect(document.title).toBe('Contact Us · Lumen Fair');
  await expect.element(page.getByRole('heading', { name: 'Lumen Fairs LLC' })).toBeVisible();
  for (const [name, href] of [
    ['Email partners@lumen.example', 'mailto:partners@lumen.example'],
    ['Phone +971 4 555 0100', 'tel:+97145550100'],
    [/^Website/, 'https://lumen.example/'],
    [/^WhatsApp/, 'https://wa.me/+971505550142'],
  ] as const) {
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', href);
  }
  await expect.element(page.getByText('Based in Guangzhou, China')).toBeVisible();
  await expect.element(page.getByText('Available 24/7')).not.toBeInTheDocument();
  await expect.element(page.getByText('© 2026 Lumen Fairs LLC. All rights reserved.')).toBeVisible();
  await expect.element(page.getByText('Powered by The Quayside Studio')).toBeVisible();
});

test('pricing compares Free and Pro without a price, and leads to the company', async () => {
  await renderInApp(<PricingPage />, { at: '/pricing' });
  await expect.element(page.getByRole('heading', { name: 'Upgrade to Premium' })).toBeVisible();
  const table = page.getByRole('table', { name: 'What Free and Pro hold' });
  expect(table.getByRole('columnheader', { name: /^(Free|Pro)/ }).elements()).toHaveLength(2);
  const cells = (name: RegExp) =>
    table
      .getByRole('row', { name })
      .getByRole('cell')
      .elements()
      .map((cell) => cell.textContent);
  expect(cells(/live translation/)).toEqual(['Included', 'Included']);
  expect(cells(/No sponsored places/)).toEqual(['Not included', 'Included']);
  expect(page.getByRole('main').element().textContent).not.toMatch(/[$€£¥]|\d/);
  await page.getByRole('main').getByRole('link', { name: 'Contact Us' }).click();
  expect(location.pathname).toBe('/contact');
});
