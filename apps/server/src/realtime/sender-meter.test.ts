import { describe, expect, it } from 'vitest';
import { createSenderMeter } from './sender-meter.ts';

const limits = { messagesPerUser: 3, messagesPerAddress: 5, messagesPerSecond: 100 };
const at = (userId: string | null, network = '192.0.2.1') => ({ userId, network });

describe('a meter of senders', () => {
  it('counts each user apart', () => {
    const meter = createSenderMeter(limits, () => 0);
    expect(meter.takeOwn(at('vera'), 3)).toBe(true);
    expect(meter.takeOwn(at('vera'))).toBe(false);
    expect(meter.takeOwn(at('wei'))).toBe(true);
  });

  it('counts a network once for all its users', () => {
    const meter = createSenderMeter(limits, () => 0);
    expect(meter.takeOwn(at('vera'), 3)).toBe(true);
    expect(meter.takeOwn(at('wei'), 3)).toBe(false);
    expect(meter.takeOwn(at('omar', '192.0.2.2'))).toBe(true);
  });

  it('does not let a user over the limit use up the network', () => {
    const meter = createSenderMeter(limits, () => 0);
    for (let n = 0; n < 50; n += 1) meter.takeOwn(at('vera'), 10);
    expect(meter.takeOwn(at('wei'), 3)).toBe(true);
  });

  it('starts again with the next second', () => {
    let now = 0;
    const meter = createSenderMeter(limits, () => now);
    expect(meter.takeOwn(at(null), 6)).toBe(false);
    now = 1000;
    expect(meter.takeOwn(at(null), 5)).toBe(true);
  });

  it('has a budget of the process that own budgets do not touch', () => {
    const meter = createSenderMeter({ ...limits, messagesPerSecond: 2 }, () => 0);
    for (let n = 0; n < 50; n += 1) meter.takeOwn(at(null), 10);
    expect([meter.takeShared(), meter.takeShared(), meter.takeShared()]).toEqual([true, true, false]);
  });
});
