import { overstatedRecording, recordingOf } from '@dragoman/functions/testing/recordings';
import type { FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { type SpeechProviderServer, startSpeechProvider } from './speech-engine.ts';

let provider: SpeechProviderServer;
let server: TestServer;
let user: Person;
let reply: ReturnType<Parameters<typeof startSpeechProvider>[0]>;

beforeAll(async () => {
  provider = await startSpeechProvider(() => reply);
  server = await startTestServer({ STT_OPENAI_URL: provider.url, STT_OPENAI_MODEL: 'whisper-1' });
});
afterAll(async () => {
  await server.stop();
  provider.server.close();
});
beforeEach(async () => {
  reply = { status: 200, body: { text: '这款灯多少钱？' } };
  provider.asked.length = 0;
  // Each test has its own user, because too many calls of one user are refused.
  user = await server.person({ role: 'visitor', language: 'zh' });
});

function formOf(audio: Blob, name = 'audio-1700000000000.webm'): FormData {
  const form = new FormData();
  form.set('audio', audio, name);
  return form;
}

async function transcribe(client: Person['client'], body: FormData) {
  const { data, error } = await client.functions.invoke('speech-to-text', { body });
  if (!error) return { status: 200, ...(data as object) };
  const response = (error as FunctionsHttpError).context as Response;
  return { status: response.status, ...((await response.json()) as object) };
}

const speech = async () => new Blob([await recordingOf('webm', 2)], { type: 'audio/webm' });

describe('functions/v1/speech-to-text', () => {
  it('writes down what was said, with the language of the profile as a hint', async () => {
    expect(await transcribe(user.client, formOf(await speech()))).toEqual({
      status: 200,
      text: '这款灯多少钱？',
    });
    expect(provider.asked).toMatchObject([{ model: 'whisper-1', language: 'zh' }]);
    expect(provider.asked[0]?.file).toMatchObject({ name: 'audio.webm', type: 'audio/webm' });
  });

  it('goes by what a recording is, not by what it is called', async () => {
    const wav = new Blob([await recordingOf('wav', 2)], { type: 'text/plain' });
    expect(await transcribe(user.client, formOf(wav, '../notes.txt'))).toMatchObject({ status: 200 });
    expect(provider.asked[0]?.file).toMatchObject({ name: 'audio.wav', type: 'audio/wav' });
  });

  it('needs a signed-in user', async () => {
    expect(await transcribe(server.client(), formOf(await speech()))).toEqual({
      status: 401,
      error: 'No session',
    });
    expect(provider.asked).toEqual([]);
  });

  it('sends engines no invalid, too large or too long recordings', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const cases: Array<[Blob, number]> = [
      [new Blob([]), 400],
      [new Blob([png], { type: 'audio/webm' }), 415],
      [new Blob([(await recordingOf('webm', 2)).slice(0, 40)], { type: 'audio/webm' }), 415],
      [new Blob([new Uint8Array(10_485_761)]), 413],
      [new Blob([new Uint8Array(20_000_000)]), 413],
      [new Blob([await recordingOf('ogg', 130)]), 413],
    ];
    for (const [audio, status] of cases) {
      expect(await transcribe(user.client, formOf(audio))).toEqual({ status, error: expect.any(String) });
    }
    const noFile = new FormData();
    noFile.set('audio', 'text in its place');
    expect(await transcribe(user.client, noFile)).toMatchObject({ status: 400 });
    const wrongLanguage = formOf(await speech());
    wrongLanguage.set('language', 'fr');
    expect(await transcribe(user.client, wrongLanguage)).toMatchObject({ status: 400 });
    const { error } = await user.client.functions.invoke('speech-to-text', { body: { audio: 'x' } });
    expect(error?.context).toMatchObject({ status: 400 });
    expect(provider.asked).toEqual([]);
  });

  it('survives recordings that crash the reading process, and serves others in the meantime', async () => {
    const other = await server.person({ role: 'visitor', language: 'ar' });
    const bad = await Promise.all(
      (['sizes', 'fragment'] as const).map(async (where) => new Blob([await overstatedRecording(where)])),
    );
    const [answers, good] = await Promise.all([
      Promise.all(bad.map((audio) => transcribe(user.client, formOf(audio)))),
      transcribe(other.client, formOf(await speech())),
    ]);
    const refused = { status: 415, error: expect.stringContaining('cannot be read') };
    expect(answers).toEqual([refused, refused]);
    expect(good).toMatchObject({ status: 200 });
    expect(provider.asked).toHaveLength(1);
    // Three processes start, and two run out of memory: work that yields to everything else on the
    // machine.
  }, 60_000);

  it('reports an engine that refuses the recording, and one that says nothing of a text', async () => {
    reply = { status: 400, body: { error: { message: 'Invalid file format.' } } };
    const failed = { status: 502, error: 'Speech to text conversion failed' };
    expect(await transcribe(user.client, formOf(await speech()))).toEqual(failed);
    reply = { status: 200, body: { task: 'transcribe' } };
    expect(await transcribe(user.client, formOf(await speech()))).toEqual(failed);
  });

  it('does not let one user keep the engine busy', async () => {
    const audio = await speech();
    const all = await Promise.all(Array.from({ length: 30 }, () => transcribe(user.client, formOf(audio))));
    expect(all.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10);
    expect(provider.asked.length).toBeLessThanOrEqual(20);
    const other = await server.person({ role: 'visitor', language: 'ar' });
    expect(await transcribe(other.client, formOf(audio))).toMatchObject({ status: 200 });
  });

  it('leaves an engine alone for a while whose key is refused, and /readyz says so', async () => {
    reply = { status: 401, body: { error: { code: 'invalid_api_key' } } };
    expect(await transcribe(user.client, formOf(await speech()))).toMatchObject({ status: 502 });
    expect(await transcribe(user.client, formOf(await speech()))).toMatchObject({ status: 503 });
    expect(provider.asked).toHaveLength(1);
    expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({
      status: 'ready',
      speechPaused: [
        { engine: 'openai-compatible', failure: 'refused', until: expect.stringMatching(/^\d{4}-.*Z$/) },
      ],
    });
    // The other tests use the engine too: it works again once the pause is over.
    reply = { status: 200, body: { text: '这款灯多少钱？' } };
    vi.setSystemTime(Date.now() + 6 * 60_000);
    try {
      expect(await transcribe(user.client, formOf(await speech()))).toMatchObject({ status: 200 });
    } finally {
      vi.useRealTimers();
    }
  });

  it('tells the web app that voice messages can be recorded', async () => {
    expect(await (await fetch(`${server.url}/config.json`)).json()).toMatchObject({ speech: true });
  });
});

it('without an engine the function says so, and the web app knows', async () => {
  const without = await startTestServer();
  try {
    const { client } = await without.person({ role: 'visitor' });
    expect(await transcribe(client, formOf(await speech()))).toEqual({
      status: 503,
      error: 'Speech to text is not available: no transcription engine is configured',
    });
    expect(await (await fetch(`${without.url}/config.json`)).json()).toMatchObject({ speech: false });
  } finally {
    await without.stop();
  }
});
