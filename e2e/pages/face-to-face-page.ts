import type { Locator, Page } from '@playwright/test';
import { textOf } from '../fixtures/texts.ts';

/** The half of the phone's owner, whose language is English. */
export const ownSide = (page: Page): Locator =>
  page.getByRole('region', { name: textOf('en', 'faceToFace.ownSide') });

/** The half of the person opposite. */
export const otherSide = (page: Page, language: 'zh' | 'ar' = 'zh'): Locator =>
  page.getByRole('region', { name: textOf(language, 'faceToFace.otherSide') });

/** A button of a half, by the key of its text in that half's language. */
export const button = (side: Locator, key: string, language: 'en' | 'zh' | 'ar' = 'en'): Locator =>
  side.getByRole('button', { name: textOf(language, key), exact: true });
