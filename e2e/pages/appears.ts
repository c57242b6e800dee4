import type { Page } from '@playwright/test';

/**
 * Waits for a text that may be gone at the next look from outside. To be called before what makes
 * it appear.
 */
export function appears(page: Page, text: string): Promise<void> {
  return page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!document.body.innerText.includes(wanted)) return;
          watch.disconnect();
          resolve();
        };
        const watch = new MutationObserver(look);
        watch.observe(document.body, { childList: true, subtree: true, characterData: true });
        look();
      }),
    text,
  );
}
