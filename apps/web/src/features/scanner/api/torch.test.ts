import { describe, expect, it, vi } from 'vitest';
import { hasTorch, switchTorch } from './torch.ts';

/** A camera's stream, as far as its light goes. */
function camera(track: Partial<MediaStreamTrack> | null): MediaStream {
  return { getVideoTracks: () => (track ? [track] : []) } as unknown as MediaStream;
}

describe('hasTorch', () => {
  it.each([
    ['a rear camera with a light', { getCapabilities: () => ({ torch: true }) }, true],
    ['a front camera', { getCapabilities: () => ({ torch: false }) }, false],
    ['a laptop', { getCapabilities: () => ({}) }, false],
    ['a browser that cannot say', {}, false],
    ['a stream without pictures', null, false],
  ])('%s: %o', (_case, track, expected) => {
    expect(hasTorch(camera(track as Partial<MediaStreamTrack> | null))).toBe(expected);
  });
});

describe('switchTorch', () => {
  it('asks the track for it', async () => {
    const applyConstraints = vi.fn(async () => undefined);
    expect(await switchTorch(camera({ applyConstraints }), true)).toBe(true);
    expect(applyConstraints).toHaveBeenCalledWith({ advanced: [{ torch: true }] });
  });

  it('says so when the camera refuses or is gone', async () => {
    const applyConstraints = () => Promise.reject(new DOMException('', 'OverconstrainedError'));
    expect(await switchTorch(camera({ applyConstraints }), true)).toBe(false);
    expect(await switchTorch(camera(null), true)).toBe(false);
  });
});
