import { Secret, TOTP } from 'otpauth';
import { axeFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { expect, ORGANISER_SECRET, test } from '../fixtures/test.ts';
import { textOf } from '../fixtures/texts.ts';
import { ADMIN, signInAsAdmin } from '../pages/event-admin-page.ts';
import { closeToasts, expectToast } from '../pages/toasts.ts';

// The organiser's page, and its effects for all users. Other specs of this worker meet the same
// product: every change is reverted.

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
  await server.sql('delete from dragoman.admins');
  await page.goto('/organiser');

  await test.step('the start secret creates the first administrator, and a wrong one creates none', async () => {
    await page.getByLabel('Secret', { exact: true }).fill('a lantern at the quay');
    await page.getByLabel('Name').fill(ADMIN.name);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('alert')).toHaveText('That is not the secret.');
    expect([await axeFindings(page), await layoutFindings(page)]).toEqual([[], []]);
    await page.getByLabel('Secret', { exact: true }).fill(ORGANISER_SECRET);
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
    // Later visitors see it as well.
    await expect(stranger.getByText('Hall 3 opens at ten.')).toBeVisible();
    // A signed-out visitor sees a change within a minute, without having left the page.
    await section('Announcement').getByLabel('English').fill('Hall 3 opens at noon.');
    await section('Announcement').getByRole('button', { name: 'Publish the change' }).click();
    await expectToast(page, 'The announcement is out');
    await stranger.clock.fastForward('01:01');
    await expect(stranger.getByText('Hall 3 opens at noon.')).toBeVisible();
  });

  await test.step('sponsored places without a sponsor are left out, and come back', async () => {
    const brand = section('Brand and sponsors');
    const shown = brand.getByRole('checkbox', { name: 'Show places without a sponsor' });
    await expect(phone.getByText(textOf('ar', 'dashboard.adSpace')).filter({ visible: true })).toHaveCount(1);
    const save = async () => {
      // The toast of an earlier save may still be on screen.
      await closeToasts(page);
      await brand.getByRole('button', { name: 'Save' }).click();
      await expectToast(page, 'Saved');
    };
    await shown.uncheck();
    await save();
    await phone.reload();
    await expect(
      phone.getByText(textOf('ar', 'dashboard.upgradeTitle')).filter({ visible: true }),
    ).toBeVisible();
    await expect(phone.getByText(textOf('ar', 'dashboard.adSpace'))).toHaveCount(0);
    await shown.check();
    await save();
    await phone.reload();
    await expect(phone.getByText(textOf('ar', 'dashboard.adSpace')).filter({ visible: true })).toHaveCount(1);
  });

  await test.step('an engine that does not know the sentence of the test says what is wrong, and where to look', async () => {
    const providers = section('Languages and engines');
    await providers.getByRole('button', { name: /^Test .*dictionary/ }).click();
    await expect(
      providers.getByRole('status').filter({ hasText: 'did not accept the request' }),
    ).toContainText('Check the name of the model');
  });

  await test.step('a note on a report does not overwrite another administrator’s without a question', async () => {
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

  await test.step('a session that is over asks for the password again', async () => {
    await server.sql('delete from dragoman.organiser_sessions');
    await section('Guests').getByRole('switch', { name: 'Let guests in' }).click();
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    await expect(page.getByText('Overview')).toBeHidden();
  });
});

test('two administrators, an authenticator app, and what the security log says of them @long', async ({
  openPage,
  server,
}) => {
  await server.sql('delete from dragoman.admins');
  await server.sql('delete from dragoman.security_events');
  const page = await openPage({ ...DESKTOP, reducedMotion: 'reduce' });
  const section = (name: string) => page.getByRole('region', { name });
  const dialog = page.getByRole('dialog');
  const bea = { name: 'Béatrice Ono', password: 'lanterns over the quay' };
  await page.goto('/organiser');
  await page.getByLabel('Secret', { exact: true }).fill(ORGANISER_SECRET);
  await page.getByLabel('Name').fill(ADMIN.name);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Create' }).click();

  await test.step('the first one adds a second, not with a password that is easy to guess', async () => {
    await section('Administrators').getByRole('button', { name: 'Add an administrator' }).click();
    await dialog.getByLabel('Name').fill(bea.name);
    await dialog.getByLabel('Password', { exact: true }).fill('password1234');
    await dialog.getByRole('button', { name: 'Add an administrator' }).click();
    await expect(dialog.getByRole('alert')).toContainText('too easy to guess');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel('Password', { exact: true }).fill(bea.password);
    await dialog.getByRole('button', { name: 'Add an administrator' }).click();
    await expect(section('Administrators').getByRole('heading', { name: bea.name })).toBeVisible();
  });

  const phone = await openPage({ ...PHONE, reducedMotion: 'reduce' });
  let totp: TOTP;
  await test.step('the second one signs in on a phone and adds an app', async () => {
    await phone.goto('/organiser');
    await signInAsAdmin(phone, { ...bea, password: 'a wrong guess' });
    await expect(phone.getByRole('alert')).toHaveText('The name or the password is not right.');
    await signInAsAdmin(phone, bea);
    await phone.getByRole('button', { name: 'Add an authenticator app' }).click();
    const own = phone.getByRole('dialog');
    await own.getByLabel('Present password').fill(bea.password);
    await own.getByRole('button', { name: 'Continue' }).click();
    await expect(own.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    expect(await axeFindings(phone)).toEqual([]);
    const secret = await own.locator('p.font-mono').innerText();
    totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await own.getByRole('textbox', { name: 'Code' }).fill(totp.generate());
    await own.getByRole('button', { name: 'Add an authenticator app' }).click();
    await expect(phone.getByText('You sign in with your password and a code')).toBeVisible();
  });

  await test.step('from then on the second one is asked for a code', async () => {
    await phone.getByRole('button', { name: 'Sign out' }).click();
    await signInAsAdmin(phone, bea);
    await expect(phone.getByLabel('Code')).toBeFocused();
    await phone.getByLabel('Code').fill('000000');
    await phone.getByRole('button', { name: 'Sign in' }).click();
    await expect(phone.getByRole('alert')).toContainText('That code is not right');
    expect([await axeFindings(phone), await layoutFindings(phone)]).toEqual([[], []]);
    // The next step: each code counts once.
    await phone.getByLabel('Code').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
    await phone.getByRole('button', { name: 'Sign in' }).click();
    await phone.getByRole('switch', { name: 'Let guests in' }).click();
    await expectToast(phone, 'No new guests from now on');
  });

  await test.step('the first one changes the same setting, and is told', async () => {
    await section('Guests').getByRole('switch', { name: 'Let guests in' }).click();
    await expect(section('Guests').getByText('Someone else has changed this in the meantime.')).toBeVisible();
  });

  await test.step('the log names who did what, and can be narrowed down', async () => {
    const log = section('Security log');
    await log.getByRole('button', { name: 'Load again' }).click();
    const row = (text: string) => log.getByRole('row').filter({ hasText: text });
    await expect(row('Guests changed')).toContainText(bea.name);
    await expect(row('Administrator added')).toContainText(ADMIN.name);
    await log.getByLabel('Show', { exact: true }).selectOption('Failed sign-in of an administrator');
    await expect(row('Failed sign-in of an administrator')).toHaveCount(2);
    await expect(row('Administrator added')).toHaveCount(0);
    await log.getByLabel('Show', { exact: true }).selectOption('Passkey added');
    await expect(log.getByText('No events')).toBeVisible();
    await log.getByLabel('Show', { exact: true }).selectOption('All events');
    await expect(row('Guests changed')).toBeVisible();
    await closeToasts(page);
    expect([await axeFindings(page), await layoutFindings(page)]).toEqual([[], []]);
  });

  await test.step('a removed administrator is signed out at once', async () => {
    await section('Administrators')
      .getByRole('button', { name: `Remove \u2068${bea.name}\u2069` })
      .click();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(section('Administrators').getByRole('heading', { name: bea.name })).toBeHidden();
    await phone.getByRole('switch', { name: 'Let guests in' }).click();
    await expect(phone.getByText('Your session has ended. Please sign in again.')).toBeVisible();
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
