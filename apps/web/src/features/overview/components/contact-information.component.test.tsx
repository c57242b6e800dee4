import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { ContactInformation } from './contact-information.tsx';

test('previews what others see of oneself', async () => {
  const profile = person({
    designation: 'Head of Sales',
    website: 'https://harbour.example/lamps',
    wechat: 'harbour_lighting',
  });
  await renderInApp(<ContactInformation profile={profile} editPath="/vendor-dashboard/profile" />);
  await page.getByRole('button', { name: 'Preview card' }).click();
  const card = page.getByRole('dialog', { name: 'Your card' });
  await expect.element(card.getByText('Head of Sales', { exact: true })).toBeVisible();
  await expect.element(card.getByRole('link', { name: /^Website/ })).toBeVisible();
  await expect.element(card.getByRole('button', { name: 'WeChat QR' })).toBeVisible();
});
