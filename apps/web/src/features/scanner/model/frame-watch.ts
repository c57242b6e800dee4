/**
 * A camera that another app has taken, or that has hung, keeps its last frame: after so many ms it
 * counts as frozen.
 */
export const FROZEN_AFTER_MS = 8_000;

/**
 * Watches whether a video still moves.
 * @returns a function that takes the video's clock (s) and the time (ms) of each read, and returns
 * whether the video is frozen
 */
export function createFrameWatch(): (videoTime: number, now: number) => boolean {
  let last: { videoTime: number; since: number } | null = null;
  return (videoTime, now) => {
    if (last === null || last.videoTime !== videoTime) last = { videoTime, since: now };
    return now - last.since >= FROZEN_AFTER_MS;
  };
}
