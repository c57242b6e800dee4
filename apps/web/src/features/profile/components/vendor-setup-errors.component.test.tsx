import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { VendorSetupPage } from './vendor-setup-page.tsx';

const ACCOUNT = { user_id: '7f9f0a0e-52c5-4a3b-a9b2-6a8b1a0c7a11', email: 'nora@harbour.example' };

const field = (label: string) => page.getByRole('textbox', { name: new RegExp(`^${label}`) });
const save = page.getByRole('button', { name: 'Save profile' });

function showSetup() {
  return renderInApp(<VendorSetupPage />, { as: ACCOUNT, at: '/vendor-setup' });
}

test('mistakes are said beside the fields', async () => {
  await showSetup();
  await field('Name').fill('N');
  await field('Website').fill('no address');
  await save.click();
  await expect.element(page.getByText('Name must be at least 2 characters', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Please enter a valid URL')).toBeVisible();
  expect(await lookFindings()).toEqual([]);
});

test('a profile that cannot be saved is said so, and nothing typed is lost', async () => {
  answer('PATCH /rest/v1/profiles', () => rows([]));
  answer('POST /rest/v1/profiles', () => json({ code: '23514', message: 'violates check constraint' }, 400));
  const { unmount } = await showSetup();
  await field('Name').fill('Nora Whitfield');
  await field('Company').fill('Harbour Lighting');
  await save.click();
  await expectToast('Error creating profile', 'Please try again later.');
  expect(location.pathname).toBe('/vendor-setup');

  await unmount();
  await showSetup();
  await expect.element(field('Company')).toHaveValue('Harbour Lighting');
  let saved: unknown;
  answer('POST /rest/v1/profiles', async (request) => {
    saved = await request.json();
    return json(person(ACCOUNT), 201);
  });
  await save.click();
  await expectToast('Profile created successfully!', 'You will be redirected to your dashboard.');
  await expect.poll(() => location.pathname).toBe('/vendor-dashboard');
  expect(saved).toMatchObject({ name: 'Nora Whitfield', company: 'Harbour Lighting', role: 'vendor' });
});
