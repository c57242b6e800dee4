import type { Page } from '@playwright/test';
import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { brokenPicture, choosePicture, printedCard } from '../media/pictures.ts';
import { appears } from '../pages/appears.ts';
import { fillIn } from '../pages/profile-forms.ts';
import { press } from '../pages/switches.ts';
import { expectToast } from '../pages/toasts.ts';

// The visitor's onboarding wizard on a phone (specification 2.9, 4.7, 5.3).

test('a visitor skips the pass and fills in the details; nothing typed is lost @long', async ({
  people,
  openPage,
}) => {
  const page = await openPage(PHONE, { as: await people.account() });
  await page.goto('/visitor-setup');
  await expectStep(page, 'Step 1 of 3: Scan Pass', 33);
  await expect(next(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Skip' }).click();

  await expectStep(page, 'Step 2 of 3: Language', 67);
  await expect(page.getByRole('heading', { name: 'Select Your Preferred Language' })).toBeFocused();
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked();
  // The interface follows at once, there and back.
  await press(page.getByRole('radio', { name: '中文' }), { checked: true });
  await expect(page.getByRole('heading', { name: textOf('zh', 'language.title') })).toBeVisible();
  await press(page.getByRole('radio', { name: 'English' }), { checked: true });
  await expectStep(page, 'Step 2 of 3: Language', 67);
  await next(page).click();

  await expectStep(page, 'Step 3 of 3: Details', 100);
  await expect(complete(page)).toBeDisabled();
  await fillIn(page, { Name: 'A', Company: '远', Website: 'not a site' });
  await page.getByRole('textbox', { name: 'Website' }).blur();
  await expect(page.getByText('Name must be at least 2 characters', { exact: true })).toBeVisible();
  await expect(page.getByText('Company name must be at least 2 characters')).toBeVisible();
  await expect(page.getByText('Please enter a valid URL')).toBeVisible();
  await expect(complete(page)).toBeDisabled();
  await fillIn(page, { Name: '陈思远', Company: '远山贸易', Website: '', Phone: '050 555 0142' });
  await expect(complete(page)).toBeEnabled();
  await expect(page.getByText('must be at least 2 characters')).toHaveCount(0);

  await test.step('help with a phone number', async () => {
    const phone = page.getByRole('textbox', { name: 'Phone' });
    await phone.blur();
    await expect(page.getByText(/Add the country code/)).toBeVisible();
    await phone.fill('+971505550142');
    await phone.blur();
    await expect(page.getByText('+971 50 555 0142 · United Arab Emirates')).toBeVisible();
  });

  await test.step('back, forward and a reload keep everything', async () => {
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('radio', { name: 'English' })).toBeChecked();
    await page.getByRole('button', { name: 'Back' }).click();
    await expectStep(page, 'Step 1 of 3: Scan Pass', 33);
    // After one skip the user may go on by Next.
    await next(page).click();
    await next(page).click();
    await page.reload();
    await expectStep(page, 'Step 3 of 3: Details', 100);
    await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('陈思远');
  });

  await test.step('without network the save fails and can be repeated', async () => {
    await page.context().setOffline(true);
    await complete(page).click();
    await expectToast(page, 'Error', 'Failed to update profile. Please try again.');
    await page.context().setOffline(false);
    await complete(page).click();
    await expectToast(page, 'Profile updated');
    await expect(page).toHaveURL(/\/visitor-dashboard$/);
    await expect(page.getByText('远山贸易').filter({ visible: true }).first()).toBeVisible();
  });
});

test('a visitor scans the entrance pass, which fills in the form @long', async ({ people, openPage }) => {
  const page = await openPage(PHONE, { as: await people.account() });
  await page.goto('/visitor-setup');

  await test.step('files that are no pass', async () => {
    const large = { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5 * 1024 * 1024) };
    await choosePicture(page, 'Scan Entrance Pass', large);
    await expectToast(page, 'Error processing entrance pass', 'File size must be less than 5MB');
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') };
    await choosePicture(page, 'Scan Entrance Pass', text);
    await expectToast(page, 'Error processing entrance pass', 'Please upload an image file');
    await page.reload();
    await choosePicture(page, 'Scan Entrance Pass', brokenPicture());
    await expectToast(page, 'Error processing entrance pass');
    await expect(page.getByRole('button', { name: 'Scan Entrance Pass' })).toBeEnabled();
    await expect(next(page)).toBeDisabled();
  });

  let sent = '';
  let release = () => {};
  let released = Promise.resolve();
  // Held back, so that the state in between is visible; the responses are the real function's.
  await page.route('**/functions/v1/process-entrance-pass', async (route) => {
    sent = (route.request().postDataJSON() as { image: string }).image;
    await released;
    await route.continue();
  });
  const pass = await printedCard(page, ['Nora Whitfield', 'Head of Purchasing', 'Harbour Lighting Ltd']);

  await test.step('a pass with nothing to read', async () => {
    await choosePicture(page, 'Scan Entrance Pass', await printedCard(page, []));
    await expectToast(
      page,
      'Error processing entrance pass',
      'No information could be extracted from the image',
    );
    expect(sent).toMatch(/^data:image\/jpeg;base64,/);
  });

  await test.step('a pass that is read leads on by itself', async () => {
    released = new Promise((resolve) => {
      release = resolve;
    });
    await choosePicture(page, 'Scan Entrance Pass', pass);
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
    // It is visible for a second only.
    const said = appears(page, 'Pass scanned successfully!');
    release();
    await said;
    await expectToast(
      page,
      'Entrance pass processed',
      'Information has been extracted from your entrance pass.',
    );
    await expectStep(page, 'Step 2 of 3: Language', 67);
    await next(page).click();
  });

  await test.step('what was read is marked, can be changed and undone, and is not saved yet', async () => {
    await expect(
      page.getByText('3 fields were filled from this picture. Nothing is saved yet.'),
    ).toBeVisible();
    const name = page.getByRole('textbox', { name: /^Name/ });
    await expect(name).toHaveValue('Nora Whitfield');
    await expect(name).toHaveAccessibleDescription('Read from your picture. Please check.');
    await name.fill('Nora Whitfield Soto');
    await expect(name).not.toHaveAccessibleDescription('Read from your picture. Please check.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(name).toHaveValue('Nora Whitfield Soto');
    await expect(page.getByRole('textbox', { name: 'Designation' })).toHaveValue('');
    await expect(complete(page)).toBeDisabled();
    await fillIn(page, { Company: 'Harbour Lighting' });
    await complete(page).click();
    await expect(page).toHaveURL(/\/visitor-dashboard$/);
  });
});

test('a user with a name and a company may go on without a pass', async ({ people, openPage }) => {
  const page = await openPage(PHONE, { as: await people.visitor() });
  await page.goto('/visitor-setup');
  await next(page).click();
  await expectStep(page, 'Step 2 of 3: Language', 67);
});

async function expectStep(page: Page, text: string, percent: number): Promise<void> {
  const progress = page.getByRole('progressbar');
  await expect(progress).toHaveAttribute('aria-valuetext', text);
  await expect(progress).toHaveAttribute('aria-valuenow', String(percent));
}

function next(page: Page) {
  return page.getByRole('button', { name: 'Next' });
}

function complete(page: Page) {
  return page.getByRole('button', { name: 'Complete Setup' });
}
