import { expect, type Page } from '@playwright/test';

interface Credentials {
  email: string;
  password: string;
}

/** Creates an account on the login page, which must be open. */
export async function signUp(page: Page, { email, password }: Credentials): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await page.getByRole('button', { name: "Don't have an account? Sign up" }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Create a Password').fill(password);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
}

/** Signs in on the login page, which must be open. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Your Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Asks for the mail that resets a password, from the view that signs in. */
export async function requestReset(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send reset password instructions' }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'Check your email for the password reset link',
  );
}
