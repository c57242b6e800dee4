import type { FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { type Provider, startProvider } from './engine.ts';

const OFFER = 'Our brass fittings are cast in one piece.';
const OFFER_ZH = '我们的黄铜配件是一体铸造的。';
const OFFER_AR = 'تركيباتنا النحاسية مصبوبة قطعة واحدة.';

let provider: Provider;
let isBroken = false;
let server: TestServer;
let vera: Person;
let wei: Person;
let sessionId: string;

beforeAll(async () => {
  provider = await startProvider((asked) => {
    if (isBroken || asked.includes('never translated')) return { status: 400 };
    return { status: 200, content: asked.includes('Arabic') ? OFFER_AR : OFFER_ZH };
  });
  server = await startTestServer({
    TRANSLATION_OPENAI_URL: provider.url,
    TRANSLATION_OPENAI_MODEL: 'test-model',
  });
  vera = await server.person({ role: 'vendor', name: 'Vera', language: 'en' });
  wei = await server.person({ role: 'visitor', name: 'Wei', language: 'zh' });
  const { data } = await wei.client
    .from('sessions')
    .insert({ vendor_id: vera.profileId, visitor_id: wei.profileId, status: 'active' })
    .select('id')
    .single();
  sessionId = data?.id as string;
});
afterEach(() => {
  isBroken = false;
});
afterAll(async () => {
  await server.stop();
  provider.server.close();
});

async function send(content: string, more: Record<string, unknown> = {}): Promise<string> {
  const { data, error } = await vera.client
    .from('messages')
    .insert({
      session_id: sessionId,
      sender_id: vera.profileId,
      content,
      type: 'text',
      source_language: 'en',
      ...more,
    })
    .select('id')
    .single();
  if (error) throw error;
  return data.id as string;
}

async function read(client: Person['client'], messageIds: unknown, targetLanguage = 'zh') {
  const { data, error } = await client.functions.invoke('translate-messages', {
    body: { messageIds, targetLanguage },
  });
  if (!error) return { status: 200, ...(data as object) };
  const response = (error as FunctionsHttpError).context as Response;
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    ...((await response.json()) as object),
  };
}

const kept = (messageId: string) =>
  server.sql(
    'select target_language, translated_text, engine, is_machine from message_translations where message_id = $1',
    [messageId],
  );

describe('functions/v1/translate-messages', () => {
  it('translates what its reader asks for, names the engine, and keeps it for both people', async () => {
    const [offer, thanks, equal] = [await send(OFFER), await send('Thank you'), await send('12 × 30')];
    const first = await read(wei.client, [offer, thanks, equal]);
    expect(first).toEqual({
      status: 200,
      translations: [
        { messageId: offer, translatedText: OFFER_ZH, engine: 'openai-compatible' },
        { messageId: thanks, translatedText: '谢谢', engine: 'phrasebook' },
        { messageId: equal, translatedText: '12 × 30', engine: 'none' },
      ],
      untranslated: [],
    });
    // The second read uses the stored translation, even after the text cache has dropped it.
    const before = provider.asked.length;
    await server.sql('delete from dragoman.translation_cache');
    expect(await read(wei.client, [offer, thanks, equal])).toEqual(first);
    expect(provider.asked).toHaveLength(before);

    expect(await read(wei.client, [offer], 'ar')).toMatchObject({
      translations: [{ messageId: offer, translatedText: OFFER_AR }],
    });
    for (const { client } of [wei, vera]) {
      const { data } = await client
        .from('message_translations')
        .select('target_language, translated_text, engine, is_machine')
        .eq('message_id', offer)
        .order('target_language');
      expect(data).toEqual([
        { target_language: 'ar', translated_text: OFFER_AR, engine: 'openai-compatible', is_machine: true },
        { target_language: 'zh', translated_text: OFFER_ZH, engine: 'openai-compatible', is_machine: true },
      ]);
    }
    expect(await kept(equal)).toMatchObject([{ engine: 'none', is_machine: false }]);
  });

  it('tells a third person nothing, translates nothing for them, and keeps nothing', async () => {
    const secret = await send('Our brass price for you alone.');
    const before = provider.asked.length;
    const omar = await server.person({ role: 'visitor', name: 'Omar', language: 'ar' });
    for (const someone of [omar.client, (await server.person({ role: 'visitor' })).client]) {
      expect(await read(someone, [secret], 'ar')).toMatchObject({
        status: 404,
        error: 'There are no such messages',
      });
      const { data } = await someone.from('message_translations').select('message_id');
      expect(data).toEqual([]);
    }
    expect(await read(server.client(), [secret])).toMatchObject({ status: 401, error: 'No session' });
    expect(provider.asked).toHaveLength(before);
    expect(await kept(secret)).toEqual([]);
  });

  it('lets only the server write a stored translation', async () => {
    const id = await send('Who writes here?');
    const row = { message_id: id, target_language: 'zh', translated_text: '假的', engine: 'deepl' };
    for (const { client } of [vera, wei]) {
      expect((await client.from('message_translations').insert(row)).error?.code).toBe('42501');
    }
  });

  it('says which messages stay as they are, and does not keep a failure', async () => {
    const [fine, refused, gone] = [
      await send('Thank you'),
      await send('A text never translated'),
      await send('Bye'),
    ];
    const sound = await send('recording.webm', { type: 'audio' });
    await server.sql('delete from messages where id = $1', [gone]);
    expect(await read(wei.client, [fine, refused, gone, sound])).toEqual({
      status: 200,
      translations: [{ messageId: fine, translatedText: '谢谢', engine: 'phrasebook' }],
      untranslated: [
        { messageId: refused, reason: 'failed' },
        { messageId: gone, reason: 'no-words' },
        { messageId: sound, reason: 'no-words' },
      ],
    });
    expect(await kept(refused)).toEqual([]);
  });

  it('deletes a translation with its message, and when a recording is transcribed again', async () => {
    const sound = await send('recording-2.webm', { type: 'audio', transcript: 'Thank you' });
    expect(await read(wei.client, [sound])).toMatchObject({ translations: [{ translatedText: '谢谢' }] });
    await server.sql(`update messages set transcript = 'Good morning' where id = $1`, [sound]);
    expect(await read(wei.client, [sound])).toMatchObject({ translations: [{ translatedText: '早上好' }] });
    await server.sql('delete from messages where id = $1', [sound]);
    expect(await kept(sound)).toEqual([]);
  });

  it.each([
    ['no list', 'all', 'messageIds must be a list of ids'],
    ['no ids', [], 'messageIds must not be empty'],
    ['something else than ids', ['1; drop table messages'], 'messageIds must hold ids of messages'],
    ['too many', Array.from({ length: 21 }, () => crypto.randomUUID()), 'messageIds must be at most 20'],
  ])('refuses %s', async (_what, messageIds, error) => {
    expect(await read(wei.client, messageIds)).toMatchObject({ status: 400, error });
  });

  it('limits how often one reader may have something made; what is kept is free', async () => {
    const known = await send('Thank you');
    await read(wei.client, [known]);
    const refused = await send('One more text never translated');
    const reader = await server.person({ role: 'visitor', name: 'Hana', language: 'ar' });
    const { data: theirs } = await reader.client
      .from('sessions')
      .insert({ vendor_id: vera.profileId, visitor_id: reader.profileId, status: 'active' })
      .select('id')
      .single();
    await server.sql('update messages set session_id = $1 where id = any ($2)', [
      theirs?.id,
      [known, refused],
    ]);
    isBroken = true;
    for (let call = 1; call <= 60; call++) {
      expect(await read(reader.client, [refused])).toMatchObject({ status: 200 });
    }
    expect(await read(reader.client, [refused])).toMatchObject({
      status: 429,
      error: 'Too many translations at once. Please try again in a moment.',
      retryAfter: expect.stringMatching(/^\d+$/),
    });
    expect(await read(reader.client, [known])).toMatchObject({
      status: 200,
      translations: [{ messageId: known }],
    });
  });
});
