import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { NORA } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/test.ts';
import { brokenPicture, choosePicture, printedCard } from '../media/pictures.ts';
import { fillIn } from '../pages/profile-forms.ts';
import { expectToast } from '../pages/toasts.ts';

// Vendor setup and Profile Settings (specification 2.8, 2.15, 5.3, 8.3).

test('a vendor fills in the profile from a business card, and changes it later @long', async ({
  people,
  openPage,
}) => {
  const page = await openPage(DESKTOP, { as: await people.account() });
  const field = (name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}`) });
  await page.goto('/vendor-setup');
  await expect(page.getByRole('heading', { name: 'Complete Your Vendor Profile' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Upload Business Card' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Scan your entrance pass' })).toBeVisible();

  await test.step('what is wrong is said beside the field', async () => {
    await fillIn(page, { Name: 'N', Email: 'nora at lamps', Website: 'lamps.example' });
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(field('Name')).toHaveAccessibleDescription('Name must be at least 2 characters');
    await expect(field('Email')).toHaveAccessibleDescription('Invalid email address');
    await expect(field('Website')).toHaveAccessibleDescription('Please enter a valid URL');
    await expect(field('Name')).toBeFocused();
  });

  await test.step('an invalid picture cannot be read', async () => {
    await choosePicture(page, 'Scan Business Card', brokenPicture());
    await expectToast(
      page,
      'Error processing business card',
      'Please try again or enter your information manually.',
    );
    await expect(page.getByRole('button', { name: 'Scan Business Card' })).toBeEnabled();
  });

  // Held back, so that the state in between is visible; the response is the real function's.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/functions/v1/process-business-card', async (route) => {
    await released;
    await route.continue();
  });

  await test.step('a card fills in the form; what is missing takes the phone number', async () => {
    await fillIn(page, { 'WeChat ID': 'harbour_lighting' });
    const card = await printedCard(page, [
      NORA.name,
      NORA.company,
      'nora@harbour-lamps.com',
      '+971 4 555 0142',
      'www.harbour-lamps.com',
    ]);
    await choosePicture(page, 'Scan Business Card', card);
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
    release();
    // Reading a picture takes a busy machine long. The button is back when the toast comes.
    await expect(page.getByRole('button', { name: 'Scan Business Card' })).toBeEnabled({ timeout: 30_000 });
    await expectToast(
      page,
      'Business card processed',
      'Information has been extracted from your business card.',
    );
    await expect(field('Name')).toHaveValue(NORA.name);
    await expect(field('Website')).toHaveValue('https://www.harbour-lamps.com/');
    await expect(field('WhatsApp')).toHaveValue('+971 4 555 0142');
    // A guess replaces nothing that was typed.
    await expect(field('WeChat ID')).toHaveValue('harbour_lighting');
    await expect(field('Company')).toHaveAccessibleDescription('Read from your picture. Please check.');
    await page.getByRole('button', { name: 'Enlarge the picture' }).click();
    await expect(page.getByRole('img', { name: 'The document that was scanned' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a save that fails loses nothing', async () => {
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expectToast(page, 'Error creating profile', 'Please try again later.');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expectToast(page, 'Profile created successfully!', 'You will be redirected to your dashboard.');
    await expect(page).toHaveURL(/\/vendor-dashboard$/);
  });

  await test.step('Profile Settings', async () => {
    await page.goto('/vendor-dashboard/profile');
    await expect(field('Company')).toHaveValue(NORA.company);
    await fillIn(page, { Company: 'Harbour Lighting FZE' });
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Error', 'Failed to update profile');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Success', 'Profile updated successfully');
    await page.reload();
    await expect(field('Company')).toHaveValue('Harbour Lighting FZE');
  });
});

test('on a phone, the longest words that the fields take leave each page as wide as the screen @long', async ({
  people,
  openPage,
}) => {
  const word = (length: number) => 'W'.repeat(length);
  const longest = {
    name: word(200),
    company: word(200),
    designation: word(200),
    wechat: word(100),
    linkedin: word(500),
  };
  const vendor = await people.vendor(longest);
  const visitor = await people.visitor(longest);
  const joined = await people.meet(vendor, visitor);
  const free = await people.openSession(vendor);
  const pages = {
    vendor: await openPage(PHONE, { as: vendor }),
    visitor: await openPage(PHONE, { as: visitor }),
  };
  for (const [role, path, shown] of [
    ['visitor', '/visitor-dashboard', 'Preview card'],
    ['visitor', '/visitor-dashboard/profile', 'Withdraw all'],
    ['visitor', `/join/${free}`, 'Join Session'],
    ['vendor', `/vendor-dashboard/qr-codes?session=${joined}`, 'Show the code full screen'],
  ] as const) {
    const page = pages[role];
    await page.goto(path);
    await expect(page.getByRole('button', { name: shown })).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, path).toBe(page.viewportSize()?.width);
  }
});
