import { overstatedRecording, recordingOf } from '@dragoman/functions/testing/recordings';
import { ENGLISH, fixture } from '@dragoman/local-engines/speech/testing/recordings';
import type { FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
let user: Person;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  // Each test has its own user, because too many calls of one user are refused.
  user = await server.person({ role: 'visitor', language: 'zh' });
});

async function convert(client: Person['client'], body: Blob) {
  const { data, error } = await client.functions.invoke<Blob>('convert-recording', { body });
  if (data) return { status: 200, wav: Buffer.from(await data.arrayBuffer()) };
  const response = (error as FunctionsHttpError).context as Response;
  return { status: response.status, ...((await response.json()) as object) };
}

describe('functions/v1/convert-recording', () => {
  it.each(['en.webm', 'en.ogg', 'opus.mp4', 'aac.m4a', 'en.mp3'])(
    'makes a WAV file of the same length and loudness of %s',
    async (name) => {
      const { wav } = (await convert(user.client, new Blob([fixture(name)]))) as { wav: Buffer };
      expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
      expect(wav.toString('latin1', 8, 16)).toBe('WAVEfmt ');
      const [format, channels] = [wav.readUInt16LE(20), wav.readUInt16LE(22)];
      const [rate, bits] = [wav.readUInt32LE(24), wav.readUInt16LE(34)];
      expect({ format, channels, rate, bits }).toEqual({ format: 1, channels: 1, rate: 16_000, bits: 16 });
      const at = wav.indexOf('data') + 8;
      const size = wav.readUInt32LE(at - 4);
      expect(at + size).toBe(wav.length);
      expect(size / 2 / rate).toBeCloseTo(ENGLISH.length, 0);
      const samples = Array.from(
        { length: size / 2 },
        (_, place) => wav.readInt16LE(at + 2 * place) / 32_768,
      );
      const spoken = samples.slice(0.7 * rate, 3.5 * rate);
      expect(Math.hypot(...spoken.slice(0, 40_000)) / Math.sqrt(40_000)).toBeGreaterThan(0.02);
    },
  );

  it('needs a signed-in user with a profile', async () => {
    const body = new Blob([fixture('en.webm')]);
    expect(await convert(server.client(), body)).toEqual({ status: 401, error: 'No session' });
  });

  it('refuses what is no recording, is too large or too long', async () => {
    const cases: Array<[Blob, number]> = [
      [new Blob([]), 400],
      [new Blob([fixture('en.webm').subarray(0, 150)]), 415],
      [new Blob([fixture('vorbis.ogg')]), 415],
      [new Blob([new Uint8Array(10_485_761)]), 413],
      [new Blob([await recordingOf('ogg', 130)]), 413],
      [new Blob([await overstatedRecording('sizes')]), 415],
    ];
    for (const [audio, status] of cases) {
      expect(await convert(user.client, audio)).toEqual({ status, error: expect.any(String) });
    }
    expect((await convert(user.client, new Blob([fixture('en.webm')]))).status).toBe(200);
  });
});
