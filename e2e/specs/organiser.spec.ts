import { axeFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, ORGANISER_SECRET, test } from '../fixtures/test.ts';
import { closeToasts, expectToast } from '../pages/toasts.ts';

// The organiser's page, and what of it everybody sees. Other specs of this worker meet the same product: what is changed is put back.

const SCRIPTED =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>alert(1)</script></svg>';
const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>';

test.afterEach(async ({ server }) => {
  await server.sql('delete from dragoman.settings');
});

test('an organiser signs in, tells everybody something, and changes the brand', async ({
  people,
  openPage,
  server,
}) => {
  const visitor = await people.visitor({ language: 'ar' });
  const phone = await openPage(PHONE, { as: visitor });
  await phone.goto('/visitor-dashboard');
  const page = await openPage(DESKTOP);
  const section = (name: string) => page.getByRole('region', { name });
  await page.goto('/organiser');

  await test.step('a wrong secret opens nothing', async () => {
    await page.getByLabel('Secret', { exact: true }).fill('a lantern at the quay');
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(page.getByRole('alert')).toHaveText('That is not the secret.');
    await page.getByLabel('Secret', { exact: true }).fill(ORGANISER_SECRET);
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(section('Overview').getByText('Vendors')).toBeVisible();
    await expect(section('Languages and engines').getByText('dictionary')).toBeVisible();
  });

  await test.step('an announcement comes to an open app at once, in the reader’s language, and is put away', async () => {
    await section('Announcement').getByLabel('English').fill('Hall 3 opens at ten.');
    await section('Announcement').getByLabel('العربية').fill('تفتح القاعة 3 في العاشرة.');
    await section('Announcement').getByRole('button', { name: 'Publish' }).click();
    await expectToast(page, 'The announcement is out');
    await expect(section('Announcement').getByText('Shown now')).toBeVisible();
    const banner = phone.getByRole('status').filter({ hasText: 'تفتح القاعة 3 في العاشرة.' });
    await expect(banner).toBeVisible();
    expect(await axeFindings(phone)).toEqual([]);
    await banner.getByRole('button').click();
    await expect(banner).toBeHidden();
    await phone.reload();
    await expect(phone.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner).toBeHidden();
  });

  await test.step('a logo with a script is refused, one without is in use with the name', async () => {
    const brand = section('Brand and sponsors');
    const logo = brand.getByLabel('Logo').and(page.locator('input'));
    const file = (text: string) => ({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(text),
    });
    await logo.setInputFiles(file(SCRIPTED));
    await expect(brand.getByText(/^This SVG holds a script/)).toBeVisible();
    await logo.setInputFiles(file(MARK));
    await expect(brand.getByRole('button', { name: 'Replace' })).toBeVisible();
    await brand.getByLabel('Name of the event').fill('Lumen Fair');
    await brand.getByLabel('Main colour', { exact: true }).last().fill('#7a1f3d');
    await closeToasts(page);
    expect([await axeFindings(page), await layoutFindings(page)]).toEqual([[], []]);
    await brand.getByRole('button', { name: 'Save' }).click();
    await expect(brand.getByText('Changed here')).toBeVisible();
    const stranger = await openPage(PHONE);
    await stranger.clock.install();
    await stranger.goto('/');
    await expect(stranger).toHaveTitle('Lumen Fair');
    await expect(stranger.getByRole('link', { name: 'Sign Up' })).toHaveCSS(
      'background-color',
      'rgb(122, 31, 61)',
    );
    // Who comes later is told as well.
    await expect(stranger.getByText('Hall 3 opens at ten.')).toBeVisible();
    // Who is not signed in hears of a change within a minute, without having been away.
    await section('Announcement').getByLabel('English').fill('Hall 3 opens at noon.');
    await section('Announcement').getByRole('button', { name: 'Publish the change' }).click();
    await expectToast(page, 'The announcement is out');
    await stranger.clock.fastForward('01:01');
    await expect(stranger.getByText('Hall 3 opens at noon.')).toBeVisible();
  });

  await test.step('an engine that does not know the sentence of the test says what is wrong, and where to look', async () => {
    const engines = section('Languages and engines');
    await engines.getByRole('button', { name: /^Test .*dictionary/ }).click();
    await expect(engines.getByRole('status').filter({ hasText: 'did not accept the request' })).toContainText(
      'Check the name of the model',
    );
  });

  await test.step('a note on a report goes over nobody else’s unasked', async () => {
    const vendor = await people.vendor();
    await server.sql(
      `insert into public.reports (reporter_id, reported_id, reason, details)
       values ('${visitor.profileId}', '${vendor.profileId}', 'fraud', 'Wants money first')`,
    );
    await page.reload();
    const reports = section('Reports from users');
    await reports.getByRole('button', { name: 'Add a note' }).click();
    const note = reports.getByLabel('Note');
    await expect(note).toBeFocused();
    await note.fill('Called the vendor.');
    await server.sql(`select public.note_report(id, 'Wrote to both.', 0) from public.reports`);
    await reports.getByRole('button', { name: 'Save' }).click();
    await expect(reports.getByText('Wrote to both.')).toBeVisible();
    await expect(note).toHaveValue('Called the vendor.');
    expect(await axeFindings(page)).toEqual([]);
    await reports.getByRole('button', { name: 'Keep mine, to be saved in its place' }).click();
    await reports.getByRole('button', { name: 'Save' }).click();
    await expect(reports.getByRole('button', { name: 'Edit the note' })).toBeFocused();
    await expect(reports.getByText('Called the vendor.')).toBeVisible();
  });

  await test.step('a session that is over asks for the secret again', async () => {
    await server.sql('delete from dragoman.organiser_sessions');
    await section('Guests').getByRole('switch', { name: 'Let guests in' }).click();
    await expect(page.getByText('Your session has ended. Please enter the secret again.')).toBeVisible();
    await expect(page.getByText('Overview')).toBeHidden();
  });
});
