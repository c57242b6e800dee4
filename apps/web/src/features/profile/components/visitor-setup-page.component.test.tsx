import { describe, expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Profile } from '@/shared/api/database-types.ts';
import zh from '@/shared/i18n/zh.json';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { blankCard, brokenPicture, chooseFile, giveLargeFile } from '@/shared/testing/pictures.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { VisitorSetupPage } from './visitor-setup-page.tsx';

// The visitor's onboarding wizard on a phone (specification 2.9, 4.7, 5.3).

const ACCOUNT = { user_id: '7f9f0a0e-52c5-4a3b-a9b2-6a8b1a0c7a11', email: 'new@fair.example' };
const READ = 'POST /functions/v1/process-entrance-pass';

const next = page.getByRole('button', { name: 'Next' });
const complete = page.getByRole('button', { name: 'Complete Setup' });
const skip = page.getByRole('button', { name: 'Skip' });
const scan = page.getByRole('button', { name: 'Scan Entrance Pass' });

function showWizard(as: typeof ACCOUNT | Profile = ACCOUNT, language: 'en' | 'ar' = 'en') {
  return renderInApp(<VisitorSetupPage />, { as, language, at: '/visitor-setup' });
}

async function showDetails() {
  const shown = await showWizard();
  await skip.click();
  await next.click();
  await expectStep('Step 3 of 3: Details', 100);
  return shown;
}

async function expectStep(text: string, percent: number): Promise<void> {
  const progress = page.getByRole('progressbar');
  await expect.element(progress).toHaveAttribute('aria-valuetext', text);
  await expect.element(progress).toHaveAttribute('aria-valuenow', String(percent));
}

/** A required field's asterisk is no part of its name. */
function field(label: string): Locator {
  return page.getByRole('textbox', { name: new RegExp(`^${label}(?![\\p{L}\\p{N}])`, 'u') });
}

async function fillIn(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(label).fill(value);
}

describe('the steps', () => {
  test('the pass is skipped, and the interface follows the language at once', async () => {
    await showWizard();
    await expectStep('Step 1 of 3: Scan Pass', 33);
    await expect.element(next).toBeDisabled();
    await skip.click();

    await expectStep('Step 2 of 3: Language', 67);
    await expect.element(page.getByRole('heading', { name: 'Select Your Preferred Language' })).toHaveFocus();
    await expect.element(page.getByRole('radio', { name: 'English' })).toBeChecked();
    await page.getByRole('radio', { name: '中文' }).click({ force: true });
    await expect.element(page.getByRole('heading', { name: zh.language.title })).toBeVisible();
    await page.getByRole('radio', { name: 'English' }).click({ force: true });
    await expectStep('Step 2 of 3: Language', 67);
    await next.click();
    await expectStep('Step 3 of 3: Details', 100);
  });

  test('back, forward and a reload keep everything', async () => {
    const { unmount } = await showDetails();
    await fillIn({ Name: '陈思远', Company: '远山贸易' });
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.element(page.getByRole('radio', { name: 'English' })).toBeChecked();
    await page.getByRole('button', { name: 'Back' }).click();
    await expectStep('Step 1 of 3: Scan Pass', 33);
    // After one skip the user may go on by Next.
    await next.click();
    await next.click();
    await expect.element(field('Name')).toHaveValue('陈思远');

    await unmount();
    await showWizard();
    await expectStep('Step 3 of 3: Details', 100);
    await expect.element(field('Name')).toHaveValue('陈思远');
    await expect.element(field('Company')).toHaveValue('远山贸易');
  });

  test('a user with a name and a company may go on without a pass', async () => {
    await showWizard(person({ role: 'visitor' }));
    await next.click();
    await expectStep('Step 2 of 3: Language', 67);
  });
});

describe('the details', () => {
  test('say what is wrong with them, until they are right', async () => {
    await showDetails();
    await expect.element(complete).toBeDisabled();
    await fillIn({ Name: 'A', Company: '远', Website: 'not a site' });
    await field('Phone').click();
    await expect.element(page.getByText('Name must be at least 2 characters', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Company name must be at least 2 characters')).toBeVisible();
    await expect.element(page.getByText('Please enter a valid URL')).toBeVisible();
    await expect.element(complete).toBeDisabled();
    await fillIn({ Name: '陈思远', Company: '远山贸易', Website: '' });
    await expect.element(complete).toBeEnabled();
    await expect.element(page.getByText('must be at least 2 characters')).not.toBeInTheDocument();
  });

  test('help with a phone number', async () => {
    await showDetails();
    await field('Phone').fill('050 555 0142');
    await field('Website').click();
    await expect.element(page.getByText(/Add the country code/)).toBeVisible();
    await field('Phone').fill('+971505550142');
    await field('Website').click();
    await expect.element(page.getByText('+971 50 555 0142 · United Arab Emirates')).toBeVisible();
  });

  test('without network the save fails and can be repeated', async () => {
    answer('PATCH /rest/v1/profiles', () => Promise.reject(new TypeError('Failed to fetch')));
    await showDetails();
    await fillIn({ Name: '陈思远', Company: '远山贸易' });
    await complete.click();
    await expectToast('Error', 'Failed to update profile. Please try again.');

    let saved: unknown;
    answer('PATCH /rest/v1/profiles', () => rows([]));
    answer('POST /rest/v1/profiles', async (request) => {
      saved = await request.json();
      return json(person({ ...ACCOUNT, role: 'visitor', name: '陈思远', company: '远山贸易' }), 201);
    });
    await complete.click();
    await expectToast('Profile updated');
    expect(location.pathname).toBe('/visitor-dashboard');
    expect(saved).toMatchObject({ name: '陈思远', company: '远山贸易', language: 'en', role: 'visitor' });
  });
});

describe('the entrance pass', () => {
  test('a file that is too large is refused', async () => {
    await showWizard();
    giveLargeFile(scan, 5 * 1024 * 1024);
    await expectToast('Error processing entrance pass', 'File size must be less than 5MB');
    await expect.element(next).toBeDisabled();
  });

  test('a file that is no picture is refused', async () => {
    await showWizard();
    await chooseFile(scan, new File(['notes'], 'notes.txt', { type: 'text/plain' }));
    await expectToast('Error processing entrance pass', 'Please upload an image file');
    await expect.element(next).toBeDisabled();
  });

  test('a broken picture is refused', async () => {
    answer(READ, () => json({ success: false, error: 'Failed to process entrance pass' }, 422));
    await showWizard();
    await chooseFile(scan, brokenPicture());
    await expectToast('Error processing entrance pass', 'Failed to process entrance pass');
    await expect.element(scan).toBeEnabled();
    await expect.element(next).toBeDisabled();
  });

  test('a pass with nothing to read is sent small, and said to be empty', async () => {
    let sent: unknown;
    answer(READ, async (request) => {
      sent = await request.json();
      return json({ success: true, data: {} });
    });
    await showWizard();
    await chooseFile(scan, await blankCard());
    await expectToast('Error processing entrance pass', 'No information could be extracted from the image');
    expect(sent).toEqual({ image: expect.stringMatching(/^data:image\/jpeg;base64,/) });
  });

  test('leads on by itself, and what was read is marked, can be changed and undone', async () => {
    let give: (response: Response) => void = () => {};
    const reading = new Promise<Response>((resolve) => {
      give = resolve;
    });
    answer(READ, () => reading);
    await showWizard();
    await chooseFile(scan, await blankCard());
    await expect.element(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
    give(
      json({
        success: true,
        data: { name: 'Nora Whitfield', designation: 'Head of Purchasing', company: 'Harbour Lighting Ltd' },
      }),
    );
    // It is visible for a second only.
    await expect.element(page.getByText('Pass scanned successfully!')).toBeVisible();
    await expectToast('Entrance pass processed', 'Information has been extracted from your entrance pass.');
    await expectStep('Step 2 of 3: Language', 67);
    await next.click();

    await expect
      .element(page.getByText('3 fields were filled from this picture. Nothing is saved yet.'))
      .toBeVisible();
    const check = 'Read from your picture. Please check.';
    await expect.element(field('Name')).toHaveValue('Nora Whitfield');
    await expect.element(field('Name')).toHaveAccessibleDescription(check);
    await field('Name').fill('Nora Whitfield Soto');
    await expect.element(field('Name')).not.toHaveAccessibleDescription(check);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(field('Name')).toHaveValue('Nora Whitfield Soto');
    await expect.element(field('Designation')).toHaveValue('');
    await expect.element(complete).toBeDisabled();
    await fillIn({ Company: 'Harbour Lighting' });
    await expect.element(complete).toBeEnabled();
  });
});

describe.each(['en', 'ar'] as const)('in %s', (language) => {
  test('every step looks right on a phone', async () => {
    await showWizard(person({ role: 'visitor' }), language);
    expect(await lookFindings(), 'pass').toEqual([]);
    await submit();
    await expect.element(page.getByRole('radio').first()).toBeInTheDocument();
    expect(await lookFindings(), 'language').toEqual([]);
    await submit();
    await expect.element(page.getByRole('textbox').first()).toBeVisible();
    expect(await lookFindings(), 'details').toEqual([]);
  });
});

/** The button that goes on, in any language. */
async function submit(): Promise<void> {
  const button = document.querySelector<HTMLElement>('form button[type=submit]');
  if (!button) throw new Error('No button that goes on');
  await page.elementLocator(button).click();
}
