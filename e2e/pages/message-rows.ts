import { expect, type Locator, type Page } from '@playwright/test';

/** The row of a message in the list, by its id. */
export function row(page: Page, id: string): Locator {
  return page.locator(`[data-message="${id}"]`);
}

/** The rows seen while scrolling through the list. */
export interface Walk {
  /** Ids in the order of the list, each once. */
  ids: string[];
  /** Most rows that were in the document at once. */
  maxRows: number;
  /** Rows that lay over one another, or not in the order of their places, if any. */
  disorder: string[];
}

/**
 * Scrolls from where the list is to its beginning, as fast as pages of history come.
 * @param oldest id of the first message; the walk ends when it is there
 */
export function walkUp(page: Page, oldest: string): Promise<Walk> {
  return page.getByRole('log').evaluate(async (list, first) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const rowsNow = () => [...list.querySelectorAll<HTMLElement>('[data-message]')];
    // A row that has just come in is measured before the next frame at the latest.
    const overlaps = async (): Promise<string[]> => {
      for (let frames = 0; ; frames += 1) {
        const places = rowsNow().map((each) => ({
          id: each.dataset.message ?? '',
          at: each.getBoundingClientRect(),
        }));
        const wrong = places.filter(({ at }, i) => at.top < (places[i - 1]?.at.bottom ?? at.top) - 1);
        if (wrong.length === 0 || frames === 5) return wrong.map(({ id }) => id);
        await frame();
      }
    };
    const met: string[] = [];
    const known = new Set<string>();
    const disorder: string[] = [];
    let maxRows = 0;
    for (let idle = 0; idle < 1_500; idle += 1) {
      disorder.push(...(await overlaps()));
      const ids = rowsNow().map(({ dataset }) => dataset.message ?? '');
      maxRows = Math.max(maxRows, ids.length);
      const fresh = ids.filter((id) => !known.has(id));
      for (const id of fresh) known.add(id);
      met.unshift(...fresh);
      if (fresh.length > 0) idle = 0;
      if (known.has(first)) break;
      // Less than what is in the document at once, so that no row is passed over; then until the
      // rows have followed.
      const before = list.scrollTop;
      list.scrollTop -= list.clientHeight * 1.6;
      const top = list.getBoundingClientRect().top;
      for (let frames = 0; frames < 30 && list.scrollTop !== before; frames += 1) {
        await frame();
        if ((rowsNow()[0]?.getBoundingClientRect().top ?? top) <= top) break;
      }
      if (list.scrollTop === before) await frame();
    }
    return { ids: met, maxRows, disorder };
  }, oldest);
}

/**
 * Watches how far a row moves on the screen, frame by frame, while something else happens.
 * @returns the greatest distance from where it was, in px; infinite when it left the document
 */
export async function movementOf(page: Page, id: string, during: () => Promise<void>): Promise<number> {
  const watching = await row(page, id).evaluateHandle((element) => {
    const from = element.getBoundingClientRect().top;
    const watch = { farthest: 0, on: true };
    const look = () => {
      const moved = element.isConnected
        ? Math.abs(element.getBoundingClientRect().top - from)
        : Number.POSITIVE_INFINITY;
      watch.farthest = Math.max(watch.farthest, moved);
      if (watch.on) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return watch;
  });
  await during();
  return watching.evaluate(async (watch) => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    watch.on = false;
    return watch.farthest;
  });
}

/** @returns the id of the message in the middle of the view. */
export async function rowInView(page: Page): Promise<string> {
  const id = await page.getByRole('log').evaluate((list) => {
    const { left, top, width, height } = list.getBoundingClientRect();
    for (let y = top + height / 2; y > top; y -= 8) {
      const found = document.elementFromPoint(left + width / 2, y)?.closest<HTMLElement>('[data-message]');
      if (found) return found.dataset.message;
    }
    return undefined;
  });
  expect(id, 'a message in the middle of the view').toBeTruthy();
  return id as string;
}

/**
 * Waits until the list has scrolled as far as it was told to: for ten frames it is where it was.
 */
export async function atRest(page: Page): Promise<void> {
  await page.getByRole('log').evaluate(async (list) => {
    for (let still = 0, before = list.scrollTop; still < 10; before = list.scrollTop) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      still = list.scrollTop === before ? still + 1 : 0;
    }
  });
}

/** Whether the end of the list is in view. */
export function distanceFromEnd(page: Page): Promise<number> {
  return page
    .getByRole('log')
    .evaluate((list) => Math.abs(list.scrollHeight - list.clientHeight - list.scrollTop));
}
