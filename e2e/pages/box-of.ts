import type { Locator } from '@playwright/test';

/** @returns where something is on the screen, in px. @throws when it is not */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return box;
}
