import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { LandingPage } from './landing-page.tsx';

const ACCOUNT = { user_id: '7f9f0a0e-52c5-4a3b-a9b2-6a8b1a0c7a11', email: 'new@fair.example' };
const PROFILES = 'GET /rest/v1/profiles';

const visitor = page.getByRole('button', { name: 'Join as Visitor' });

test('a user whose role could not be read is not asked to choose one', async () => {
  const { queryClient } = await renderInApp(<LandingPage />, { as: ACCOUNT });
  answer(PROFILES, () => json({ message: 'away' }, 500));
  void queryClient.resetQueries({ queryKey: queryKeys.profile(ACCOUNT.user_id) });
  await expect.element(page.getByRole('heading', { name: 'Your profile did not load' })).toBeVisible();
  await expect.element(visitor).not.toBeInTheDocument();
  answer(PROFILES, () => rows([]));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(visitor).toBeVisible();
});

test('a role that cannot be saved is said so, and can be chosen again', async () => {
  answer(PROFILES, () => rows([]));
  answer('POST /rest/v1/profiles', () => json({ code: '23514', message: 'violates check constraint' }, 400));
  await renderInApp(<LandingPage />, { as: ACCOUNT });
  await visitor.click();
  await expectToast('Error', 'Could not set user role. Please try again.');
  await expect.element(visitor).toBeEnabled();
  expect(location.pathname).toBe('/');

  answer('POST /rest/v1/profiles', () => json(person({ ...ACCOUNT, role: 'visitor' }), 201));
  await visitor.click();
  await expect.poll(() => location.pathname).toBe('/visitor-setup');
});
