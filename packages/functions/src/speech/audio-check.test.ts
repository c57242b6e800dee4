import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { recordingOf } from '../testing/recordings.ts';
import { checkAudio } from './audio-check.ts';

const KINDS = [
  ['webm', 'audio/webm', 'audio.webm'],
  ['ogg', 'audio/ogg', 'audio.ogg'],
  ['mp4', 'audio/mp4', 'audio.m4a'],
  ['mp3', 'audio/mpeg', 'audio.mp3'],
  ['wav', 'audio/wav', 'audio.wav'],
] as const;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('a recording', () => {
  test.each(KINDS)(
    '%s is known by its bytes, and its length by its packets',
    async (kind, mimeType, fileName) => {
      const bytes = await recordingOf(kind, 3);
      const check = await checkAudio(bytes);
      expect(check).toMatchObject({ ok: true, audio: { mimeType, fileName } });
      expect(check.ok && check.audio.seconds).toBeCloseTo(3, 0);
    },
  );

  test.each(KINDS)('%s longer than two minutes is refused', async (kind) => {
    expect(await checkAudio(await recordingOf(kind, 124))).toMatchObject({ ok: true });
    expect(await checkAudio(await recordingOf(kind, 126))).toEqual({ ok: false, fault: 'too-long' });
  });
});

test('no bytes are an empty recording', async () => {
  expect(await checkAudio(new Uint8Array())).toEqual({ ok: false, fault: 'empty' });
});

test.each<[string, Uint8Array]>([
  ['a picture', PNG],
  ['a text', Buffer.from('This is not a recording. '.repeat(100))],
  ['a page', Buffer.from('<!doctype html><title>Sign in</title>')],
  ['chance', randomBytes(100_000)],
  ['zeros', new Uint8Array(1_000_000)],
  ['the first bytes of WebM alone', Buffer.concat([Buffer.from('1a45dfa3', 'hex'), new Uint8Array(1_000)])],
  ['the first bytes of Ogg alone', Buffer.concat([Buffer.from('OggS'), new Uint8Array(1_000)])],
  ['the first bytes of MP4 alone', Buffer.concat([Buffer.from('\0\0\0\x18ftypM4A '), new Uint8Array(1_000)])],
  ['the first bytes of MP3 alone', Buffer.concat([Buffer.from('ID3\x04'), new Uint8Array(1_000)])],
  ['the first bytes of WAV alone', Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), new Uint8Array(1_000)])],
])('%s is no recording', async (_, bytes) => {
  expect(await checkAudio(new Uint8Array(bytes))).toEqual({ ok: false, fault: 'not-audio' });
});

test('what is cut off is taken as far as it goes, or refused', async () => {
  for (const [kind] of KINDS) {
    const bytes = await recordingOf(kind, 3);
    for (const length of [1, 10, 50, 200, Math.floor(bytes.length / 2)]) {
      const check = await checkAudio(bytes.slice(0, length));
      expect(check.ok ? check.audio.seconds : 0).toBeLessThan(3);
    }
  }
});
