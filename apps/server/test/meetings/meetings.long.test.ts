import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { join, openTeam, visit, write } from '../booth-teams/support.ts';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { meet } from '../trust/support.ts';
import { inHours, type MeetingRow, propose, proposed, settle } from './support.ts';

// Meetings of a chat: supabase/schemas/26_meetings.sql, docs/adr/0085.

let server: TestServer;
let vendor: Person;
let visitor: Person;
let chat: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  [vendor, visitor] = await Promise.all([
    server.person({ role: 'vendor', name: 'Helen Park', company: 'Lamps Ltd' }),
    server.person({ role: 'visitor', name: '李娜', language: 'zh' }),
  ]);
  chat = await meet(vendor, visitor);
});

async function readMeetings(person: Person): Promise<MeetingRow[]> {
  const { data } = await person.client.from('meetings').select('*').order('created_at').throwOnError();
  return data;
}

/** @returns each message with its translation, of which the provider is proved */
async function wordsOf(person: Person): Promise<Array<[string, string | null]>> {
  const { data } = await person.client
    .from('messages')
    .select('content, translated_content, translation_engine')
    .order('created_at')
    .throwOnError();
  for (const { translated_content: words, translation_engine: provider } of data) {
    expect(provider).toBe(words && 'phrasebook');
  }
  return data.map(({ content, translated_content: words }) => [content, words]);
}

it('is proposed with a message, accepted by the other side, and cancelled by either', async () => {
  const meeting = await proposed(vendor, chat, { times: [inHours(4), inHours(2)] });
  expect(meeting).toMatchObject({ state: 'proposed', minutes: 30, place: 'Lamps Ltd, Hall 4' });
  expect(meeting.times.map((time) => new Date(time).toISOString())).toEqual([inHours(2), inHours(4)]);
  expect(await readMeetings(visitor)).toEqual([meeting]);

  const accepted = await settle(visitor, meeting, 'accept', inHours(4));
  expect(accepted.meeting).toMatchObject({ state: 'accepted' });
  expect(new Date(accepted.meeting?.starts_at ?? 0).toISOString()).toBe(inHours(4));
  expect((await settle(vendor, meeting, 'cancel')).meeting?.state).toBe('cancelled');
  expect(await wordsOf(visitor)).toEqual([
    ['Meeting request', '会面邀请'],
    ['已接受会面邀请', 'Meeting request accepted'],
    ['Meeting cancelled', '会面已取消'],
  ]);
});

it('says what it is about, in several lines, to both sides alone', async () => {
  const meeting = await proposed(vendor, chat, {
    note: '  Samples,\u0007 prices\r\nand “terms”: 价格 😀\n ',
  });
  expect(meeting.note).toBe('Samples,  prices\nand “terms”: 价格 😀');
  const longest = await proposed(visitor, chat, { note: '😀'.repeat(500), replaces: meeting.id });
  expect((await readMeetings(visitor)).map(({ note }) => note)).toEqual([meeting.note, longest.note]);
  // The words of lists, pushes and mails stay those of the act.
  expect((await wordsOf(visitor)).flat()).not.toContain(meeting.note);
  expect((await proposed(vendor, chat)).note).toBe('');
  const stranger = await server.person({ role: 'visitor' });
  expect(await readMeetings(stranger)).toEqual([]);
});

it('is declined, withdrawn, or replaced by other times', async () => {
  const declined = await proposed(vendor, chat);
  expect((await settle(visitor, declined, 'decline')).meeting?.state).toBe('declined');
  const withdrawn = await proposed(vendor, chat);
  expect((await settle(vendor, withdrawn, 'withdraw')).meeting?.state).toBe('withdrawn');
  const replaced = await proposed(vendor, chat);
  await proposed(visitor, chat, { replaces: replaced.id, times: [inHours(26)] });
  expect((await readMeetings(vendor)).map(({ state }) => state)).toEqual([
    'declined',
    'withdrawn',
    'replaced',
    'proposed',
  ]);
  expect((await propose(visitor, chat, { replaces: replaced.id })).refusal).toEqual({
    code: 'PT409',
    details: 'meeting: replaced',
  });
});

it('lets one of two acts at the same time win', async () => {
  const meeting = await proposed(vendor, chat);
  const [accept, withdraw] = await Promise.all([
    settle(visitor, meeting, 'accept'),
    settle(vendor, meeting, 'withdraw'),
  ]);
  const [row] = await readMeetings(vendor);
  const refusals = [accept, withdraw].flatMap(({ refusal }) => refusal ?? []);
  expect(refusals).toEqual([{ code: 'PT409', details: `meeting: ${row?.state}` }]);
});

it('repeats an act whose answer was lost without doing it twice', async () => {
  const meeting = await proposed(vendor, chat);
  expect(await proposed(vendor, chat, { id: meeting.id })).toEqual(meeting);
  const { meeting: accepted } = await settle(visitor, meeting, 'accept');
  expect((await settle(visitor, meeting, 'accept')).meeting).toEqual(accepted);
  expect((await settle(visitor, meeting, 'accept', meeting.times[1])).refusal).toEqual({
    code: 'PT409',
    details: 'meeting: accepted',
  });
  expect(await wordsOf(vendor)).toHaveLength(2);
});

it('leaves each act to its side', async () => {
  const meeting = await proposed(vendor, chat);
  const otherSide = { code: 'PT403', details: 'meeting: other_side' };
  expect((await settle(vendor, meeting, 'accept')).refusal).toEqual(otherSide);
  expect((await settle(vendor, meeting, 'decline')).refusal).toEqual(otherSide);
  expect((await settle(visitor, meeting, 'withdraw')).refusal).toEqual(otherSide);
  expect((await settle(visitor, meeting, 'cancel')).refusal?.details).toBe('meeting: proposed');
  const stranger = await server.person({ role: 'visitor' });
  expect((await settle(stranger, meeting, 'accept')).refusal?.details).toBe('meeting: chat_unknown');
  expect((await propose(stranger, chat)).refusal?.details).toBe('meeting: chat_unknown');
  expect(await readMeetings(stranger)).toEqual([]);
});

it('refuses what is no proposal, and sends no message', async () => {
  for (const [reason, more] of [
    ['times', { times: [] }],
    ['times', { times: [1, 2, 3, 4].map(inHours) }],
    ['past', { times: [inHours(-2)] }],
    ['too_far', { times: [inHours(24 * 367)] }],
    ['input', { minutes: 45 }],
    ['input', { place: 'x'.repeat(121) }],
    ['input', { note: '聊'.repeat(501) }],
    ['input', { time_zone: `'; drop table` }],
  ] as const) {
    expect((await propose(vendor, chat, more)).refusal).toEqual({
      code: 'PT400',
      details: `meeting: ${reason}`,
    });
  }
  expect(await wordsOf(vendor)).toEqual([]);
});

it('bounds open proposals and those of a day', async () => {
  for (let made = 0; made < 5; made += 1) await proposed(vendor, chat);
  expect((await propose(visitor, chat)).refusal).toEqual({ code: 'PT409', details: 'meeting: open' });
  await server.sql(
    `insert into messages (session_id, sender_id, content) select $1, $2, 'x' from generate_series(1, 15)`,
    [chat, vendor.profileId],
  );
  await server.sql(
    `insert into meetings (session_id, message_id, times, minutes, proposer_zone, state)
     select session_id, id, array[now()], 15, 'UTC', 'declined' from messages where content = 'x' and session_id = $1`,
    [chat],
  );
  const [open] = await readMeetings(vendor);
  await settle(visitor, open as MeetingRow, 'decline');
  expect((await propose(visitor, chat)).refusal).toEqual({ code: 'PT429', details: 'meeting: today' });
});

it('is neither accepted nor cancelled when its time is over', async () => {
  const meeting = await proposed(vendor, chat, { times: [inHours(2)] });
  const [past] = await server.sql<{ at: string }>(
    `update meetings set times = array[now() - interval '1 hour'] where id = $1 returning times[1]::text as at`,
    [meeting.id],
  );
  expect((await settle(visitor, meeting, 'accept', past?.at)).refusal?.details).toBe('meeting: past');
  await server.sql(`update meetings set state = 'accepted', starts_at = times[1] where id = $1`, [
    meeting.id,
  ]);
  expect((await settle(visitor, meeting, 'cancel')).refusal?.details).toBe('meeting: past');
});

it('is stopped by a block, except for ending what was agreed', async () => {
  const meeting = await proposed(vendor, chat);
  const agreed = await proposed(vendor, chat);
  await settle(visitor, agreed, 'accept');
  await vendor.client
    .from('blocks')
    .insert({ blocker_id: vendor.profileId, blocked_id: visitor.profileId })
    .throwOnError();
  expect((await propose(visitor, chat)).refusal?.code).toBe('PT403');
  expect((await settle(visitor, meeting, 'accept')).refusal?.code).toBe('PT403');
  const before = (await wordsOf(vendor)).length;
  expect((await settle(visitor, agreed, 'cancel')).meeting?.state).toBe('cancelled');
  expect(await wordsOf(vendor)).toHaveLength(before);
});

it('waits until a request is accepted', async () => {
  const stranger = await server.person({ role: 'visitor' });
  const { data } = await stranger.client
    .from('sessions')
    .insert({ vendor_id: vendor.profileId, visitor_id: stranger.profileId })
    .select('id')
    .single()
    .throwOnError();
  expect((await propose(stranger, data.id)).refusal).toEqual({ code: 'PT423', details: 'meeting: request' });
  await proposed(vendor, data.id);
  await proposed(stranger, data.id);
});

it('is of the booth: who answers the chat acts, and who has left has no access', async () => {
  const { owner, omar, lina, code } = await openTeam(server);
  const { visitor: guest, chat: booth } = await visit(server, code);
  const meeting = await proposed(guest, booth);
  expect((await settle(omar, meeting, 'accept')).meeting?.state).toBe('accepted');
  const refused = await settle(lina, meeting, 'cancel');
  expect(JSON.parse(refused.refusal?.details ?? '')).toMatchObject({ assigned_to: omar.profileId });
  expect((await settle(omar, meeting, 'cancel')).meeting?.state).toBe('cancelled');
  const own = await proposed(omar, booth);
  await owner.client.rpc('remove_booth_member', { member_id: omar.profileId }).throwOnError();
  expect(await readMeetings(omar)).toEqual([]);
  expect((await settle(omar, own, 'withdraw')).refusal?.details).toBe('meeting: chat_unknown');
  expect((await settle(owner, own, 'withdraw')).meeting?.state).toBe('withdrawn');
  await join(owner, omar);
  expect(await readMeetings(omar)).toHaveLength(2);
  expect(await write(guest, booth, 'Thanks')).toBeNull();
});

it('offers the company and the label of the code as the place', async () => {
  const { owner, code } = await openTeam(server);
  const { visitor: guest, chat: booth } = await visit(server, code);
  for (const person of [owner, guest]) {
    const { data } = await person.client.rpc('meeting_place', { session_id: booth }).throwOnError();
    expect(data).toBe('Lamps Ltd, Lamps');
  }
  await owner.client.rpc('share_card', { person: guest.profileId, withhold: ['company'] }).throwOnError();
  const { data } = await guest.client.rpc('meeting_place', { session_id: booth }).throwOnError();
  expect(data).toBe('Lamps');
});
