import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LoginPage } from '@/features/auth/components/login-page.tsx';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { FailedLinkRedirect } from './failed-link-redirect.tsx';

const refusal = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+too+old';

test.each([
  [`/?${refusal}#${refusal}&sb=`, 'Email link is too old'],
  ['/#access_token=a&refresh_token=b&expires_in=9&token_type=bearer', 'Not a valid PKCE flow url.'],
])('%s leads to the login page, which says what was wrong', async (at, message) => {
  await renderInApp(
    <FailedLinkRedirect>
      <Routes>
        <Route path="/" element={null} />
        <Route path="/login" element={<LoginPage />} />
      </Routes>
    </FailedLinkRedirect>,
    { at },
  );
  await expect.element(page.getByRole('alert')).toHaveTextContent(message);
  await page.getByRole('button', { name: "Don't have an account? Sign up" }).click();
  await expect.element(page.getByLabelText('Create a Password')).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
});
