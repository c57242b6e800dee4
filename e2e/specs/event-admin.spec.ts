import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, ORGANISER_SECRET, test } from '../fixtures/test.ts';
import { ADMIN } from '../pages/event-admin-page.ts';
import { expectToast } from '../pages/toasts.ts';

// The organiser's page, and its effects for all users. Its sections are tested one by one in apps/web/src/features/event-admin, its rules in
// apps/server/test/event-admin. Other specs of this worker meet the same product: every change is reverted.

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
  await server.sql('delete from dragoman.admins');
  await page.goto('/organiser');

  await test.step('the start secret creates the first administrator', async () => {
    await page.getByLabel('Secret', { exact: true }).fill(ORGANISER_SECRET);
    await page.getByLabel('Name').fill(ADMIN.name);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Create' }).click();
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
    await banner.getByRole('button').click();
    await expect(banner).toBeHidden();
    await phone.reload();
    await expect(phone.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner).toBeHidden();
  });

  await test.step('a logo, a name and a colour are in use', async () => {
    const brand = section('Brand and sponsors');
    const logo = brand.getByLabel('Logo').and(page.locator('input'));
    await logo.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(MARK) });
    await expect(brand.getByRole('button', { name: 'Replace' })).toBeVisible();
    await brand.getByLabel('Name of the event').fill('Lumen Fair');
    await brand.getByLabel('Main colour', { exact: true }).last().fill('#7a1f3d');
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
    // Later visitors see it as well.
    await expect(stranger.getByText('Hall 3 opens at ten.')).toBeVisible();
    // A signed-out visitor sees a change within a minute, without having left the page.
    await section('Announcement').getByLabel('English').fill('Hall 3 opens at noon.');
    await section('Announcement').getByRole('button', { name: 'Publish the change' }).click();
    await stranger.clock.fastForward('01:01');
    await expect(stranger.getByText('Hall 3 opens at noon.')).toBeVisible();
  });
});

test('an announcement reaches a signed-in user whose network blocks WebSockets within a minute @long', async ({
  people,
  openPage,
  server,
}) => {
  const page = await openPage(PHONE, { as: await people.visitor({ language: 'en' }) });
  await page.routeWebSocket(/\/realtime\//, (socket) => socket.close());
  await page.clock.install();
  await page.goto('/visitor-dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await server.sql(
    `insert into dragoman.settings (key, value) values ('announcement', jsonb_build_object(
       'id', gen_random_uuid(), 'en', 'Hall 3 opens at ten.', 'zh', '', 'ar', ''))`,
  );
  await expect
    .poll(async () => (await page.request.get('/config.json')).text())
    .toContain('Hall 3 opens at ten.');
  await page.clock.fastForward('01:01');
  await expect(page.getByText('Hall 3 opens at ten.')).toBeVisible();
});
