import { expect, type Locator, type Page } from '@playwright/test';
import { escapeForRegExp, said } from '../fixtures/texts.ts';

/** Waits until the chat of a session is open and can be written in. */
export async function expectChatOpen(page: Page, sessionId: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`/chat/${sessionId}$`));
  await expect(composer(page)).toBeEditable();
}

/** Opens a chat. @returns the same page */
export async function openChat(page: Page, sessionId: string): Promise<Page> {
  await page.goto(`/chat/${sessionId}`);
  await expectChatOpen(page, sessionId);
  return page;
}

export function composer(page: Page): Locator {
  return page.getByPlaceholder(said('chat.placeholder'));
}

/**
 * Writes a message and sends it the way people do on that device: by Enter or by tapping the
 * button.
 */
export async function send(page: Page, text: string, how: 'enter' | 'tap' = 'enter'): Promise<void> {
  await composer(page).fill(text);
  if (how === 'enter') await composer(page).press('Enter');
  else await page.getByRole('button', { name: said('chat.send') }).click();
  await expect(composer(page)).toHaveValue('');
}

/** Presses a shortcut of the header, which a phone has in a menu. */
export async function pressShortcut(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: said('chat.shortcuts') });
  if (!(await menu.isVisible())) return page.getByRole('button', { name, exact: true }).click();
  await menu.click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** All bubbles, oldest first. */
export function bubbles(page: Page): Locator {
  return page.getByRole('log').getByRole('listitem');
}

/** The bubbles whose message is `text`. */
export function bubble(page: Page, text: string): Locator {
  return bubbles(page).filter({ has: page.getByText(text, { exact: true }) });
}

/** Waits for exactly one bubble with the original and, under its label, the translation. */
export async function expectTranslated(page: Page, text: string, translation: string): Promise<void> {
  const found = bubble(page, text);
  await expect(found).toHaveCount(1);
  await expect(found.getByText(said('chat.translated')).first()).toBeAttached();
  await expect(found.getByText(translation, { exact: true })).toBeVisible();
}

/** Waits until exactly these messages are shown, in this order and each once. */
export async function expectMessages(page: Page, texts: readonly string[], timeout?: number): Promise<void> {
  const wanted = texts.map((text) => new RegExp(escapeForRegExp(text)));
  await expect(bubbles(page)).toHaveText(wanted, { timeout });
}
