import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Person, startTestServer, type TestServer } from './harness.ts';
import { meet } from './trust/support.ts';

// Acts on a message through the official client: supabase/schemas/23_message_acts.sql. The
// permissions are tested in rls-matrix/message-acts.ts.

let server: TestServer;
let vendor: Person;
let visitor: Person;
let session: string;

beforeAll(async () => {
  server = await startTestServer();
  [vendor, visitor] = await Promise.all([
    server.person({ role: 'vendor', name: 'Nora' }),
    server.person({ role: 'visitor', name: 'Wei' }),
  ]);
  session = await meet(vendor, visitor);
});
afterAll(() => server.stop());

async function say(sender: Person, content: string, more: object = {}): Promise<string> {
  const id = randomUUID();
  await sender.client
    .from('messages')
    .insert({ id, session_id: session, sender_id: sender.profileId, content, ...more })
    .throwOnError();
  return id;
}

const react = (person: Person, message_id: string, reaction: string | null) =>
  person.client
    .from('message_reactions')
    .upsert({ message_id, profile_id: person.profileId, reaction }, { onConflict: 'message_id,profile_id' });

const hide = (person: Person, message_id: string) =>
  person.client
    .from('hidden_messages')
    .upsert(
      { profile_id: person.profileId, message_id },
      { onConflict: 'profile_id,message_id', ignoreDuplicates: true },
    );

describe('a quote', () => {
  it('goes with its message, and a reply whose quoted message was deleted stays a reply', async () => {
    const quoted = await say(vendor, 'Ten lamps or twenty?');
    const reply = await say(visitor, 'Twenty', { reply_to: quoted });
    const plain = await say(visitor, 'Please');
    const rows = async () =>
      (
        await vendor.client
          .from('messages')
          .select('reply_to, is_reply')
          .in('id', [reply, plain])
          .order('created_at')
          .throwOnError()
      ).data;
    expect(await rows()).toEqual([
      { reply_to: quoted, is_reply: true },
      { reply_to: null, is_reply: false },
    ]);
    await server.sql('delete from messages where id = $1', [quoted]);
    expect(await rows()).toEqual([
      { reply_to: null, is_reply: true },
      { reply_to: null, is_reply: false },
    ]);
  });

  it('of a message that is not there is refused with a code of its own', async () => {
    const { error } = await visitor.client.from('messages').insert({
      session_id: session,
      sender_id: visitor.profileId,
      content: 'Twenty',
      reply_to: randomUUID(),
    });
    expect(error?.code).toBe('23503');
  });
});

describe('a reaction', () => {
  it('is one of a person, changes, is taken back, and reaches the other one live', async () => {
    const message = await say(vendor, 'We ship on Friday');
    const seen: unknown[] = [];
    const channel = vendor.client
      .channel('reactions')
      .on(
        'postgres_changes',
        { event: '*', schema: 'public', table: 'message_reactions', filter: `session_id=eq.${session}` },
        ({ new: row }) => seen.push((row as { reaction: unknown }).reaction),
      );
    try {
      await new Promise<void>((resolve) => {
        channel.on('system', {}, ({ status }) => status === 'ok' && resolve()).subscribe();
      });
      for (const sign of ['like', 'thanks', null]) await react(visitor, message, sign).throwOnError();
      await vi.waitFor(() => expect(seen).toEqual(['like', 'thanks', null]), { timeout: 10_000 });
    } finally {
      await vendor.client.removeChannel(channel);
    }
    const { data } = await vendor.client
      .from('message_reactions')
      .select('profile_id, session_id, reaction')
      .eq('message_id', message)
      .throwOnError();
    expect(data).toEqual([{ profile_id: visitor.profileId, session_id: session, reaction: null }]);
  });

  it('does not pass a block', async () => {
    const [seller, buyer] = await Promise.all([
      server.person({ role: 'vendor' }),
      server.person({ role: 'visitor' }),
    ]);
    const chat = await meet(seller, buyer);
    const message = await say(seller, 'Hello', { session_id: chat });
    await react(buyer, message, 'like').throwOnError();
    await seller.client
      .from('blocks')
      .insert({ blocker_id: seller.profileId, blocked_id: buyer.profileId })
      .throwOnError();
    expect((await react(buyer, message, 'love')).error?.code).toBe('42501');
    expect((await react(seller, message, 'love')).error?.code).toBe('42501');
  });
});

describe('a message that one has deleted for oneself', () => {
  it('is gone from history, list and count, stays with the other one, and comes back', async () => {
    const [seller, buyer] = await Promise.all([
      server.person({ role: 'vendor' }),
      server.person({ role: 'visitor' }),
    ]);
    const chat = await meet(seller, buyer);
    await say(seller, 'First', { session_id: chat });
    const last = await say(seller, 'Last', { session_id: chat });
    const read = async (person: Person) => {
      const { data: messages } = await person.client
        .from('messages')
        .select('content')
        .eq('session_id', chat)
        .order('created_at')
        .throwOnError();
      const { data: list } = await person.client
        .from('chat_list')
        .select('last_message, unread_count')
        .eq('id', chat)
        .single()
        .throwOnError();
      return [messages.map(({ content }) => content), list.last_message.content, list.unread_count];
    };
    await hide(buyer, last).throwOnError();
    await hide(buyer, last).throwOnError();
    expect(await read(buyer)).toEqual([['First'], 'First', 1]);
    expect(await read(seller)).toEqual([['First', 'Last'], 'Last', 0]);
    await buyer.client.from('hidden_messages').delete().eq('message_id', last).throwOnError();
    expect(await read(buyer)).toEqual([['First', 'Last'], 'Last', 2]);
  });
});

describe('a report of a translation', () => {
  it('names its direction and provider, and shows the organiser the words and the translation', async () => {
    const message = await say(vendor, 'Ten lamps', { translated_content: '十盏灯', target_language: 'zh' });
    const row = { reporter_id: visitor.profileId, message_id: message, target_language: 'zh' };
    await visitor.client
      .from('translation_reports')
      .insert({ ...row, engine: 'deepl', reason: 'numbers' })
      .throwOnError();
    const again = await visitor.client.from('translation_reports').insert(row);
    expect(again.error?.code).toBe('23505');
    const [report] = await server.sql('select id from translation_reports where message_id = $1', [message]);
    const { data } = await server
      .client(server.ctx.apiKeys.secret)
      .from('translation_report_list')
      .select('source_language, target_language, engine, reason, words, translation')
      .eq('id', report?.id)
      .throwOnError();
    expect(data).toEqual([
      {
        source_language: 'en',
        target_language: 'zh',
        engine: 'deepl',
        reason: 'numbers',
        words: 'Ten lamps',
        translation: '十盏灯',
      },
    ]);
  });

  it('can be made twenty times a day', async () => {
    const critic = await server.person({ role: 'visitor' });
    const chat = await meet(vendor, critic);
    await server.sql(
      `insert into messages (session_id, sender_id, content) select $1, $2, 'No. ' || n from generate_series(1, 21) n`,
      [chat, vendor.profileId],
    );
    const { data } = await critic.client.from('messages').select('id').eq('session_id', chat).throwOnError();
    const rows = data.map(({ id }) => ({
      reporter_id: critic.profileId,
      message_id: id,
      target_language: 'ar',
    }));
    await critic.client.from('translation_reports').insert(rows.slice(0, 20)).throwOnError();
    const { error } = await critic.client.from('translation_reports').insert(rows.slice(20));
    expect(error?.code).toBe('PT429');
  });
});
