import { describe, expect, test } from 'vitest';
import type { ProviderFailure } from '../providers/provider.ts';
import { deadUrl, type SeenRequest, startLocalServer } from '../testing/local-server.ts';
import { recordingOf } from '../testing/recordings.ts';
import { checkAudio } from './audio-check.ts';
import { openAiTranscription } from './openai-transcription.ts';

async function job(language: 'zh' | null = 'zh') {
  const bytes = await recordingOf('webm', 2);
  const check = await checkAudio(bytes);
  if (!check.ok) throw new Error(check.fault);
  return { audio: { ...check.audio, bytes }, language };
}

const signal = () => new AbortController().signal;
const providerAt = (url: string, key: string | null = 'a-key') =>
  openAiTranscription({ url, key, model: 'whisper-1' });

/** The form as the server received it. */
function formOf({ headers, bytes }: SeenRequest): Promise<FormData> {
  return new Response(bytes, { headers: { 'content-type': headers['content-type'] ?? '' } }).formData();
}

describe('what the engine is asked', () => {
  test('the recording with its true type and name, the model, and the language', async () => {
    const server = await startLocalServer(() => ({ body: { text: '你好' } }));
    const asked = await job();
    expect(await providerAt(`${server.url}/v1`).transcribe(asked, signal())).toBe('你好');
    const [seen] = server.seen;
    expect(seen).toMatchObject({
      method: 'POST',
      path: '/v1/audio/transcriptions',
      headers: { authorization: 'Bearer a-key' },
    });
    const form = await formOf(seen as SeenRequest);
    const file = form.get('file') as File;
    expect([file.name, file.type]).toEqual(['audio.webm', 'audio/webm']);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(asked.audio.bytes);
    expect([form.get('model'), form.get('language'), form.get('response_format')]).toEqual([
      'whisper-1',
      'zh',
      'json',
    ]);
  });

  test('sends no language and no key when none is known', async () => {
    const server = await startLocalServer(() => ({ body: { text: '' } }));
    expect(await providerAt(server.url, null).transcribe(await job(null), signal())).toBe('');
    const seen = server.seen[0] as SeenRequest;
    expect(seen.headers.authorization).toBeUndefined();
    expect((await formOf(seen)).has('language')).toBe(false);
  });
});

test.each<[object, ProviderFailure]>([
  [{ status: 401, body: { error: { code: 'invalid_api_key' } } }, 'refused'],
  [
    { status: 429, body: { error: { code: 'rate_limit_exceeded' } }, headers: { 'retry-after': '7' } },
    'rate-limited',
  ],
  [{ status: 429, body: { error: { code: 'insufficient_quota' } } }, 'quota'],
  [{ status: 400, body: { error: { message: 'Audio file might be corrupted' } } }, 'bad-request'],
  [{ status: 500, body: 'oops' }, 'unavailable'],
  [{ status: 200, body: '<html>' }, 'bad-answer'],
  [{ status: 200, body: { segments: [] } }, 'bad-answer'],
])('%j counts as %s', async (answer, failure) => {
  const server = await startLocalServer(() => answer);
  await expect(providerAt(server.url).transcribe(await job(), signal())).rejects.toMatchObject({
    failure,
    retryAfterMs: 'headers' in answer ? 7_000 : null,
  });
});

test('a server that is not there, and one that hangs up', async () => {
  const asked = await job();
  await expect(providerAt(await deadUrl()).transcribe(asked, signal())).rejects.toMatchObject({
    failure: 'network',
  });
  const server = await startLocalServer(() => 'cut');
  await expect(providerAt(server.url).transcribe(asked, signal())).rejects.toMatchObject({
    failure: 'network',
  });
});
