import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ADMIN_API, answer } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { adminActs, adminReads, refusal, renderForAdmin } from '@/shared/testing/render-for-admin.tsx';
import { EventAdminPage } from './event-admin-page.tsx';

// The door of the administrators' page (docs/adr/0033).

const ADMIN = { name: 'Amina Haddad', password: 'harbour crane at noon' };
const SECRET = 'a quay at the lantern';

const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const overview = page.getByRole('region', { name: 'Overview' });

/** The session lets the administrator in, to a dashboard whose sections still load. */
function letIn(): void {
  adminReads('/session', { state: 'open', admin: { name: ADMIN.name } });
  const sections = ['overview', 'settings', 'reports', 'translation-reports', 'attendees', 'engines'];
  for (const section of [...sections, 'models', 'brand', 'admins', 'security-events']) {
    answer(`GET ${ADMIN_API}/${section}`, () => new Promise(() => {}));
  }
}

test('the start secret creates the first administrator, and a wrong one creates none', async () => {
  adminReads('/session', { state: 'first_admin' });
  adminActs('POST /session/first', () => refusal(401, 'wrong_secret'));
  await renderForAdmin(<EventAdminPage />);
  await button('Create').click();
  await expect.element(field('Secret')).toHaveAccessibleDescription('Please fill this in.');
  await field('Secret').fill('a lantern at the quay');
  await field('Name').fill(ADMIN.name);
  await field('Password').fill(ADMIN.password);
  await button('Create').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(/^That is not the secret\.$/);
  expect(await lookFindings()).toEqual([]);

  letIn();
  const sent = adminActs('POST /session/first');
  await field('Secret').fill(SECRET);
  await button('Create').click();
  await expect.element(overview).toBeVisible();
  expect(sent).toEqual([{ secret: SECRET, ...ADMIN }]);
});

describe('the sign-in', () => {
  test('says that name or password is wrong, then asks for a code', async () => {
    adminReads('/session', { state: 'signed_out' });
    adminActs('POST /session', () => refusal(401, 'wrong_sign_in'));
    await renderForAdmin(<EventAdminPage />);
    await field('Name').fill(ADMIN.name);
    await field('Password').fill('a wrong guess');
    await button('Sign in').click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(/^The name or the password is not right\.$/);

    adminActs('POST /session', () => refusal(401, 'code_needed'));
    await field('Password').fill(ADMIN.password);
    await button('Sign in').click();
    await expect.element(field('Code')).toHaveFocus();
    adminActs('POST /session', () => refusal(401, 'wrong_code'));
    await field('Code').fill('000000');
    await button('Sign in').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('That code is not right');
    expect(await lookFindings()).toEqual([]);

    letIn();
    const sent = adminActs('POST /session');
    await field('Code').fill('123456');
    await button('Sign in').click();
    await expect.element(overview).toBeVisible();
    expect(sent).toEqual([{ ...ADMIN, code: '123456' }]);
  });

  test('is asked for again when the session is over', async () => {
    letIn();
    adminReads('/settings', {
      retentionDays: { value: 0, fallback: 0, revision: 0 },
      guestsEnabled: { value: true, fallback: true, revision: 0, possible: true },
      announcement: { value: null, revision: 0 },
    });
    adminActs('PUT /settings/guests', () => refusal(401, 'signed_out'));
    await renderForAdmin(<EventAdminPage />);
    await page.getByRole('switch', { name: 'Let guests in' }).click();
    await expect.element(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    await expect.element(field('Name')).toHaveFocus();
    await expect.element(page.getByText('Overview')).not.toBeInTheDocument();
  });

  test('ends with a press, which hides the dashboard', async () => {
    letIn();
    adminActs('DELETE /session');
    await renderForAdmin(<EventAdminPage />);
    await button('Sign out').click();
    await expect.element(field('Password')).toBeVisible();
    await expect.element(overview).not.toBeInTheDocument();
    await expect.element(page.getByText('Your session has ended.')).not.toBeInTheDocument();
  });
});
