import { recordingOf } from '@dragoman/functions/testing/recordings';
import { describe, expect, it } from 'vitest';
import { ENGLISH, fixture, wave } from '../testing/recordings.ts';
import { decodeRecording } from './decode-recording.ts';
import { SAMPLE_RATE } from './samples.ts';

/** @returns the loudness (root mean square) between two times in seconds */
function loudness(samples: Float32Array, from: number, to: number): number {
  const part = samples.subarray(from * SAMPLE_RATE, to * SAMPLE_RATE);
  return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length);
}

/** @returns how often a second the samples change from below zero to above */
function pitch(samples: Float32Array): number {
  const rises = samples.filter((value, place) => value >= 0 && (samples[place - 1] ?? 0) < 0).length;
  return (rises / samples.length) * SAMPLE_RATE;
}

describe('decodes', () => {
  it.each([
    ['Opus in WebM', 'en.webm'],
    ['Opus in WebM, two channels', 'stereo.webm'],
    ['Opus in Ogg', 'en.ogg'],
    ['Opus in MP4', 'opus.mp4'],
    ['AAC in MP4', 'aac.m4a'],
    ['MP3', 'en.mp3'],
    ['WAV with 8 kHz and eight bits', 'en.wav'],
  ])('%s', async (_, name) => {
    const samples = await decodeRecording(fixture(name));
    expect(samples.length / SAMPLE_RATE).toBeCloseTo(ENGLISH.length, 0);
    const [before, spoken, after] = [
      loudness(samples, 0.1, 0.35),
      loudness(samples, 0.7, 3.5),
      loudness(samples, ENGLISH.end + 0.3, ENGLISH.length),
    ];
    expect(spoken).toBeGreaterThan(0.02);
    expect(before).toBeLessThan(spoken / 20);
    expect(after).toBeLessThan(spoken / 20);
  });

  it.each([
    [48_000, 2],
    [44_100, 1],
    [8_000, 1],
  ])('a tone in WAV with %i samples a second and %i channels', async (rate, channels) => {
    const tone = (second: number) => Math.sin(2 * Math.PI * 440 * second);
    // The tone is on one channel only.
    const bytes = wave(2, (second, channel) => (channel === 0 ? tone(second) : 0), { rate, channels });
    const samples = await decodeRecording(bytes);
    expect(samples.length / SAMPLE_RATE).toBeCloseTo(2, 1);
    expect(pitch(samples.subarray(SAMPLE_RATE / 2, SAMPLE_RATE))).toBeCloseTo(440, -1);
    expect(loudness(samples, 0.5, 1.5)).toBeCloseTo(Math.SQRT1_2 / channels, 1);
  });

  it.each(['webm', 'mp4', 'ogg', 'mp3', 'wav'] as const)(
    '%s no further than a voice message goes',
    async (kind) => {
      const samples = await decodeRecording(await recordingOf(kind, 300));
      expect(samples.length).toBeLessThanOrEqual(125 * SAMPLE_RATE);
      expect(samples.length).toBeGreaterThan(120 * SAMPLE_RATE);
    },
  );
});

describe('refuses', () => {
  const refusal = (reason: string) => ({ name: 'UnreadableRecordingError', reason });

  it('a format that it does not know', async () => {
    await expect(decodeRecording(fixture('vorbis.ogg'))).rejects.toMatchObject(refusal('unknown-format'));
  });

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['a text', Buffer.from('This is not a recording. '.repeat(100))],
    ['the head of a recording', fixture('en.webm').subarray(0, 150)],
  ])('%s', async (_, bytes) => {
    await expect(decodeRecording(new Uint8Array(bytes))).rejects.toMatchObject(refusal('damaged'));
  });

  it.each([1, 1_000, 4_000_000])('a rate of %i samples a second', async (rate) => {
    const bytes = Buffer.from(wave(0.1, () => 0));
    bytes.writeUInt32LE(rate, 24);
    await expect(decodeRecording(new Uint8Array(bytes))).rejects.toMatchObject(refusal('damaged'));
  });

  it.each(['aac.m4a', 'en.mp3'])('%s where the library of its decoder is missing', async (name) => {
    const missing = 'libasound.so.2: cannot open shared object file: No such file or directory';
    const decode = decodeRecording(fixture(name), () => Promise.reject(new Error(missing)));
    await expect(decode).rejects.toMatchObject(refusal('no-decoder'));
    const elsewhere = decodeRecording(fixture(name), () =>
      Promise.reject(new Error('Unsupported architecture on Linux: riscv64')),
    );
    await expect(elsewhere).rejects.toMatchObject(refusal('unknown-format'));
    expect((await decodeRecording(fixture('en.ogg'), () => Promise.reject(missing))).length).toBeGreaterThan(
      0,
    );
  });
});

it('takes what is cut off as far as it goes, or refuses it', async () => {
  for (const name of ['en.webm', 'en.ogg', 'opus.mp4', 'aac.m4a', 'en.mp3', 'en.wav']) {
    const bytes = fixture(name);
    for (const share of [0.1, 0.5, 0.9]) {
      const cut = bytes.slice(0, Math.floor(bytes.length * share));
      const seconds = await decodeRecording(cut).then(
        (samples) => samples.length / SAMPLE_RATE,
        (error) => {
          expect(error).toMatchObject({ name: 'UnreadableRecordingError' });
          return 0;
        },
      );
      expect(seconds, `${name} ${share}`).toBeLessThan(ENGLISH.length + 0.2);
    }
  }
});
