import { expect, type Locator, type Page } from '@playwright/test';

/** More tab stops than any page has between two controls of interest. */
const MOST_STOPS = 60;

/**
 * Goes to a control by the Tab key alone, as people without a pointer do, and sees whether it shows
 * its focus.
 * @throws when it is not reached
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const way: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    const { isThere, at } = await target.evaluate((element) => ({
      isThere: element === document.activeElement,
      at: document.activeElement?.outerHTML.slice(0, 80) ?? '',
    }));
    if (isThere) {
      await expectVisibleFocus(page);
      return;
    }
    way.push(at);
    await page.keyboard.press(key);
  }
  throw new Error(`${target} is not reached by ${key}:\n${way.join('\n')}`);
}

/** Goes to a control and presses a key on it. */
export async function pressOn(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Goes to a field and types into it. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/**
 * Waits until the focus is on the heading of the page that has just been opened: a screen reader
 * announces it first.
 */
export async function expectArrivalAt(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
}

/** Expects a visible focus ring: the focused control's outline, or that of the box around it. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const drawn = await page.evaluate(() => {
    const isDrawn = (element: Element, pseudo?: string) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element, pseudo);
      // Without an alpha the last number is the blue.
      const isTransparent = /^rgba\(.*, 0\)$/.test(outlineColor);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && !isTransparent;
    };
    const focused = document.activeElement;
    // A radio button is drawn by its label, the composer's field by the frame around its form.
    const boxes = [
      focused,
      focused?.parentElement,
      focused?.closest('label'),
      focused?.closest('form')?.parentElement,
    ];
    return boxes.some((box) => box && (isDrawn(box) || isDrawn(box, '::after')));
  });
  const element = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120));
  expect(drawn, `the focus shows on ${element}`).toBe(true);
}
