import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Tab } from './tab.ts';

/** The accessible name of a page's part: exactly this text, or a pattern. */
export type Name = string | RegExp;

const PATIENCE_MS = 20_000;
const POLL_MS = 150;

const LIBRARY = readFileSync(
  path.join(
    path.dirname(createRequire(import.meta.url).resolve('@testing-library/dom/package.json')),
    'dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
);

interface Found {
  x: number;
  y: number;
  /** Another element lies over its middle: a toast say, or a page that fades in. */
  isCovered: boolean;
  hasFocus: boolean;
  isDisabled: boolean;
}

/**
 * A person in front of a tab: finds things by role and name (DOM Testing Library, in the page),
 * waits for them, and uses the pointer and the keyboard. The same for every protocol and every
 * engine.
 */
export class Hand {
  readonly tab: Tab;
  readonly #origin: string;

  constructor(tab: Tab, origin: string) {
    this.tab = tab;
    this.#origin = origin;
  }

  open(address: string): Promise<void> {
    return this.tab.goto(new URL(address, this.#origin).href);
  }

  /** Waits until the page shows this role with this name. */
  async sees(role: string, name?: Name): Promise<void> {
    await this.#until(`${role} ${name ?? ''}`, () => this.#find(role, name));
  }

  /** Waits until this text can be read in the page. */
  async reads(text: Name): Promise<void> {
    await this.holds(`the text ${text}`, `${pattern(text)}.test(document.body.innerText)`);
  }

  async misses(text: Name): Promise<void> {
    await this.holds(`no text ${text}`, `!${pattern(text)}.test(document.body.innerText)`);
  }

  /** Presses what can be pressed and no longer moves, as after the opening of a dialog. */
  async presses(role: string, name: Name): Promise<void> {
    let before: Found | null = null;
    const { x, y } = await this.#until(`${role} ${name} to press`, async () => {
      const found = await this.#find(role, name);
      const isStill = found !== null && before?.x === found.x && before.y === found.y;
      before = found;
      return isStill && !found.isCovered && !found.isDisabled ? found : null;
    });
    await this.tab.click(x, y);
  }

  /**
   * Types into an empty field. A page that is still moving is pressed again, as people do, until
   * the field has the focus.
   */
  async fills(role: string, name: Name, text: string): Promise<void> {
    await this.#until(`the focus in ${role} ${name}`, async () => {
      const found = await this.#find(role, name);
      if (!found || found.isCovered) return null;
      await this.tab.click(found.x, found.y);
      return (await this.#find(role, name))?.hasFocus || null;
    });
    await this.tab.type(text);
    await this.holds(
      `"${text}" in ${role} ${name}`,
      `document.activeElement.value === ${JSON.stringify(text)}`,
    );
  }

  async isAt(address: RegExp): Promise<void> {
    await this.holds(`the address ${address}`, `${address}.test(location.href)`);
  }

  /** Waits until an expression of the page is true. @param what for the message */
  async holds(what: string, expression: string): Promise<void> {
    await this.#until(what, async () => (await this.tab.evaluate(expression)) || null);
  }

  async #find(role: string, name?: Name): Promise<Found | null> {
    const wanted = name === undefined ? '' : `, name: ${pattern(name)}`;
    if (!(await this.tab.evaluate('Boolean(window.TestingLibraryDom)'))) {
      await this.tab.evaluate(
        `(() => { const exports = undefined, module = undefined; ${LIBRARY}; return true; })()`,
      );
    }
    return (await this.tab.evaluate(`(() => {
      const shown = (element) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden'
          && !element.closest('[aria-hidden="true"], [inert]');
      };
      const element = TestingLibraryDom.queryAllByRole(document.body, ${JSON.stringify(role)}, { hidden: true${wanted} }).find(shown);
      if (!element) return null;
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      const { left, top, width, height } = element.getBoundingClientRect();
      const x = left + width / 2, y = top + height / 2;
      const top_ = document.elementFromPoint(x, y);
      return { x, y, hasFocus: element === document.activeElement, isDisabled: element.matches(':disabled'), isCovered: !top_ || !(element.contains(top_) || top_.contains(element) || (element.labels && [...element.labels].some((label) => label.contains(top_)))) };
    })()`)) as Found | null;
  }

  async #until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
    const deadline = Date.now() + PATIENCE_MS;
    let trouble = '';
    for (;;) {
      try {
        const found = await look();
        if (found !== null) return found;
        trouble = '';
      } catch (error) {
        // A page that is being left answers nothing.
        trouble = ` (${(error as Error).message.split('\n')[0]})`;
      }
      if (Date.now() > deadline) throw new Error(`Not within ${PATIENCE_MS / 1000} s: ${what}${trouble}`);
      await delay(POLL_MS);
    }
  }
}

/** @returns the source of a regular expression: of a text, exactly it, but for white space */
function pattern(name: Name): string {
  if (name instanceof RegExp) return String(name);
  const words = name.trim().split(/\s+/);
  return String(new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+')));
}
