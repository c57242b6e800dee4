import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Provider, startProvider } from '../functions/engine.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { call, openTeam, type Team, visit } from './support.ts';

// Private notes beside a chat, and their translations for colleagues (docs/adr/0083).

const TRANSLATED = '客户要五百个。';

let provider: Provider;
let server: TestServer;
let team: Team;
beforeAll(async () => {
  provider = await startProvider(() => ({ status: 200, content: TRANSLATED }));
  server = await startTestServer({
    TRANSLATION_OPENAI_URL: provider.url,
    TRANSLATION_OPENAI_MODEL: 'test-model',
  });
  team = await openTeam(server);
});
afterAll(async () => {
  await server.stop();
  provider.server.close();
});

async function note(text: string) {
  const { chat } = await visit(server, team.code);
  const { data } = await team.omar.client
    .from('chat_notes')
    .insert({ session_id: chat, author_id: team.omar.profileId, language: 'en', text })
    .select('*')
    .single()
    .throwOnError();
  return data as { id: string; owner_id: string; session_id: string; text: string; translations: unknown };
}

describe('a note', () => {
  it('is translated by a colleague, once for all of them, as `translate` made it', async () => {
    const { owner, omar, lina } = team;
    const { id, owner_id, session_id, text } = await note('The customer wants five hundred.');
    expect(owner_id).toBe(owner.profileId);
    const { data, error } = await lina.client.functions.invoke('translate', {
      body: { text, targetLanguage: 'zh', sourceLanguage: 'en', sessionId: session_id },
    });
    expect(error).toBeNull();
    const { translatedText, engine } = data as { translatedText: string; engine: string };
    const attach = (translated: string, language = 'zh') =>
      call(lina, 'attach_note_translation', { note_id: id, language, translated, engine });
    expect(await attach('客户要五个。')).toMatchObject({ code: 'PT403' });
    expect(await attach(translatedText, 'en')).toMatchObject({ code: 'PT400' });
    expect(await attach(translatedText)).toBeNull();
    // The first one stays.
    expect(await attach('客户要五个。')).toBeNull();
    const { data: read } = await omar.client.from('chat_notes').select('translations').eq('id', id).single();
    expect(read?.translations).toEqual({ zh: { text: TRANSLATED, engine } });
  });

  it('names its author and who got the chat with it', async () => {
    const { omar, lina } = team;
    const { session_id } = await note('Ask for the size.');
    const given = { session_id, member_id: lina.profileId, note: 'Wants a price.' };
    expect(await call(omar, 'claim_chat', { session_id })).toBeNull();
    expect(await call(omar, 'hand_over_chat', given)).toBeNull();
    const { data } = await lina.client
      .from('chat_notes')
      .select('text, author:shared_profiles!author_id(id), receiver:shared_profiles!handed_to(id)')
      .eq('session_id', session_id)
      .order('created_at')
      .throwOnError();
    const author = { id: omar.profileId };
    expect(data).toEqual([
      { text: 'Ask for the size.', author, receiver: null },
      { text: 'Wants a price.', author, receiver: { id: lina.profileId } },
    ]);
  });

  it('is written once when the answer to a handover was lost', async () => {
    const { omar, lina } = team;
    const { session_id } = await note('Ask for the size.');
    const handed = {
      session_id,
      member_id: lina.profileId,
      note: 'Your turn.',
      note_id: crypto.randomUUID(),
    };
    expect(await call(omar, 'claim_chat', { session_id })).toBeNull();
    expect(await call(omar, 'hand_over_chat', handed)).toBeNull();
    expect(await call(omar, 'hand_over_chat', handed)).toBeNull();
    const { data } = await lina.client.from('chat_notes').select('text').eq('session_id', session_id);
    expect(data?.map(({ text }) => text).sort()).toEqual(['Ask for the size.', 'Your turn.']);
  });

  it('has a length, and a chat a number of them', async () => {
    const { omar, lina } = team;
    const { session_id } = await note('x'.repeat(2000));
    const insert = (text: string) =>
      omar.client.from('chat_notes').insert({ session_id, author_id: omar.profileId, language: 'en', text });
    expect((await insert('x'.repeat(2001))).error?.code).toBe('23514');
    expect((await insert(' ')).error?.code).toBe('23514');
    const handed = { session_id, member_id: lina.profileId, note: 'x'.repeat(2001) };
    expect(await call(omar, 'hand_over_chat', handed)).toMatchObject({ code: '23514' });
    await server.sql(
      `insert into chat_notes (session_id, author_id, language, text)
       select $1, $2, 'en', 'Note ' || n from generate_series(1, 499) n`,
      [session_id, omar.profileId],
    );
    expect((await insert('One more')).error).toMatchObject({ code: 'PT409', details: 'booth: notes_full' });
  });
});
