/**
 * From what most devices play to what at least some browsers record: Safari before 18.4 knows MP4
 * alone.
 */
const TYPES = [
  'audio/webm;codecs=opus',
  'audio/webm',
  'audio/mp4;codecs=mp4a.40.2',
  'audio/mp4',
  'audio/ogg;codecs=opus',
] as const;

/** @returns the best type that the browser records; undefined leaves the choice to it. */
export function recordingType(isSupported: (type: string) => boolean): string | undefined {
  return TYPES.find(isSupported);
}

/** Quietest sound that the meter shows, in dB below the loudest: the murmur of a hall. */
const FLOOR_DB = -50;

/** @param samples of one moment, -1 to 1. @returns how loud they are as the ear hears it, 0 to 1 */
export function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const rms = Math.sqrt(sum / Math.max(1, samples.length));
  return rms === 0 ? 0 : Math.min(1, Math.max(0, 1 - (20 * Math.log10(rms)) / FLOOR_DB));
}
