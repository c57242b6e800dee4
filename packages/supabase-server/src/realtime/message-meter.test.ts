import { describe, expect, it } from 'vitest';
import { createMessageMeter } from './message-meter.ts';

describe('a message meter', () => {
  it('lets so many through in a second, and as many in the next', () => {
    let now = 5000;
    const meter = createMessageMeter(3, () => now);
    expect([meter.take(2), meter.take(), meter.take()]).toEqual([true, true, false]);
    now = 6000;
    expect([meter.take(3), meter.take(1)]).toEqual([true, false]);
  });
});
