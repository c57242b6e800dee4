import { whenIdle } from '../async/when-idle.ts';
import { HeldPresses } from './held-presses.ts';

// What the server has written into the page can be read, and its links and buttons pressed, without the app (docs/adr/0034). The app
// starts when somebody does something, or has read for a while; what they did meanwhile is done again once it is there.

/** What tells that somebody is about to use the page, or that the page has something to say. */
const SIGNS = [
  'pointerdown',
  'pointermove',
  'touchstart',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
  'change',
  'offline',
  // Signed in or out in another tab.
  'storage',
];

/** How long somebody reads before the app comes by itself, so that a first press finds it there, ms. */
const READING_MS = 4_000;

/** By then the app is there, or the page offers to be loaded again, ms. As in index.html. */
const PATIENCE_MS = 15_000;

/** Of a page that stays; as the server writes it. */
const STAYS = 'stays';
/** What scrolls in it. */
const LIST = '[role="log"]';

let presses: HeldPresses | undefined;
let waited = false;
let patience: ReturnType<typeof setTimeout> | undefined;

/**
 * Keeps what is pressed in a page that the server has written, and waits until the app is wanted. Where the page is an empty one, or
 * has somebody's session, that is now.
 */
export async function whenWanted(root: HTMLElement): Promise<void> {
  if (!root.hasChildNodes()) return;
  presses = new HeldPresses(root);
  const { member } = document.documentElement.dataset;
  // What stands behind the `#` may be a mailed link's.
  const mayWait = root.dataset.app === 'when-wanted' && member === undefined && !location.hash;
  if (!mayWait || presses.any) return;
  waited = true;
  root.dataset.app = 'waits';
  await signOfLife();
  starts(root);
}

/** From now on the app is waited for. */
function starts(root: HTMLElement): void {
  root.dataset.app = 'starts';
  patience = setTimeout(() => presses && window.dispatchEvent(new Event('start-failed')), PATIENCE_MS);
}

function signOfLife(): Promise<void> {
  return new Promise((resolve) => {
    const seen = new AbortController();
    const wanted = () => {
      seen.abort();
      resolve();
    };
    const options = { capture: true, passive: true, signal: seen.signal };
    for (const sign of SIGNS) window.addEventListener(sign, wanted, options);
    setTimeout(() => seen.signal.aborted || whenIdle(wanted, PATIENCE_MS), READING_MS);
  });
}

/** Whether somebody is in the middle of the page of the server: what the app puts in its place leaves their focus alone. */
export function isBeingRead(): boolean {
  return waited && presses !== undefined;
}

/**
 * Waits while a list of the page is open, or a word is put together in it: that would end if the app took the page's place. However long
 * it is, the app is there, and no other one is offered.
 */
export async function handsOff(root: HTMLElement): Promise<void> {
  if (!presses?.busy) return;
  clearTimeout(patience);
  root.dataset.app = 'ready';
  await presses.free();
  starts(root);
}

/** The app has taken the page's place: what was pressed before is pressed now, and the focus is where it was. */
export function handOver(): void {
  presses?.release();
  presses = undefined;
}

/** Whether the page of the server stays until the app shows something that waits for nothing: a chat, whose reader the server does not know. */
export function isPageWritten(): boolean {
  return globalThis.document?.getElementById('root')?.dataset.app === STAYS;
}

/** Makes a place for the app beside a page that stays: laid out, but neither seen nor read aloud, as it shows what stands there already. */
export function placeBeside(root: HTMLElement): HTMLElement {
  const place = document.createElement('div');
  place.style.visibility = 'hidden';
  root.before(place);
  return place;
}

/** As {@link handsOff}, for a page that stays: with nothing to wait for, at once. */
export function onceHandsOff(then: () => void): void {
  if (presses?.busy) void presses.free().then(then);
  else then();
}

/** The app shows something at its own place: that is the page now, and reading and writing go on in it where they were. */
export function takePlace(root: HTMLElement, place: HTMLElement): void {
  const list = root.querySelector<HTMLElement>(LIST);
  const fromEnd = list && distanceFromEnd(list);
  const isScrolled = list && Math.abs(list.scrollTop - Number(list.dataset.placed ?? 0)) > 1;
  root.remove();
  place.id = root.id;
  place.removeAttribute('style');
  presses?.moveTo(place);
  handOver();
  const drawn = place.querySelector<HTMLElement>(LIST);
  if (drawn && isScrolled) drawn.scrollTop = drawn.scrollHeight - drawn.clientHeight - (fromEnd ?? 0);
}

function distanceFromEnd({ scrollHeight, clientHeight, scrollTop }: HTMLElement): number {
  return scrollHeight - clientHeight - scrollTop;
}

/** The app does not come: links lead where they lead by themselves. */
export function letGo(): void {
  presses?.drop();
  presses = undefined;
}
