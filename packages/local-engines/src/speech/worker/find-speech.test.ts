import { describe, expect, it } from 'vitest';
import { ENGLISH, fixture, noise } from '../testing/recordings.ts';
import { decodeRecording } from './decode-recording.ts';
import { createSpeechFinder, joinStretches } from './find-speech.ts';
import { joinSamples, SAMPLE_RATE } from './samples.ts';

// The real detector on the voices of espeak-ng.

const finder = createSpeechFinder();
const seconds = (samples: Float32Array) =>
  finder.find(samples).map(({ start, end }) => [start / SAMPLE_RATE, end / SAMPLE_RATE] as const);
const silence = (length: number) => new Float32Array(length * SAMPLE_RATE);
const made = (length: number, sample: (second: number) => number) =>
  silence(length).map((_, place) => sample(place / SAMPLE_RATE));
const hum = (second: number) => 0.3 * Math.sin(2 * Math.PI * 100 * second);

describe('finds the speech in', () => {
  it.each([
    ['English', 'en.webm', ENGLISH.end],
    ['Chinese', 'zh.webm', 7.6],
    ['Arabic', 'ar.webm', 6.3],
  ])('%s', async (_, name, spokenEnd) => {
    const found = seconds(await decodeRecording(fixture(name)));
    expect(found).toHaveLength(1);
    const [[start, end] = [0, 0]] = found;
    expect(start).toBeGreaterThan(0);
    expect(start).toBeLessThan(ENGLISH.start);
    expect(end).toBeGreaterThan(spokenEnd);
    expect(end).toBeLessThan(spokenEnd + 0.5);
  });

  it('a quiet voice within noise', async () => {
    const rustle = noise(0.01);
    const spoken = (await decodeRecording(fixture('en.webm'))).map((sample) => sample * 0.5 + rustle());
    expect(seconds(spoken)).toHaveLength(1);
  });

  it('a recording after another, as if it were the first', async () => {
    const samples = await decodeRecording(fixture('en.webm'));
    const first = seconds(samples);
    seconds(silence(3));
    expect(seconds(samples)).toEqual(first);
  });

  it('two minutes of talk: in stretches of at most 28 seconds, which hold all of it once', async () => {
    const sentence = await decodeRecording(fixture('en.webm'));
    const talk = joinSamples(Array.from({ length: 27 }, () => sentence));
    const found = seconds(talk);
    expect(found.length).toBeGreaterThanOrEqual(5);
    expect(found.length).toBeLessThanOrEqual(7);
    for (const [start, end] of found) expect(end - start).toBeLessThanOrEqual(28);
    for (const [place, [start]] of found.entries()) {
      expect(start).toBeGreaterThanOrEqual(found[place - 1]?.[1] ?? 0);
    }
    for (let spoken = 0; spoken < 27; spoken++) {
      const middle = spoken * (sentence.length / SAMPLE_RATE) + 2;
      expect(found.filter(([start, end]) => start < middle && middle < end)).toHaveLength(1);
    }
  });
});

it.each<[string, Float32Array]>([
  ['silence', silence(10)],
  ['noise', made(10, noise(0.3))],
  ['quiet noise', made(10, noise(0.01))],
  ['a hum', made(10, hum)],
  ['a click', made(3, (second) => (second === 1 ? 1 : 0))],
  ['no samples at all', silence(0)],
])('finds nothing in %s', (_, samples) => {
  expect(finder.find(samples)).toEqual([]);
});

describe('joinStretches', () => {
  const at = (...times: [number, number][]) =>
    times.map(([start, end]) => ({ start: start * SAMPLE_RATE, end: end * SAMPLE_RATE }));
  const joined = (length: number, ...times: [number, number][]) =>
    joinStretches(at(...times), length * SAMPLE_RATE).map(({ start, end }) => [
      Number((start / SAMPLE_RATE).toFixed(2)),
      Number((end / SAMPLE_RATE).toFixed(2)),
    ]);

  it('joins neighbours up to 28 seconds', () => {
    expect(joined(60, [1, 5], [6, 20], [21, 27.8], [30, 31])).toEqual([
      [0.7, 28],
      [29.7, 31.2],
    ]);
  });

  it('goes over no edge', () => {
    expect(joined(3, [0.1, 2.95])).toEqual([[0, 3]]);
  });

  it('splits a stretch without a pause, without a word twice', () => {
    expect(joined(90, [1, 60])).toEqual([
      [0.7, 28.7],
      [28.7, 56.7],
      [56.7, 60.2],
    ]);
    expect(joined(60, [0, 27.9], [28, 40])).toEqual([
      [0, 28],
      [28, 40.2],
    ]);
  });
});
