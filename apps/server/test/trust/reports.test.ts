import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { meet } from './support.ts';

// Reports through the official client: supabase/schemas/17_reports.sql. The permissions are tested
// in rls-matrix/trust.ts.

let server: TestServer;
let vendor: Person;
let visitor: Person;
let session: string;
const said: string[] = [];

beforeAll(async () => {
  server = await startTestServer();
  [vendor, visitor] = await Promise.all([
    server.person({ role: 'vendor', name: 'Nora', company: 'Harbour Lighting' }),
    server.person({ role: 'visitor', name: 'Wei' }),
  ]);
  session = await meet(vendor, visitor);
  for (const content of ['Come to my hotel', 'Now']) said.push(await say(vendor, session, content));
});
afterAll(() => server.stop());

async function say(sender: Person, session_id: string, content: string): Promise<string> {
  const id = randomUUID();
  await sender.client
    .from('messages')
    .insert({ id, session_id, sender_id: sender.profileId, content })
    .throwOnError();
  return id;
}

const report = (reporter: Person, reported: Person, values: object = {}) =>
  reporter.client.from('reports').insert({
    reporter_id: reporter.profileId,
    reported_id: reported.profileId,
    reason: 'harassment',
    ...values,
  });

const organiser = () => server.client(server.ctx.apiKeys.secret);

describe('a report', () => {
  it('shows what was attached to a message at first, whatever its writer attaches later', async () => {
    const speaker = await server.person({ role: 'vendor', name: 'Omar' });
    const chat = await meet(speaker, visitor);
    const mine = () => speaker.client.from('messages');
    const { data: sound } = await mine()
      .insert({ session_id: chat, sender_id: speaker.profileId, content: 'recording.webm', type: 'audio' })
      .select('id')
      .single()
      .throwOnError();
    const attach = async (words: object) =>
      (
        await mine()
          .update(words)
          .eq('id', sound.id)
          .select('transcript, translated_content, target_language')
          .single()
          .throwOnError()
      ).data;
    const heard = { transcript: 'Pay me, or else', translated_content: '付钱', target_language: 'zh' };
    expect(await attach({ transcript: heard.transcript })).toMatchObject({ transcript: heard.transcript });
    expect(await attach({ translated_content: '付钱', target_language: 'zh' })).toEqual(heard);
    const { data: about } = await visitor.client
      .from('reports')
      .insert({
        reporter_id: visitor.profileId,
        reported_id: speaker.profileId,
        session_id: chat,
        reason: 'fraud',
        message_ids: [sound.id],
      })
      .select('id')
      .single()
      .throwOnError();
    const innocent = {
      transcript: 'Good morning',
      translated_content: '早上好',
      target_language: 'en',
      translation_engine: 'deepl',
    };
    expect(await attach(innocent)).toEqual(heard);
    const { data: shown } = await organiser()
      .from('report_desk')
      .select('messages')
      .eq('id', about.id)
      .single()
      .throwOnError();
    expect(shown.messages).toMatchObject([{ transcript: heard.transcript }]);
  });

  it('lays before the organiser who, what and the messages that its writer has named, in their order', async () => {
    await report(visitor, vendor, {
      session_id: session,
      message_ids: said.toReversed(),
      details: 'Wrote at night',
    }).throwOnError();
    await report(visitor, vendor, { reason: 'spam' }).throwOnError();
    const { data } = await organiser()
      .from('report_list')
      .select('*')
      .eq('reason', 'harassment')
      .eq('reporter->>id', visitor.profileId)
      .throwOnError();
    expect(data).toMatchObject([
      {
        status: 'open',
        details: 'Wrote at night',
        reporter: { id: visitor.profileId, name: 'Wei', role: 'visitor' },
        reported: { id: vendor.profileId, name: 'Nora', company: 'Harbour Lighting' },
        other_reports: 1,
        messages: [{ content: 'Come to my hotel', sender_id: vendor.profileId }, { content: 'Now' }],
      },
    ]);
    const [{ id }] = data as [{ id: string }];
    const { data: closed } = await organiser().rpc('close_report', { report_id: id }).throwOnError();
    expect(closed).toMatchObject({ id, status: 'closed', closed_at: expect.any(String) });
    const unknown = await organiser().rpc('close_report', { report_id: randomUUID() });
    expect(unknown.status).toBe(404);
  });

  it('names no messages of other chats, and none without its chat', async () => {
    const other = await server.person({ role: 'visitor' });
    const elsewhere = await say(vendor, await meet(vendor, other), 'For your eyes only');
    const answers = await Promise.all([
      report(visitor, vendor, { session_id: session, message_ids: [said[0], elsewhere] }),
      report(visitor, vendor, { message_ids: [said[0]] }),
      report(visitor, vendor, { session_id: session, message_ids: [randomUUID()] }),
    ]);
    expect(answers.map(({ status, error }) => [status, error?.code])).toEqual(
      answers.map(() => [400, 'PT400']),
    );
  });

  it('can be made ten times a day, counted over all devices', async () => {
    const [keen, other] = [await server.person({ role: 'visitor' }), await server.person({ role: 'vendor' })];
    const answers = await Promise.all(Array.from({ length: 12 }, () => report(keen, other)));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(10);
    const refused = answers.filter(({ error }) => error !== null);
    expect(refused.map(({ status, error }) => [status, error?.code])).toEqual([
      [429, 'PT429'],
      [429, 'PT429'],
    ]);
  });

  it('goes with its writer’s account, and outlasts the account that it is about', async () => {
    const [one, two] = await Promise.all([
      server.person({ role: 'visitor' }),
      server.person({ role: 'vendor', name: 'Mallory' }),
    ]);
    await report(one, two).throwOnError();
    await server.sql('delete from auth.users where id = $1', [two.userId]);
    const ofOne = () => server.sql('select reported_id from reports where reporter_id = $1', [one.profileId]);
    expect(await ofOne()).toEqual([{ reported_id: null }]);
    const { data } = await organiser()
      .from('report_list')
      .select('reported, other_reports')
      .eq('reporter->>id', one.profileId)
      .throwOnError();
    expect(data).toEqual([{ reported: null, other_reports: 0 }]);
    await server.sql('delete from auth.users where id = $1', [one.userId]);
    expect(await ofOne()).toEqual([]);
  });
});
