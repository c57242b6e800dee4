import type { Page } from '@playwright/test';

/** @returns the ids of the messages whose bubbles are wholly within the list's view, from the top. */
export function messagesInView(page: Page): Promise<string[]> {
  return page.getByRole('log').evaluate((list) => {
    const view = list.getBoundingClientRect();
    return [...list.querySelectorAll<HTMLElement>('[data-message]')]
      .filter((row) => {
        const bubble = row.querySelector('[data-bubble]') ?? row;
        const { top, bottom } = bubble.getBoundingClientRect();
        return top >= view.top - 1 && bottom <= view.bottom + 1;
      })
      .map((row) => row.dataset.message ?? '');
  });
}

/** Heights of a chat's parts in px. */
export interface PartHeights {
  header: number;
  list: number;
  /** All below the list: hints and the composer. */
  below: number;
}

/** @returns how the height of the screen is divided in an open chat. */
export function partHeights(page: Page): Promise<PartHeights> {
  return page.evaluate(() => {
    const list = document.querySelector('[role=log]')?.getBoundingClientRect();
    const main = document.querySelector('main')?.getBoundingClientRect();
    if (!list || !main) throw new Error('No chat is open');
    return { header: list.top - main.top, list: list.height, below: main.bottom - list.bottom };
  });
}

/** @returns rows that lie over one another or reach beyond the list, one line each. */
export function rowFindings(page: Page): Promise<string[]> {
  return page.getByRole('log').evaluate((list) => {
    const view = list.getBoundingClientRect();
    const findings: string[] = [];
    if (list.scrollWidth > list.clientWidth) findings.push(`the list is ${list.scrollWidth} px wide`);
    let end = Number.NEGATIVE_INFINITY;
    for (const row of list.querySelectorAll<HTMLElement>('[data-message]')) {
      const { top, bottom } = row.getBoundingClientRect();
      if (top < end - 1) findings.push(`over the row above: ${row.textContent?.slice(0, 60)}`);
      end = bottom;
      for (const part of row.querySelectorAll('[data-bubble], [data-bubble] p')) {
        const { left, right } = part.getBoundingClientRect();
        if (left < view.left || right > view.right)
          findings.push(`too wide: ${part.textContent?.slice(0, 60)}`);
      }
    }
    return findings;
  });
}
