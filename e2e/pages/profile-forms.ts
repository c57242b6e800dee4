import type { Page } from '@playwright/test';

/**
 * Fills in fields of a profile form by their labels. A required field's asterisk is no part of its
 * name.
 */
export async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await page.getByRole('textbox', { name: new RegExp(`^${label}(?![\\p{L}\\p{N}])`, 'u') }).fill(value);
  }
}
