import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showsFocus } from '@/shared/testing/focus.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { toast } from '@/shared/toast/toast.ts';

/** Longer than a toast stays. */
const LONG_MS = 10_000;
/** Longer than a toast takes to go. */
const GOING_MS = 1_000;

const item = page.getByRole('listitem').filter({ hasText: 'Term deleted' });
const close = item.getByRole('button', { name: 'Close' });
const undo = item.getByRole('button', { name: 'Undo' });
const first = page.getByRole('button', { name: 'First' });
const add = page.getByRole('button', { name: 'Add term' });

const after = document.createElement('button');

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  await renderInApp(
    // Where no toast covers it.
    <main style={{ paddingTop: '50vh' }}>
      <button type="button">First</button>
      <button type="button">Add term</button>
    </main>,
  );
  document.body.append(after);
  // A pointer over a toast would keep it.
  await first.hover();
});

afterEach(() => {
  vi.useRealTimers();
  after.remove();
});

async function showToast(duration?: number): Promise<void> {
  toast('Term deleted', { ...(duration && { duration }), action: { label: 'Undo', onClick: () => {} } });
  await expect.element(undo).toBeVisible();
}

/** @param withinMs of the clock in each look: the library's timers begin after the page has heard of the focus */
async function expectGone(withinMs: number): Promise<void> {
  await expect
    .poll(() => {
      vi.advanceTimersByTime(withinMs);
      return item.elements();
    })
    .toEqual([]);
}

test('Tab goes through a toast and on; while it has the focus it stays', async () => {
  await showToast();
  add.element().focus();
  for (const stop of [item, close]) {
    await userEvent.tab();
    await expect.element(stop).toHaveFocus();
    expect(showsFocus()).toBe(true);
  }
  await expect.element(item).toHaveAttribute('data-expanded', 'true');
  vi.advanceTimersByTime(LONG_MS);
  await userEvent.tab();
  await expect.element(undo).toHaveFocus();
  expect(showsFocus()).toBe(true);
  await userEvent.tab();
  await expect.element(page.elementLocator(after)).toHaveFocus();
  await expectGone(LONG_MS);
  await expect.element(page.elementLocator(after)).toHaveFocus();
});

test('Shift+Tab goes back out of a toast, not to where the focus came from', async () => {
  await showToast();
  first.element().focus();
  // As a screen reader focuses it.
  undo.element().focus();
  for (const stop of [close, item, add]) {
    await userEvent.tab({ shift: true });
    await expect.element(stop).toHaveFocus();
  }
});

test.each([
  ['Escape', '{Escape}', undo],
  ['its own button', '{Enter}', close],
])('closed by %s it gives the focus back', async (_name, key, focused) => {
  await showToast(Number.POSITIVE_INFINITY);
  add.element().focus();
  focused.element().focus();
  await userEvent.keyboard(key);
  await expectGone(GOING_MS);
  await expect.element(add).toHaveFocus();
});
