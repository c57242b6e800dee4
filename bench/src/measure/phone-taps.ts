import type { CDPSession, Page } from '@playwright/test';
import type { Line } from '../report.ts';
import { median, percentile } from '../statistics.ts';

/** A phone's processor, compared with this machine's. */
export const SLOWDOWN = 4;
/** A tap that brings nothing in this time, in ms, ends the run. */
const TAP_TIMEOUT_MS = 30_000;

/** A page whose processor is slower. */
export interface Phone {
  page: Page;
  session: CDPSession;
}

export async function slowed(page: Page): Promise<Phone> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return { page, session };
}

/** @returns what was measured so many times, after a first time that loads code */
export async function samples(count: number, take: (index: number) => Promise<number>): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index <= count; index++) taken.push(await take(index));
  return taken.slice(1);
}

/** A finger's tap, without the checks in the page that Playwright's own one makes. */
async function touch(
  session: CDPSession,
  box: { x: number; y: number; width: number; height: number } | null,
) {
  if (!box) throw new Error('What is to be tapped is not on the screen');
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/**
 * Taps an element.
 * @param target selector of Playwright's
 * @param wanted CSS selector of what the tap brings, last one in the document; with `text` in it
 * @returns milliseconds from the lifted finger to the end of the frame that shows it
 * @throws when it is not there after half a minute
 */
export async function tapUntil(
  { page, session }: Phone,
  target: string,
  wanted: string,
  text = '',
): Promise<number> {
  const shown = await page.evaluateHandle(
    ([selector, words, limitMs]) => {
      let began = 0;
      addEventListener(
        'touchend',
        ({ timeStamp }) => {
          began = timeStamp;
        },
        { capture: true, once: true },
      );
      const isThere = () =>
        began > 0 && [...document.querySelectorAll(selector)].at(-1)?.textContent?.includes(words);
      const took = new Promise<number>((resolve, reject) => {
        const observer = new MutationObserver(() => {
          if (!isThere()) return;
          observer.disconnect();
          requestAnimationFrame(() => {
            const afterFrame = new MessageChannel();
            afterFrame.port1.onmessage = () => resolve(performance.now() - began);
            afterFrame.port2.postMessage(null);
          });
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        setTimeout(() => reject(new Error(`The tap did not bring ${selector}`)), limitMs);
      });
      return { took };
    },
    [wanted, text, TAP_TIMEOUT_MS] as const,
  );
  await touch(session, await page.locator(target).boundingBox());
  return shown.evaluate(({ took }) => took);
}

/** @param limitMs the target of the p95, if there is one */
export function tapLine(
  what: string,
  product: readonly number[],
  floor: readonly number[],
  limitMs?: number,
): Line {
  const [middle, bare, late] = [median(product), median(floor), percentile(product, 0.95)];
  return {
    what: `${what}, p50 (p95)`,
    product: `${middle.toFixed(0)} ms (${late.toFixed(0)} ms)`,
    floor: `${bare.toFixed(0)} ms (bare page)`,
    ratio: (middle / bare).toFixed(2),
    ...(limitMs && { target: { text: `p95 under ${limitMs} ms`, met: late < limitMs } }),
  };
}
