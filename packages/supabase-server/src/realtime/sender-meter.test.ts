import { describe, expect, it } from 'vitest';
import { createSenderMeter, type Sender, senderOf } from './sender-meter.ts';

const limits = { messagesPerUser: 3, messagesPerAddress: 5, messagesPerSecond: 100 };
const user = (userId: string, network = '192.0.2.1'): Sender => ({ kind: 'user', userId, network });
const service: Sender = { kind: 'service' };

describe('a sender', () => {
  it('is the user of the token, the secret key, or anonymous', () => {
    expect(senderOf('authenticated', { sub: 'vera' }, '192.0.2.1')).toEqual(user('vera'));
    expect(senderOf('service_role', { sub: 'vera' }, '192.0.2.1')).toEqual(service);
    expect(senderOf('anon', {}, '192.0.2.1')).toEqual({ kind: 'anonymous' });
  });
});

describe('a meter of senders', () => {
  it('counts each user separately', () => {
    const meter = createSenderMeter(limits, () => 0);
    expect(meter.takeOwn(user('vera'), 3)).toBe(true);
    expect(meter.takeOwn(user('vera'))).toBe(false);
    expect(meter.takeOwn(user('wei'))).toBe(true);
  });

  it('counts the users of a network together', () => {
    const meter = createSenderMeter(limits, () => 0);
    expect(meter.takeShared(user('vera'), 3)).toBe(true);
    expect(meter.takeShared(user('wei'), 3)).toBe(false);
    expect(meter.takeShared(user('omar', '192.0.2.2'))).toBe(true);
  });

  it('does not count messages without the right to write for the network or the process', () => {
    const meter = createSenderMeter({ ...limits, messagesPerSecond: 2 }, () => 0);
    for (let n = 0; n < 50; n += 1) meter.takeOwn(user('vera'), 10);
    expect(meter.takeShared(user('wei'), 2)).toBe(true);
  });

  it('does not count messages over the limit of the network for the process', () => {
    const meter = createSenderMeter({ ...limits, messagesPerSecond: 9 }, () => 0);
    for (let n = 0; n < 50; n += 1) meter.takeShared(user('vera'), 5);
    expect(meter.takeShared(user('omar', '192.0.2.2'), 4)).toBe(true);
    expect(meter.takeShared(user('amal', '192.0.2.3'))).toBe(false);
  });

  it('gives the secret key the budget of the process', () => {
    const meter = createSenderMeter(limits, () => 0);
    expect([meter.takeOwn(service, 100), meter.takeShared(service, 100)]).toEqual([true, true]);
    expect(meter.takeShared(service)).toBe(false);
  });

  it('starts again with the next second', () => {
    let now = 0;
    const meter = createSenderMeter(limits, () => now);
    expect(meter.takeShared(user('vera'), 6)).toBe(false);
    now = 1000;
    expect(meter.takeShared(user('vera'), 5)).toBe(true);
  });
});
