import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, json } from '@/shared/testing/answers.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { LoginPage } from './login-page.tsx';

const message = page.getByRole('alert');
const signIn = page.getByRole('button', { name: 'Sign in', exact: true });

test('an empty form says what is missing, and a refusal is said in the words of the server', async () => {
  answer('POST /auth/v1/token', () =>
    json({ code: 'invalid_credentials', message: 'Invalid login credentials' }, 400),
  );
  await renderInApp(<LoginPage />, { at: '/login' });
  await signIn.click();
  await expect
    .element(message)
    .toHaveTextContent('You must provide either an email or phone number and a password');
  await page.getByLabelText('Email address').fill('nora@fair.example');
  await page.getByLabelText('Your Password').fill('not the password');
  await signIn.click();
  await expect.element(message).toHaveTextContent('Invalid login credentials');
  await expect.element(signIn).toBeEnabled();
});
