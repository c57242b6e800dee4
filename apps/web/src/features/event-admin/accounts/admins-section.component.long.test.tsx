import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { lookFindings } from '@/shared/testing/looks.ts';
import { readQrOnScreen } from '@/shared/testing/read-qr.ts';
import { adminActs, adminReads, refusal, renderForAdmin } from '@/shared/testing/render-for-admin.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import type { Admin } from './admins.ts';
import { AdminsSection } from './admins-section.tsx';

const AMINA: Admin = {
  id: 'amina',
  name: 'Amina Haddad',
  hasCode: false,
  disabled: false,
  createdAt: '2026-01-05T08:00:00.000Z',
};
const BEA: Admin = { ...AMINA, id: 'bea', name: 'Béatrice Ono' };
const URI = 'otpauth://totp/Dragoman:Amina?secret=NB2W45DFOIZA&issuer=Dragoman';

const dialog = page.getByRole('dialog');
const heading = (name: string) => page.getByRole('heading', { name });
const field = (label: string) => dialog.getByLabelText(label, { exact: true });

function showAdmins(...admins: Admin[]) {
  adminReads('/admins', { admins, you: AMINA.id });
  return renderForAdmin(<AdminsSection />);
}

test('an administrator adds another, not with a password that is easy to guess', async () => {
  await showAdmins(AMINA);
  await page.getByRole('button', { name: 'Add an administrator' }).click();
  const add = dialog.getByRole('button', { name: 'Add an administrator' });
  await add.click();
  await expect.element(field('Name')).toHaveAccessibleDescription('Please fill this in.');
  adminActs('POST /admins', () => refusal(422, 'weak_password'));
  await field('Name').fill(BEA.name);
  await field('Password').fill('password1234');
  await add.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('too easy to guess');
  expect(await lookFindings()).toEqual([]);

  adminReads('/admins', { admins: [AMINA, BEA], you: AMINA.id });
  const sent = adminActs('POST /admins');
  await field('Password').fill('lanterns over the quay');
  await add.click();
  await expectToast('The administrator was added');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(heading(BEA.name)).toBeVisible();
  expect(sent).toEqual([{ name: BEA.name, password: 'lanterns over the quay' }]);
});

test('an administrator removes another after a question, and the last one stays', async () => {
  await showAdmins(AMINA, BEA);
  await expect.element(heading(BEA.name)).toBeVisible();
  // One acts on others, not on oneself.
  expect(page.getByRole('button', { name: /^Remove/ }).elements()).toHaveLength(1);
  adminActs('DELETE /admins/bea', () => refusal(409, 'last_admin'));
  await page.getByRole('button', { name: `Remove \u2068${BEA.name}\u2069` }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('The last active administrator cannot be removed or disabled.');

  adminActs('DELETE /admins/bea');
  adminReads('/admins', { admins: [AMINA], you: AMINA.id });
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expectToast('The administrator was removed');
  await expect.element(heading(BEA.name)).not.toBeInTheDocument();
});

test('an authenticator app is added with the password, its QR code and a code', async () => {
  await showAdmins(AMINA);
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  adminActs('POST /me/app', () => refusal(403, 'wrong_password'));
  await field('Present password').fill('a wrong guess');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The present password is not right.');

  const began = adminActs('POST /me/app', () => ({ secret: 'NB2W45DFOIZA', uri: URI }));
  await field('Present password').fill('harbour crane at noon');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.element(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  expect(began).toEqual([{ current: 'harbour crane at noon' }]);
  expect(await readQrOnScreen()).toBe(URI);
  await expect.element(dialog.getByText('NB2W45DFOIZA', { exact: true })).toBeVisible();
  expect(await lookFindings()).toEqual([]);

  adminReads('/admins', { admins: [{ ...AMINA, hasCode: true }], you: AMINA.id });
  const proved = adminActs('PUT /me/app');
  await field('Code').fill('123456');
  await dialog.getByRole('button', { name: 'Add an authenticator app' }).click();
  await expect.element(page.getByText(/^You sign in with your password and a code/)).toBeVisible();
  expect(proved).toEqual([{ code: '123456' }]);
});
