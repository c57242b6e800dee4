import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { choosePicture, printedCard } from '../media/pictures.ts';

// The wizard's steps, texts and refusals: features/profile/components/visitor-setup-page.component.test.tsx of the web app.

test('a visitor scans the entrance pass, which fills in the form, and saves it @long', async ({
  people,
  openPage,
}) => {
  const page = await openPage(PHONE, { as: await people.account() });
  await page.goto('/visitor-setup');
  const pass = await printedCard(page, ['Nora Whitfield', 'Head of Purchasing', 'Harbour Lighting Ltd']);
  await choosePicture(page, 'Scan Entrance Pass', pass);
  const progress = page.getByRole('progressbar');
  await expect(progress).toHaveAttribute('aria-valuetext', 'Step 2 of 3: Language');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('3 fields were filled from this picture. Nothing is saved yet.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('Nora Whitfield');
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await expect(page).toHaveURL(/\/visitor-dashboard$/);
  await expect(page.getByText('Harbour Lighting Ltd').filter({ visible: true }).first()).toBeVisible();
});
