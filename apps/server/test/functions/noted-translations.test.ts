import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { type Provider, startProvider } from './engine.ts';

const PRICE = 'Our brass fittings cost 4 dollars each.';
const TRANSLATED = '我们的黄铜配件每件4美元。';
const FORGED = '我们的黄铜配件每件2美元。';

let provider: Provider;
let server: TestServer;
let vera: Person;
let wei: Person;
let sessionId: string;

beforeAll(async () => {
  provider = await startProvider(() => ({ status: 200, content: TRANSLATED }));
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
afterAll(async () => {
  await server.stop();
  provider.server.close();
});

interface Answer {
  translatedText: string;
  engine: string;
}

async function translate(person: Person, text = PRICE): Promise<Answer> {
  const { data, error } = await person.client.functions.invoke<Answer>('translate', {
    body: { text, targetLanguage: 'zh', sourceLanguage: 'en', sessionId },
  });
  if (error) throw error;
  return data as Answer;
}

/** The columns of a translation as the app writes them. */
function columnsOf({ translatedText, engine: translation_provider }: Answer) {
  return {
    translated_content: translatedText,
    target_language: 'zh',
    translation_engine: translation_provider,
  };
}

async function send(more: Record<string, unknown>, person = vera) {
  const { data, error } = await person.client
    .from('messages')
    .insert({
      session_id: sessionId,
      sender_id: person.profileId,
      content: PRICE,
      type: 'text',
      source_language: 'en',
      ...more,
    })
    .select()
    .single();
  if (error) throw error;
  return data;
}

async function attach(id: string, columns: Record<string, unknown>) {
  const { data, error } = await vera.client.from('messages').update(columns).eq('id', id).select().single();
  if (error) throw error;
  return data;
}

const kept = {
  translated_content: TRANSLATED,
  translation_engine: 'openai-compatible',
};
/** The translation counts as the sender's own words. */
const unproved = { translation_engine: null };

describe('who translated a message', () => {
  it('is kept for the translation that the function gave, sent or attached later', async () => {
    const columns = columnsOf(await translate(vera));
    expect(await send(columns)).toMatchObject(kept);
    // White space around the words does not matter.
    expect(await send({ ...columns, content: ` ${PRICE}\n` })).toMatchObject(kept);
    const { id } = await send({});
    expect(await attach(id, columns)).toMatchObject(kept);
    // A device repeats a request that got no answer.
    expect(await attach(id, columns)).toMatchObject(kept);
  });

  it('is kept for the words of a recording', async () => {
    const columns = columnsOf(await translate(vera));
    const path = `${sessionId}/note.webm`;
    const { id } = await send({ type: 'audio', content: path, duration_ms: 900 });
    await attach(id, { transcript: PRICE });
    expect(await attach(id, columns)).toMatchObject(kept);
  });

  it('is kept for the caption of a picture, not for its name', async () => {
    const columns = columnsOf(await translate(vera));
    const picture = { ...columns, type: 'file', content: `${sessionId}/picture-1.jpg` };
    expect(await send({ ...picture, transcript: PRICE })).toMatchObject(kept);
    expect(await send({ ...picture, transcript: 'They cost 2 dollars.' })).toMatchObject(unproved);
    expect(await send({ ...picture, content: PRICE })).toMatchObject(unproved);
  });

  it.each([
    ['another text', (made: Answer) => ({ ...columnsOf(made), translated_content: FORGED })],
    ['no text', (made: Answer) => ({ ...columnsOf(made), translated_content: null })],
    ['another engine', (made: Answer) => ({ ...columnsOf(made), translation_engine: 'deepl' })],
    ['another language', (made: Answer) => ({ ...columnsOf(made), target_language: 'ar' })],
    ['other words', (made: Answer) => ({ ...columnsOf(made), content: 'They cost 2 dollars each.' })],
  ])('is not kept with %s', async (_what, forge) => {
    const forged: Record<string, unknown> = forge(await translate(vera));
    expect(await send(forged)).toMatchObject({ translated_content: forged.translated_content, ...unproved });
    const { content: _content, ...later } = { content: PRICE, ...forged };
    const { id } = await send({ content: forged.content ?? PRICE });
    expect(await attach(id, later)).toMatchObject(unproved);
  });

  it('is not kept for another user than the one who asked', async () => {
    const text = 'Each fitting costs 4 dollars here.';
    const columns = { ...columnsOf(await translate(wei, text)), content: text };
    expect(await send(columns)).toMatchObject(unproved);
    expect(await send(columns, wei)).toMatchObject(kept);
  });

  it('is not kept once the note is gone', async () => {
    const columns = columnsOf(await translate(vera));
    await server.sql('delete from private.made_translations');
    expect(await send(columns)).toMatchObject(unproved);
  });

  it('is not written later for a translation of one’s own', async () => {
    const { id } = await send({ translated_content: FORGED, target_language: 'zh' });
    expect(await attach(id, { translation_engine: 'deepl' })).toMatchObject(unproved);
    expect(await attach(id, columnsOf(await translate(vera)))).toMatchObject({
      translated_content: FORGED,
      ...unproved,
    });
  });

  it('cannot be noted or read by a client', async () => {
    const { error } = await vera.client.rpc('note_translation', {
      user_id: vera.userId,
      words: PRICE,
      target: 'zh',
      translated: FORGED,
      engine: 'deepl',
    });
    expect(error?.code).toBe('42501');
    const { error: hidden } = await vera.client.schema('private').from('made_translations').select();
    expect(hidden).not.toBeNull();
  });

  it('is noted without a text', async () => {
    await translate(vera);
    const notes = await server.sql<{ note: string }>(
      'select n::text as note from private.made_translations n',
    );
    expect(notes.length).toBeGreaterThan(0);
    for (const { note } of notes) expect(note).toMatch(/^\("?\\+x[\da-f]{64}"?,/);
  });

  it('is told to the organiser with the translation that a report is about', async () => {
    const message = await send({
      translated_content: FORGED,
      target_language: 'zh',
      translation_engine: 'deepl',
    });
    const { error } = await wei.client.from('reports').insert({
      reporter_id: wei.profileId,
      reported_id: vera.profileId,
      session_id: sessionId,
      reason: 'fraud',
      message_ids: [message.id],
    });
    expect(error).toBeNull();
    const [report] = await server.sql<{ messages: object[] }>('select messages from public.report_desk');
    expect(report?.messages).toMatchObject([
      { id: message.id, translated_content: FORGED, target_language: 'zh', translation_engine: null },
    ]);
  });
});
