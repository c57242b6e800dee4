import { expect, test } from 'vitest';
import { createCallerLimit } from './caller-limit.ts';

function setUp() {
  const clock = { at: 1_000_000, now: () => clock.at };
  return { clock, limit: createCallerLimit({ calls: 3, windowMs: 60_000, atOnce: 2 }, clock) };
}

test('each caller may begin so many calls in the window, and is told when the next one is possible', () => {
  const { clock, limit } = setUp();
  for (let i = 0; i < 3; i++) {
    const admission = limit.admit('guo');
    if (!admission.ok) throw new Error('refused');
    admission.done();
    clock.at += 10_000;
  }
  expect(limit.admit('guo')).toEqual({ ok: false, retryAfterMs: 30_000 });
  expect(limit.admit('mei').ok).toBe(true);
  clock.at += 30_000;
  expect(limit.admit('guo').ok).toBe(true);
});

test('only so many are under way at once, and one that ended twice counts once', () => {
  const { limit } = setUp();
  const first = limit.admit('guo');
  limit.admit('guo');
  expect(limit.admit('guo')).toMatchObject({ ok: false, retryAfterMs: expect.any(Number) });
  if (!first.ok) throw new Error('refused');
  first.done();
  first.done();
  expect(limit.admit('guo').ok).toBe(true);
});

test('a call that takes longer than the window still counts as one under way', () => {
  const { clock, limit } = setUp();
  limit.admit('guo');
  limit.admit('guo');
  clock.at += 120_000;
  limit.admit('mei');
  expect(limit.admit('guo').ok).toBe(false);
});
