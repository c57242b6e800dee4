import { streamOf } from '@dragoman/functions/testing/chat-stream';
import { startLocalServer } from '@dragoman/functions/testing/local-server';
import { recordingOf } from '@dragoman/functions/testing/recordings';
import { createClient, FunctionsFetchError, FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type SignedIn, startTestServer, type TestServer } from '../harness.ts';
import { type DenoFunction, denoExecutable, startDenoFunction } from './deno.ts';
import { type Provider, startProvider } from './engine.ts';
import { startSpeechProvider } from './speech-engine.ts';

const OFFER = 'Our brass fittings are cast in one piece.';
const OFFER_ZH = '我们的黄铜配件是一体铸造的。';
const deno = denoExecutable();

// The very files that are deployed to a Supabase, with this server in the place of Supabase's auth
// service.
describe.skipIf(deno === null)('the functions as Edge Functions under Deno', () => {
  let provider: Provider;
  let server: TestServer;
  let edge: DenoFunction;
  let user: SignedIn;

  beforeAll(async () => {
    provider = await startProvider((asked) =>
      asked.includes(OFFER) ? { status: 200, content: OFFER_ZH } : { status: 400 },
    );
    server = await startTestServer();
    user = await server.person({ role: 'visitor', language: 'en' });
    edge = await startDenoFunction(deno as string, 'translate', {
      SUPABASE_URL: server.url,
      SUPABASE_ANON_KEY: server.ctx.apiKeys.publishable,
      TRANSLATION_OPENAI_URL: provider.url,
      TRANSLATION_OPENAI_MODEL: 'test-model',
    });
  });
  afterAll(async () => {
    await edge?.stop();
    await server?.stop();
    provider?.server.close();
  });

  /** The official client, for which the gateway is `at`. */
  function clientOf(at: string, bearer?: string) {
    return createClient(at, server.ctx.apiKeys.publishable, {
      accessToken: async () => bearer ?? null,
      realtime: { transport: WebSocket as never },
    }).functions;
  }
  const request = (text: string, targetLanguage = 'zh') => ({
    body: { text, sourceLanguage: 'en', targetLanguage },
  });

  it('translates for a signed-in user, by the phrasebook and by an engine', async () => {
    const functions = clientOf(edge.url, user.accessToken);
    const phrase = await functions.invoke('translate', request('Thank you'));
    expect(phrase).toMatchObject({ error: null, data: { engine: 'phrasebook' } });
    const providerMade = await functions.invoke('translate', request(OFFER));
    expect(providerMade).toMatchObject({ error: null, data: { translatedText: OFFER_ZH } });
    expect(provider.asked).toHaveLength(1);
  });

  it('gives the answers of this server, status for status', async () => {
    const cases: Array<[string | undefined, ReturnType<typeof request>, number]> = [
      [undefined, request(OFFER), 401],
      ['x.y.z', request(OFFER), 401],
      [user.accessToken, request(OFFER, 'fr'), 400],
      [user.accessToken, request('   '), 400],
    ];
    for (const [bearer, options, status] of cases) {
      const answers = [];
      for (const at of [edge.url, server.url]) {
        const { error } = await clientOf(at, bearer).invoke('translate', options);
        expect(error).toBeInstanceOf(FunctionsHttpError);
        const answer = (error as FunctionsHttpError).context as Response;
        expect(answer.status).toBe(status);
        answers.push(await answer.json());
      }
      expect(answers[0]).toEqual(answers[1]);
    }
  });

  it('reports an engine that fails', async () => {
    const { error } = await clientOf(edge.url, user.accessToken).invoke('translate', request('Not known'));
    expect((error as FunctionsHttpError).context).toMatchObject({ status: 502 });
  });

  it('may be called by pages of other origins', async () => {
    const preflight = await fetch(`${edge.url}/functions/v1/translate`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://fair.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,apikey,content-type,x-client-info',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    for (const name of ['authorization', 'apikey', 'content-type', 'x-client-info']) {
      expect(preflight.headers.get('access-control-allow-headers')).toContain(name);
    }
    const { response } = await clientOf(edge.url).invoke('translate', request(OFFER));
    expect(response?.headers.get('access-control-allow-origin')).toBe('*');
    expect(response?.headers.get('access-control-expose-headers')).toContain('x-relay-error');
  });

  it('says so when the sessions cannot be verified', async () => {
    const alone = await startDenoFunction(deno as string, 'translate', {
      SUPABASE_URL: 'http://127.0.0.1:9',
    });
    try {
      const { error } = await clientOf(alone.url, user.accessToken).invoke('translate', request(OFFER));
      expect((error as FunctionsHttpError).context).toMatchObject({ status: 503 });
    } finally {
      await alone.stop();
    }
    const gone = await clientOf(alone.url, user.accessToken).invoke('translate', request(OFFER));
    expect(gone.error).toBeInstanceOf(FunctionsFetchError);
  });

  it('answers from a vendor’s material, which it reads with the vendor’s rights', async () => {
    const model = await startLocalServer(() => streamOf('Three years [1].'));
    const vendor = await server.person({ role: 'vendor', name: 'Nora', language: 'en' });
    const visitor = await server.person({ role: 'visitor', name: '陈思远', language: 'zh' });
    const { data: session } = await visitor.client
      .from('sessions')
      .insert({ vendor_id: vendor.profileId, visitor_id: visitor.profileId, status: 'active' })
      .select('id')
      .single()
      .throwOnError();
    const passages = [{ page: 1, content: 'The warranty is three years.' }];
    await vendor.client.rpc('add_material', { title: 'Terms', pages: 1, passages }).throwOnError();
    const message = {
      session_id: session.id,
      sender_id: visitor.profileId,
      content: '保修多久？',
      type: 'text',
    };
    await visitor.client.from('messages').insert(message).throwOnError();
    const hosted = await startDenoFunction(deno as string, 'assistant', {
      SUPABASE_URL: server.url,
      SUPABASE_ANON_KEY: server.ctx.apiKeys.publishable,
      ASSISTANT_OPENAI_URL: model.url,
      ASSISTANT_OPENAI_MODEL: 'm',
    });
    try {
      const ask = async (bearer: string, body: object) => {
        const asked = { sessionId: session.id, language: 'en', ...body };
        const { data, response } = await clientOf(hosted.url, bearer).invoke('assistant', { body: asked });
        return { status: response?.status, text: data ? await (data as Response).text() : '' };
      };
      const question = { task: 'ask', question: 'How long is the warranty?' };
      const answer = await ask(vendor.accessToken, question);
      expect(answer.text).toContain('"sources":[{"title":"Terms","page":null,"content":"The warranty');
      expect(answer.text).toContain('Three years [1].');
      expect((await ask(visitor.accessToken, question)).text).toContain('"sources":[]');
      expect((await ask(user.accessToken, question)).status).toBe(404);
      expect((await ask(visitor.accessToken, { task: 'summary' })).text).toContain('Three years');
      expect(JSON.stringify(model.seen.at(-1)?.body)).toContain('保修多久？');
    } finally {
      await hosted.stop();
    }
  });

  it('writes down what was said', async () => {
    const speech = await startSpeechProvider(() => ({ status: 200, body: { text: 'Hello' } }));
    const speaker = await server.person({ role: 'vendor', language: 'en' });
    const hosted = await startDenoFunction(deno as string, 'speech-to-text', {
      SUPABASE_URL: server.url,
      SUPABASE_ANON_KEY: server.ctx.apiKeys.publishable,
      STT_OPENAI_URL: speech.url,
      STT_OPENAI_MODEL: 'whisper-1',
    });
    try {
      const functions = clientOf(hosted.url, speaker.accessToken);
      const send = (audio: Blob) => {
        const body = new FormData();
        body.set('audio', audio);
        return functions.invoke('speech-to-text', { body });
      };
      expect(await send(new Blob([await recordingOf('mp4', 2)]))).toMatchObject({ data: { text: 'Hello' } });
      expect(speech.asked).toMatchObject([{ language: 'en', model: 'whisper-1' }]);
      expect((await send(new Blob(['no audio']))).response?.status).toBe(415);
    } finally {
      await hosted.stop();
      speech.server.close();
    }
  });

  it('translates messages for their reader, and keeps what it made', async () => {
    const vendor = await server.person({ role: 'vendor', language: 'en' });
    const reader = await server.person({ role: 'visitor', language: 'zh' });
    const { data: session } = await reader.client
      .from('sessions')
      .insert({ vendor_id: vendor.profileId, visitor_id: reader.profileId, status: 'active' })
      .select('id')
      .single();
    const { data: message } = await vendor.client
      .from('messages')
      .insert({
        session_id: session?.id,
        sender_id: vendor.profileId,
        content: OFFER,
        type: 'text',
        source_language: 'en',
      })
      .select('id')
      .single();
    const before = provider.asked.length;
    const hosted = await startDenoFunction(deno as string, 'translate-messages', {
      SUPABASE_URL: server.url,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: server.ctx.apiKeys.publishable }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: server.ctx.apiKeys.secret }),
      TRANSLATION_OPENAI_URL: provider.url,
      TRANSLATION_OPENAI_MODEL: 'test-model',
    });
    try {
      const ask = { body: { messageIds: [message?.id], targetLanguage: 'zh' } };
      const stranger = await clientOf(hosted.url, user.accessToken).invoke('translate-messages', ask);
      expect(stranger.response?.status).toBe(404);
      for (const _ of ['made', 'kept']) {
        const { data } = await clientOf(hosted.url, reader.accessToken).invoke('translate-messages', ask);
        expect(data.translations).toMatchObject([{ messageId: message?.id, translatedText: OFFER_ZH }]);
      }
      expect(provider.asked).toHaveLength(before + 1);
      const { data: kept } = await reader.client.from('message_translations').select('translated_text');
      expect(kept).toEqual([{ translated_text: OFFER_ZH }]);
    } finally {
      await hosted.stop();
    }
  });

  it('does not start without knowing its Supabase', async () => {
    await expect(startDenoFunction(deno as string, 'translate', {})).rejects.toThrow('SUPABASE_URL');
  });
});
