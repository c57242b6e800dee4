import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SAMPLE_RATE } from '../worker/samples.ts';

/**
 * Recordings that `make-fixtures.ts` makes: sentences that espeak-ng speaks, between half a second
 * of silence.
 */
export function fixture(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path.join(import.meta.dirname, 'fixtures', name)));
}

/** The beginning and end of the English sentence, in seconds. */
export const ENGLISH = { start: 0.5, end: 3.6, length: 4.45 } as const;

/**
 * @param sampleAt gives the samples of one channel, from -1 to 1, by the time in seconds
 * @returns a WAV recording, 16 bit
 */
export function wave(
  seconds: number,
  sampleAt: (second: number, channel: number) => number,
  { rate = SAMPLE_RATE, channels = 1 } = {},
): Uint8Array<ArrayBuffer> {
  const frames = Math.round(seconds * rate);
  const data = Buffer.alloc(frames * channels * 2);
  for (let frame = 0; frame < frames; frame++) {
    for (let channel = 0; channel < channels; channel++) {
      const value = Math.round(32_767 * Math.max(-1, Math.min(1, sampleAt(frame / rate, channel))));
      data.writeInt16LE(value, (frame * channels + channel) * 2);
    }
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * channels * 2, 28);
  header.writeUInt16LE(channels * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return new Uint8Array(Buffer.concat([header, data]));
}

/** The same noise at every call. @returns samples from -loudness to loudness, each by chance */
export function noise(loudness: number): () => number {
  let state = 7;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return loudness * (state / 2 ** 31 - 1);
  };
}
