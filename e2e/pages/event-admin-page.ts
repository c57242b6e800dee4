import { expect, type Page } from '@playwright/test';
import { ORGANISER_SECRET } from '../fixtures/test.ts';

/** The administrator shared by the specs of a worker. */
export const ADMIN = { name: 'Amina Haddad', password: 'harbour crane at noon' };

/** Creates the administrator with the start secret, unless there is one. */
export async function ensureAdmin(page: Page): Promise<void> {
  const answer = await page.request.post('/organiser/v1/session/first', {
    headers: { 'X-Organiser': 'page' },
    data: { secret: ORGANISER_SECRET, ...ADMIN },
  });
  expect([204, 409]).toContain(answer.status());
}

/** Signs in on a page that asks for name and password. */
export async function signInAsAdmin(page: Page, admin: { name: string; password: string }): Promise<void> {
  // The board that goes at a sign-out has a field of that name, too.
  await expect(page.locator('input[name="password"]')).toBeVisible();
  await page.locator('input[name="name"]').fill(admin.name);
  await page.locator('input[name="password"]').fill(admin.password);
  await page.locator('input[name="password"]').press('Enter');
}
