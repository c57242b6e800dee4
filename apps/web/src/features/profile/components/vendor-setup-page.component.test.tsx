import { toast } from 'sonner';
import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { DESKTOP, lookFindings, PHONE } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { blankCard, brokenPicture, chooseFile } from '@/shared/testing/pictures.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { VendorSetupPage } from './vendor-setup-page.tsx';

// Vendor setup (specification 2.8, 5.3, 8.3).

const ACCOUNT = { user_id: '3d0c7a0e-52c5-4a3b-a9b2-6a8b1a0c7a12', email: 'new@fair.example' };
const READ = 'POST /functions/v1/process-business-card';

const save = page.getByRole('button', { name: 'Save profile' });
const scan = page.getByRole('button', { name: 'Scan Business Card' });

function field(label: string): Locator {
  return page.getByRole('textbox', { name: new RegExp(`^${label}`) });
}

function showSetup(language: 'en' | 'ar' = 'en') {
  return renderInApp(<VendorSetupPage />, { as: ACCOUNT, language, at: '/vendor-setup' });
}

test('what is wrong is said beside the field', async () => {
  await page.viewport(DESKTOP.width, DESKTOP.height);
  await showSetup();
  await expect.element(page.getByRole('heading', { name: 'Complete Your Vendor Profile' })).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Upload Business Card' })).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Scan your entrance pass' })).toBeVisible();
  await expect.element(field('Email')).toHaveValue(ACCOUNT.email);
  await field('Name').fill('N');
  await field('Email').fill('nora at lamps');
  await field('Website').fill('lamps.example');
  await save.click();
  await expect.element(field('Name')).toHaveAccessibleDescription('Name must be at least 2 characters');
  await expect.element(field('Email')).toHaveAccessibleDescription('Invalid email address');
  await expect.element(field('Website')).toHaveAccessibleDescription('Please enter a valid URL');
  await expect.element(field('Name')).toHaveFocus();
  await page.viewport(PHONE.width, PHONE.height);
  expect(await lookFindings()).toEqual([]);
});

test('a picture that cannot be read is said to be so', async () => {
  answer(READ, () => json({ success: false, error: 'Failed to process business card' }, 422));
  await showSetup();
  await chooseFile(scan, brokenPicture());
  await expectToast('Error processing business card', 'Please try again or enter your information manually.');
  await expect.element(scan).toBeEnabled();
});

test('a card fills in the form; what is missing takes the phone number', async () => {
  let give: (response: Response) => void = () => {};
  const reading = new Promise<Response>((resolve) => {
    give = resolve;
  });
  answer(READ, () => reading);
  await showSetup();
  await field('WeChat ID').fill('harbour_lighting');
  await chooseFile(scan, await blankCard());
  await expect.element(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  give(
    json({
      success: true,
      data: {
        name: 'Nora Whitfield',
        company: 'Harbour Lighting',
        email: 'nora@harbour-lamps.com',
        phone: '+971 4 555 0142',
        website: 'www.harbour-lamps.com',
      },
    }),
  );
  await expectToast('Business card processed', 'Information has been extracted from your business card.');
  await expect.element(scan).toBeEnabled();
  await expect.element(field('Name')).toHaveValue('Nora Whitfield');
  await expect.element(field('Website')).toHaveValue('https://www.harbour-lamps.com/');
  await expect.element(field('WhatsApp')).toHaveValue('+971 4 555 0142');
  // A guess replaces nothing that was typed.
  await expect.element(field('WeChat ID')).toHaveValue('harbour_lighting');
  await expect.element(field('Company')).toHaveAccessibleDescription('Read from your picture. Please check.');
  await page.getByRole('button', { name: 'Enlarge the picture' }).click();
  await expect.element(page.getByRole('img', { name: 'The document that was scanned' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  // It lies over a part of the page.
  toast.dismiss();
  await expect.element(page.getByText('Business card processed')).not.toBeInTheDocument();
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

test('looks right on a phone, in ar', async () => {
  await showSetup('ar');
  await expect.element(page.getByRole('textbox').first()).toBeVisible();
  expect(await lookFindings()).toEqual([]);
});
