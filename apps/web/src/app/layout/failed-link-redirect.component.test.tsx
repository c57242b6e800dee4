import { Route, Routes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LoginPage } from '@/features/auth/components/login-page.tsx';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { FailedLinkRedirect } from './failed-link-redirect.tsx';

const ACCOUNT = { user_id: '7f9f0a0e-52c5-4a3b-a9b2-6a8b1a0c7a11', email: 'new@fair.example' };
const refusal = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+too+old';

type Scene = Parameters<typeof renderInApp>[1];

function openLink(scene: Scene) {
  return renderInApp(
    <FailedLinkRedirect>
      <Routes>
        <Route path="/" element={null} />
        <Route path="/login" element={<LoginPage />} />
        <Route path="*" element={null} />
      </Routes>
    </FailedLinkRedirect>,
    scene,
  );
}

test.each([
  [`/?${refusal}#${refusal}&sb=`, 'Email link is too old'],
  ['/#access_token=a&refresh_token=b&expires_in=9&token_type=bearer', 'Not a valid PKCE flow url.'],
])('%s leads to the login page, which says what was wrong', async (at, message) => {
  await openLink({ at });
  await expect.element(page.getByRole('alert')).toHaveTextContent(message);
  await page.getByRole('button', { name: "Don't have an account? Sign up" }).click();
  await expect.element(page.getByLabelText('Create a Password')).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
});

test('a link that was opened in another browser has confirmed the address, and leads to the login page', async () => {
  await openLink({ at: '/?code=asked-for-elsewhere' });
  await expect
    .element(page.getByRole('main').getByRole('status'))
    .toHaveTextContent('Your email address is confirmed. Please sign in.');
  await expect.element(page.getByLabelText('Your Password')).toBeVisible();
});

describe('a link that is refused leaves a session alone', () => {
  const identity = new URLSearchParams({
    error: 'server_error',
    error_code: 'identity_already_exists',
    error_description: 'Identity is already linked to another user',
  });

  test.each([
    [`/?${identity}`, person(), 'Identity is already linked to another user', '/vendor-dashboard'],
    [`/login?${refusal}`, ACCOUNT, 'Email link is too old', '/visitor-setup'],
  ])('%s', async (at, as, message, path) => {
    await openLink({ at, as });
    await expectToast(message);
    await expect.poll(() => location.pathname).toBe(path);
  });
});
