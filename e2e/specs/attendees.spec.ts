import bwipjs from 'bwip-js/node';
import { axeFindings, layoutFindings } from '../fixtures/accessibility.ts';
import { PHONE } from '../fixtures/devices.ts';
import { expect, test } from '../fixtures/test.ts';
import { ADMIN, ensureAdmin, signInAsAdmin } from '../pages/event-admin-page.ts';
import { closeToasts, expectToast } from '../pages/toasts.ts';

// The organiser's list of attendees (docs/adr/0087): from its file to a vendor's card.

test.afterEach(async ({ server }) => {
  await server.sql('delete from private.attendee_list');
  await server.sql('delete from private.attendees');
});

test('an administrator uploads the list of attendees, and badges of a vendor get their people @long', async ({
  people,
  openPage,
}) => {
  const vendor = await people.vendor();
  const phone = await openPage(PHONE, { as: vendor });
  await phone.goto('/vendor-dashboard/contacts?box');
  const scan = async (id: string) => {
    await phone.getByRole('link', { name: 'Scan a badge' }).tap();
    const buffer = await bwipjs.toBuffer({
      bcid: 'qrcode',
      text: id,
      scale: 4,
      padding: 8,
      backgroundcolor: 'ffffff',
    });
    const chooser = phone.waitForEvent('filechooser');
    await phone.getByRole('button', { name: 'Choose a picture of the code' }).tap();
    await (await chooser).setFiles({ name: 'badge.png', mimeType: 'image/png', buffer });
    return phone.getByRole('dialog', { name: 'New card' });
  };

  await test.step('a badge that is scanned before there is a list is kept by its id', async () => {
    const form = await scan('8F3A-22C1-0047');
    await expect(form.getByRole('textbox', { name: 'Badge ID' })).toHaveValue('8F3A-22C1-0047');
    await form.getByRole('button', { name: 'Save card' }).tap();
    await expect(phone.getByText('Badge \u20688F3A-22C1-0047\u2069')).toBeVisible();
  });

  await test.step('a file without the column of ids is refused with what to do', async () => {
    const page = await openPage({ ...PHONE, reducedMotion: 'reduce' });
    await page.goto('/organiser');
    await ensureAdmin(page);
    await page.reload();
    const section = page.getByRole('region', { name: 'Attendee list' });
    const password = page.locator('input[name="password"]');
    await expect(password.or(section)).toBeVisible();
    if (await password.isVisible()) await signInAsAdmin(page, ADMIN);
    const input = section.locator('input[type="file"]');
    const file = (text: string) => ({
      name: 'attendees.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    await expect(section.getByText('There is no list yet.')).toBeVisible();
    await input.setInputFiles(file('Name,Company\nAda Okafor,Benue Agro\n'));
    await expect(section.getByRole('alert')).toContainText("Name it 'Badge ID' in the first row");

    const rows = ['8F3A-22C1-0047,Ada Okafor,Benue Agro', '0012,李娜,华灯照明', ',No id,', '0012,Again,'];
    await input.setInputFiles(file(`Badge ID,Name,Company\n${rows.join('\n')}\n`));
    await expectToast(page, 'The list has 2 attendees');
    await expect(section.getByText('2 rows were left out')).toBeVisible();
    await expect(section.getByText('An earlier row has this badge ID.')).toBeVisible();
    await closeToasts(page);
    expect([await axeFindings(page), await layoutFindings(page)]).toEqual([[], []]);
    await page.close();
  });

  await test.step('the kept badge has its person now, and the next one at once', async () => {
    await phone.reload();
    await expect(phone.getByText('Ada Okafor')).toBeVisible();
    const form = await scan('0012');
    await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('李娜');
    await expect(form.getByText("Found in the organiser's attendee list.")).toBeVisible();
    await form.getByRole('button', { name: 'Save card' }).tap();
    await expect(phone.getByText('华灯照明')).toBeVisible();
  });
});
