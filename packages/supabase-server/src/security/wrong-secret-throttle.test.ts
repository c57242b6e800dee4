import { expect, it } from 'vitest';
import { createWrongSecretThrottle } from './wrong-secret-throttle.ts';

const NETWORK = '203.0.113.7';
const wrong = async () => false;
const right = async () => true;

it('lets a right secret pass at once, and makes wrong ones wait', async () => {
  const lane = createWrongSecretThrottle();
  const who = { subject: 'a', network: NETWORK, deviceId: null };
  const begun = performance.now();
  expect(await lane.check(who, 20, right)).toBe(true);
  // It would be kept for five seconds.
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect(await lane.check(who, 1, wrong)).toBe(false);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(245);
});

it('checks few secrets of one subject at a time, and keeps places for devices', async () => {
  const lane = createWrongSecretThrottle();
  const guess = (deviceId: string | null) =>
    lane.check({ subject: 'a', network: NETWORK, deviceId }, 1, wrong);
  const held = [guess(null), guess(null), guess(null), guess('x'), guess('x')];
  expect(await held[2]).toBeNull();
  expect(await held[4]).toBeNull();
  expect(await lane.check({ subject: 'a', network: NETWORK, deviceId: 'owner' }, 1, right)).toBe(true);
  expect(await lane.check({ subject: 'b', network: NETWORK, deviceId: null }, 1, right)).toBe(true);
  expect(await Promise.all(held)).toEqual([false, false, null, false, null]);
  expect(await lane.check({ subject: 'a', network: NETWORK, deviceId: null }, 1, right)).toBe(true);
});

it('gives the place back when the check fails', async () => {
  const lane = createWrongSecretThrottle();
  const who = { subject: 'a', network: NETWORK, deviceId: 'x' };
  const broken = () => Promise.reject(new Error('the queue is full'));
  await expect(lane.check(who, 1, broken)).rejects.toThrow('the queue is full');
  expect(await lane.check(who, 1, right)).toBe(true);
});
