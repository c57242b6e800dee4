import { describe, expect, it } from 'vitest';
import { createFrameWatch, FROZEN_AFTER_MS } from './frame-watch.ts';

describe('the frame watch', () => {
  it('is content with a video that moves, however slowly', () => {
    const isFrozen = createFrameWatch();
    for (let now = 0; now < 60_000; now += FROZEN_AFTER_MS - 1) expect(isFrozen(now / 1000, now)).toBe(false);
  });

  it('detects a still video, and a moving one', () => {
    const isFrozen = createFrameWatch();
    expect(isFrozen(3, 1_000)).toBe(false);
    expect(isFrozen(3, 1_000 + FROZEN_AFTER_MS - 1)).toBe(false);
    expect(isFrozen(3, 1_000 + FROZEN_AFTER_MS)).toBe(true);
    expect(isFrozen(3.1, 1_100 + FROZEN_AFTER_MS)).toBe(false);
    expect(isFrozen(3.1, 1_200 + FROZEN_AFTER_MS)).toBe(false);
  });
});
