import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { authUser, keepSession } from '@/shared/testing/auth-answers.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { ProfileSettingsPage } from './profile-settings-page.tsx';

test('settings that cannot be saved are said so with the reason, and nothing typed is lost', async () => {
  const vendor = person();
  keepSession(vendor);
  answer('GET /auth/v1/user', () => json(authUser(vendor)));
  for (const table of [
    'blocks',
    'card_share_defaults',
    'card_shares',
    'card_share_history',
    'data_exports',
  ]) {
    answer(`GET /rest/v1/${table}`, () => rows([]));
  }
  await renderInApp(
    <CurrentProfileContext value={vendor}>
      <ProfileSettingsPage />
    </CurrentProfileContext>,
    { as: vendor, at: '/vendor-dashboard/profile', config: { hosted: true } },
  );
  const designation = page.getByRole('textbox', { name: /^Designation/ });
  const save = page.getByRole('button', { name: 'Save changes' });
  await designation.fill('Head of Sales');

  const reason = 'new row for relation "profiles" violates check constraint "closed"';
  answer('PATCH /rest/v1/profiles', () => json({ code: '23514', message: reason }, 400));
  await save.click();
  await expectToast('Error', reason);

  answer('PATCH /rest/v1/profiles', () => Promise.reject(new TypeError('Failed to fetch')));
  await save.click();
  await expectToast('Error', 'Failed to update profile');

  let saved: unknown;
  answer('PATCH /rest/v1/profiles', async (request) => {
    saved = await request.json();
    return json({ ...vendor, designation: 'Head of Sales' });
  });
  await save.click();
  await expectToast('Success', 'Profile updated successfully');
  expect(saved).toMatchObject({ name: vendor.name, designation: 'Head of Sales' });
  await expect.element(designation).toHaveValue('Head of Sales');
});
