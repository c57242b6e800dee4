import { expect, it } from 'vitest';
import { loudness, recordingType } from './recording-type.ts';

it('records what most devices play, else what the browser can', () => {
  expect(recordingType(() => true)).toBe('audio/webm;codecs=opus');
  // Safari before 18.4.
  expect(recordingType((type) => type.startsWith('audio/mp4'))).toBe('audio/mp4;codecs=mp4a.40.2');
  expect(recordingType((type) => type.startsWith('audio/ogg'))).toBe('audio/ogg;codecs=opus');
  expect(recordingType(() => false)).toBeUndefined();
});

it('measures loudness as the ear does, from the murmur of a hall to the loudest', () => {
  const tone = (amplitude: number) =>
    Float32Array.from({ length: 1_024 }, (_, i) => (i % 2 ? amplitude : -amplitude));
  expect(loudness(tone(0))).toBe(0);
  expect(loudness(tone(0.001))).toBe(0);
  expect(loudness(tone(0.1))).toBeCloseTo(0.6);
  expect(loudness(tone(1))).toBe(1);
  expect(loudness(new Float32Array())).toBe(0);
});
