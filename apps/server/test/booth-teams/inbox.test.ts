import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { assignee, call, listed, openTeam, type Team, visit, write } from './support.ts';

// The shared inbox of a booth's team through the official client (docs/adr/0083).

let server: TestServer;
let team: Team;
beforeAll(async () => {
  server = await startTestServer();
  team = await openTeam(server);
});
afterAll(() => server.stop());

const claim = (person: Person, chat: string, takeOver = false) =>
  call(person, 'claim_chat', { session_id: chat, take_over: takeOver });
const taken = (by: Person, name: string) => ({
  code: 'PT409',
  details: expect.stringContaining(
    `"assigned_to": "${by.profileId}", "name": "${name}"`.split(',')[0] as string,
  ),
});

describe('the shared inbox', () => {
  it('has the chats of the booth’s codes, unassigned, for everyone of the team', async () => {
    const { owner, omar, lina, code } = team;
    const { chat, visitor } = await visit(server, code);
    for (const person of [owner, omar, lina]) {
      expect(await listed(person, chat)).toMatchObject({
        assigned_to: null,
        assignee: null,
        unread_count: 1,
        waiting_since: expect.any(String),
        visitor: { name: 'Wei' },
      });
    }
    // An answer of one is the answer of all; who has read it is a matter of each.
    expect(await write(omar, chat, 'Good morning')).toBeNull();
    expect(await listed(lina, chat)).toMatchObject({
      assigned_to: omar.profileId,
      assignee: { name: 'Omar' },
      unread_count: 1,
      waiting_since: null,
    });
    await lina.client
      .rpc('mark_session_read', { session_id: chat, up_to: new Date(Date.now() + 1000).toISOString() })
      .throwOnError();
    expect(await listed(lina, chat)).toMatchObject({ unread_count: 0 });
    expect(await listed(owner, chat)).toMatchObject({ unread_count: 1 });
    // The visitor sees who answers.
    expect(await listed(visitor, chat)).toMatchObject({
      unread_count: 1,
      waiting_since: expect.any(String),
      assignee: { name: 'Omar' },
      last_message: { sender_id: omar.profileId },
    });
  });

  it('gives a chat to one of two who claim it at once', async () => {
    const { omar, lina, code } = team;
    const { chat } = await visit(server, code);
    const outcomes = await Promise.all([claim(omar, chat), claim(lina, chat)]);
    const winner = outcomes[0] === null ? omar : lina;
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
    expect(outcomes.find((outcome) => outcome !== null)).toEqual(
      taken(winner, winner === omar ? 'Omar' : 'Lina'),
    );
    expect(await assignee(team.owner, chat)).toBe(winner.profileId);
    expect(await claim(winner, chat)).toBeNull();
  });

  it('has no double answers', async () => {
    const { omar, lina, code } = team;
    const { chat, visitor } = await visit(server, code);
    const outcomes = await Promise.all([write(omar, chat, 'Yes, we do'), write(lina, chat, 'No, we do not')]);
    const [winner, loser] = outcomes[0] === null ? [omar, lina] : [lina, omar];
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
    expect(outcomes.find((outcome) => outcome !== null)).toEqual(taken(winner, ''));
    const { data } = await visitor.client
      .from('messages')
      .select('sender_id')
      .eq('session_id', chat)
      .throwOnError();
    expect(data.map((row) => row.sender_id)).toEqual([visitor.profileId, winner.profileId]);

    // Taking it over is an act of its own. What was delivered before is not refused as taken.
    const id = crypto.randomUUID();
    expect(await write(winner, chat, 'Two weeks', id)).toBeNull();
    expect(await claim(loser, chat, true)).toBeNull();
    expect(await write(winner, chat, 'Two weeks', id)).toMatchObject({ code: '23505' });
    expect(await write(winner, chat, 'And colours')).toEqual(taken(loser, ''));
    expect(await write(loser, chat, 'I am here now')).toBeNull();
    // The visitor is never in the way.
    expect(await write(visitor, chat, 'Thanks')).toBeNull();
  });

  it('has one writer at a time while a chat is taken over', async () => {
    const { omar, lina, code } = team;
    const { chat } = await visit(server, code);
    expect(await write(omar, chat, 'Welcome')).toBeNull();
    // Omar's message is on its way when Lina takes the chat over, and stored first.
    let waiting: ReturnType<typeof claim> | undefined;
    await server.ctx.db.requestTransaction(
      { role: 'authenticated', claims: { role: 'authenticated', sub: omar.userId } },
      async (tx) => {
        await tx.execute('insert into messages (session_id, sender_id, content) values ($1, $2, $3)', [
          chat,
          omar.profileId,
          'One moment',
        ]);
        const taking = claim(lina, chat, true);
        await expect
          .poll(
            async () =>
              (
                await server.sql(`select pid from pg_locks where not granted and pid in (
            select pid from pg_stat_activity where datname = current_database())`)
              ).length,
          )
          .toBeGreaterThan(0);
        waiting = taking;
      },
    );
    expect(await waiting).toBeNull();
    expect(await assignee(omar, chat)).toBe(lina.profileId);
    expect(await write(omar, chat, 'And')).toEqual(taken(lina, ''));
  });

  it('hands a chat over with a note that the visitor does not see', async () => {
    const { owner, omar, lina, code } = team;
    const { chat, visitor } = await visit(server, code);
    await claim(omar, chat);
    const hand = (from: Person, to: Person, note?: string) =>
      call(from, 'hand_over_chat', { session_id: chat, member_id: to.profileId, ...(note && { note }) });
    expect(await hand(lina, lina)).toEqual(taken(omar, ''));
    expect(await hand(omar, visitor)).toEqual({ code: 'PT404', details: 'booth: not_member' });
    expect(await hand(visitor, lina)).toEqual({ code: 'PT404', details: 'booth: chat_unknown' });
    expect(await hand(omar, lina, 'Wants a price for 500')).toBeNull();
    expect(await assignee(visitor, chat)).toBe(lina.profileId);
    const { data: notes } = await lina.client
      .from('chat_notes')
      .select('text, language, author_id, handed_to')
      .eq('session_id', chat)
      .throwOnError();
    expect(notes).toEqual([
      {
        text: 'Wants a price for 500',
        language: 'ar',
        author_id: omar.profileId,
        handed_to: lina.profileId,
      },
    ]);
    expect((await visitor.client.from('chat_notes').select('id').throwOnError()).data).toEqual([]);
    // The owner may give away anyone's chat, but not to a person who is away.
    await call(omar, 'set_away', { away: true });
    expect(await hand(owner, omar)).toEqual({ code: 'PT409', details: 'booth: away' });
    await call(omar, 'set_away', { away: false });
    expect(await hand(owner, omar)).toBeNull();
    expect(await call(lina, 'release_chat', { session_id: chat })).toEqual(taken(omar, ''));
    expect(await call(omar, 'release_chat', { session_id: chat })).toBeNull();
    expect(await assignee(owner, chat)).toBeNull();
  });

  it('returns the chats of a person who is away', async () => {
    const { omar, lina, code } = team;
    const [{ chat }, { chat: other }] = [await visit(server, code), await visit(server, code)];
    await claim(omar, chat);
    await claim(lina, other);
    const { data: released } = await omar.client.rpc('set_away', { away: true }).throwOnError();
    expect(released).toBeGreaterThanOrEqual(1);
    expect(await assignee(lina, chat)).toBeNull();
    expect(await assignee(lina, other)).toBe(lina.profileId);
    const away = async () =>
      (
        await lina.client
          .from('booth_members')
          .select('away_since')
          .eq('profile_id', omar.profileId)
          .single()
          .throwOnError()
      ).data.away_since;
    expect(await away()).toEqual(expect.any(String));
    // Who answers is back.
    expect(await write(omar, chat, 'Back again')).toBeNull();
    expect(await away()).toBeNull();
    expect(await assignee(lina, chat)).toBe(omar.profileId);
  });

  it('stays as it is for a vendor without staff', async () => {
    const vendor = await server.person({ role: 'vendor', name: 'Solo' });
    const { data: code } = await vendor.client
      .from('booth_codes')
      .insert({ vendor_id: vendor.profileId, label: 'Lamps' })
      .select('code')
      .single()
      .throwOnError();
    const { chat } = await visit(server, code.code);
    expect(await write(vendor, chat, 'Hello')).toBeNull();
    expect(await claim(vendor, chat)).toBeNull();
    expect(await listed(vendor, chat)).toMatchObject({ assigned_to: null, assignee: null });
    expect(await call(vendor, 'set_away', { away: true })).toEqual({
      code: 'PT404',
      details: 'booth: no_team',
    });
  });

  it('gives a chat that a member opens to that member', async () => {
    const { owner, omar } = team;
    const { data } = await omar.client
      .from('sessions')
      .insert({ vendor_id: owner.profileId })
      .select('id, assigned_to')
      .single()
      .throwOnError();
    expect(data.assigned_to).toBe(omar.profileId);
    const visitor = await server.person({ role: 'visitor' });
    await visitor.client.rpc('join_session', { session_id: data.id }).throwOnError();
    expect(await assignee(visitor, data.id)).toBe(omar.profileId);
  });
});
