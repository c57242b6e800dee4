import { expect, test } from 'vitest';
import { createProviderLimit, type ProviderLimits } from './provider-limit.ts';

const MINUTE = { windowMs: 60_000, atOnce: 10 };

function setUp(limits: Partial<ProviderLimits>) {
  const clock = { at: 1_000_000, now: () => clock.at };
  const limit = createProviderLimit({ user: { calls: 5, ...MINUTE }, ...limits }, clock);
  const admit = (userId: string, address: string | null = 'hall') => {
    const admission = limit.admit({ userId, address });
    if (admission.ok) admission.done();
    return admission.ok;
  };
  return { clock, limit, ask: admit };
}

test('many users behind one address have no more than the address may', () => {
  const { clock, ask: admit } = setUp({ address: { calls: 7, ...MINUTE } });
  const users = Array.from({ length: 12 }, (_, n) => `guest ${n}`);
  expect(users.filter((user) => admit(user))).toHaveLength(7);
  expect(admit('guest 0', 'elsewhere')).toBe(true);
  // A host that knows no address counts for each user and for the installation only.
  expect(admit('guest 1', null)).toBe(true);
  clock.at += 60_000;
  expect(admit('guest 9')).toBe(true);
});

test('many addresses have no more than the installation may', () => {
  const { ask: admit } = setUp({ installation: { calls: 3, ...MINUTE } });
  const asked = Array.from({ length: 6 }, (_, n) => admit(`guest ${n}`, `address ${n}`));
  expect(asked).toEqual([true, true, true, false, false, false]);
});

test('what one limit refuses counts against none', () => {
  const { ask: admit } = setUp({ user: { calls: 1, ...MINUTE }, address: { calls: 2, ...MINUTE } });
  expect(['a', 'a', 'a', 'b', 'c'].map((user) => admit(user))).toEqual([true, false, false, true, false]);
});

test('calls under way are bounded for an address as well, and leave it together', () => {
  const { limit } = setUp({ address: { calls: 100, windowMs: 60_000, atOnce: 1 } });
  const first = limit.admit({ userId: 'a', address: 'hall' });
  expect(limit.admit({ userId: 'b', address: 'hall' })).toMatchObject({ ok: false });
  if (first.ok) first.done();
  expect(limit.admit({ userId: 'b', address: 'hall' }).ok).toBe(true);
});
