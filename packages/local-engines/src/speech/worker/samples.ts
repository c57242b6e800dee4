/** Sound as the engine takes it: one channel, 16,000 samples a second, each from -1 to 1. */
export const SAMPLE_RATE = 16_000;

/** @returns the parts one after the other, at most `most` samples */
export function joinSamples(parts: readonly Float32Array[], most = Number.POSITIVE_INFINITY): Float32Array {
  const length = Math.min(
    most,
    parts.reduce((sum, part) => sum + part.length, 0),
  );
  const joined = new Float32Array(length);
  let place = 0;
  for (const part of parts) {
    const fitting = part.subarray(0, length - place);
    joined.set(fitting, place);
    place += fitting.length;
  }
  return joined;
}
