import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { abortWhenLeft, timesLeft, untilShown, whenLeft } from './leaving-page.ts';

const window = new EventTarget();
beforeAll(() => void vi.stubGlobal('window', window));
afterAll(() => void vi.unstubAllGlobals());

function fire(type: 'pagehide' | 'pageshow', persisted: boolean) {
  window.dispatchEvent(Object.assign(new Event(type), { persisted }));
}

/** A transaction that notes whether it was aborted. */
class Transaction extends EventTarget {
  aborted = 0;
  isOver = false;
  abort() {
    if (this.isOver) throw new DOMException('It is finished', 'InvalidStateError');
    this.aborted += 1;
    this.end('abort');
  }
  end(type: 'complete' | 'abort') {
    this.isOver = true;
    this.dispatchEvent(new Event(type));
  }
}

const begin = () => {
  const transaction = new Transaction();
  abortWhenLeft(transaction as unknown as IDBTransaction);
  return transaction;
};

it('ends what is in progress when the browser keeps the page, and nothing else', () => {
  const [running, complete, ending] = [begin(), begin(), begin()];
  complete.end('complete');
  // Committed, and its event has not come yet.
  ending.isOver = true;
  const last = begin();
  const before = timesLeft();
  fire('pagehide', false);
  expect([running.aborted, last.aborted, timesLeft() - before]).toEqual([0, 0, 0]);
  fire('pagehide', true);
  expect([running, complete, ending, last].map(({ aborted }) => aborted)).toEqual([1, 0, 0, 1]);
  expect(timesLeft() - before).toBe(1);
  fire('pageshow', true);
});

it('waits until a kept page is shown again', async () => {
  await untilShown();
  fire('pagehide', true);
  const order: string[] = [];
  const waiting = untilShown().then(() => order.push('shown'));
  await Promise.resolve();
  order.push('event');
  fire('pageshow', true);
  await waiting;
  expect(order).toEqual(['event', 'shown']);
  await untilShown();
});

it('calls nothing that was taken back', () => {
  const end = vi.fn();
  whenLeft(end)();
  fire('pagehide', true);
  expect(end).not.toHaveBeenCalled();
  fire('pageshow', true);
});
