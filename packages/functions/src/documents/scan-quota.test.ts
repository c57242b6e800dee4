import { expect, test } from 'vitest';
import { createScanQuota } from './scan-quota.ts';

function setUp(limits: { parallelPerUser?: number; perMinute?: number }) {
  const clock = { now: 1_000_000 };
  const quota = createScanQuota({ parallelPerUser: 2, perMinute: 30, ...limits }, () => clock.now);
  const enter = (userId = 'mei') => {
    const entry = quota.enter(userId);
    if (!('leave' in entry)) throw new Error(`wait ${entry.retryAfterSeconds} s`);
    return entry;
  };
  return { clock, enter };
}

test('a user has a few pictures read at a time, and each user their own few', () => {
  const { enter } = setUp({});
  const first = enter();
  enter();
  expect(() => enter()).toThrow('wait 1 s');
  enter('karim');
  first.leave();
  first.leave();
  enter();
  expect(() => enter()).toThrow('wait 1 s');
});

test('and so many in a minute', () => {
  const { clock, enter } = setUp({ perMinute: 2 });
  enter().leave();
  clock.now += 20_000;
  enter().leave();
  expect(() => enter()).toThrow('wait 40 s');
  clock.now += 40_000;
  enter().leave();
  expect(() => enter()).toThrow('wait 20 s');
});

test('without a limit there is none', () => {
  const { enter } = setUp({ perMinute: 0 });
  for (let n = 0; n < 1_000; n++) enter().leave();
});
