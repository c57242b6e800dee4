import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportOf, tablesWith } from '../account/support.ts';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { assignee, call, join, listed, makeCode, openTeam, visit, write } from './support.ts';

// What happens to chats and records when a person joins, leaves, or is deleted (docs/adr/0083).

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const remove = (by: Person, who: Person) => call(by, 'remove_booth_member', { member_id: who.profileId });
const boothOf = async (person: Person) => (await person.client.rpc('my_booth').throwOnError()).data;
const deleteAccount = (person: Person) => server.sql('select delete_account($1)', [person.userId]);

describe('a member who leaves', () => {
  it('keeps no access; what they did stays, and their chats are unassigned', async () => {
    const { owner, omar, lina, code } = await openTeam(server);
    const { chat, visitor } = await visit(server, code);
    await write(omar, chat, 'Welcome');
    await omar.client
      .from('leads')
      .insert({ owner_id: owner.profileId, person_id: visitor.profileId, note: 'Wants 500' })
      .throwOnError();
    await omar.client
      .from('chat_notes')
      .insert({ session_id: chat, author_id: omar.profileId, language: 'ar', text: 'مهتم' })
      .throwOnError();

    expect(await remove(omar, lina)).toEqual({ code: 'PT403', details: 'booth: not_owner' });
    expect(await remove(owner, owner)).toEqual({ code: 'PT403', details: 'booth: not_owner' });
    expect(await remove(owner, omar)).toBeNull();
    expect(await remove(owner, omar)).toEqual({ code: 'PT404', details: 'booth: not_member' });

    expect(await boothOf(omar)).toMatchObject({ id: omar.profileId, owner: true, team: false });
    expect(await listed(omar, chat)).toBeNull();
    for (const table of [
      'sessions',
      'messages',
      'leads',
      'lead_list',
      'chat_notes',
      'booth_members',
      'booth_codes',
    ]) {
      const { data } = await omar.client.from(table).select('*').throwOnError();
      expect(data, table).toEqual([]);
    }
    // Removed while typing: the refusal is an ordinary one, and the text stays on the device.
    expect(await write(omar, chat, 'And')).toMatchObject({ code: '42501' });
    expect(await call(omar, 'claim_chat', { session_id: chat })).toMatchObject({ code: 'PT404' });

    expect(await listed(lina, chat)).toMatchObject({
      assigned_to: null,
      last_message: { sender_id: omar.profileId, content: 'Welcome' },
      waiting_since: null,
    });
    const { data: leads } = await lina.client.from('lead_list').select('note, met_by').throwOnError();
    expect(leads).toEqual([{ note: 'Wants 500', met_by: omar.profileId }]);
    const { data: notes } = await lina.client
      .from('chat_notes')
      .select('text, author:shared_profiles!author_id(name)')
      .throwOnError();
    expect(notes).toEqual([{ text: 'مهتم', author: { name: 'Omar' } }]);
    const { data: figures } = await owner.client.rpc('vendor_analytics', { zone: 'UTC' }).throwOnError();
    expect(figures.people).toContainEqual(
      expect.objectContaining({ id: omar.profileId, member: false, answered: 1, leads: 1 }),
    );
  });

  it('does not see what was withheld from them while they were there', async () => {
    const owner = await server.person({ role: 'vendor', name: 'Vera' });
    const omar = await server.person({ role: 'vendor', name: 'Omar' });
    const { visitor } = await visit(server, await makeCode(omar, omar.profileId));
    await visitor.client
      .from('profiles')
      .update({ phone: '+86 10 5550 1234' })
      .eq('id', visitor.profileId)
      .throwOnError();
    await join(owner, omar);
    const choose = (choice: object) =>
      visitor.client.rpc('share_card', { person: omar.profileId, ...choice }).throwOnError();
    expect((await choose({ withhold: ['phone'] })).data).toEqual(['phone']);

    const phone = async () => {
      const { data } = await omar.client
        .from('shared_profiles')
        .select('phone')
        .eq('id', visitor.profileId)
        .single()
        .throwOnError();
      return data.phone;
    };
    expect(await phone()).toBeNull();
    const exported = [...(await exportOf(omar.client)).values()].map((bytes) =>
      Buffer.from(bytes).toString(),
    );
    expect(exported.join('\n')).toContain(visitor.profileId);
    expect(exported.join('\n')).not.toContain('5550 1234');
    await remove(omar, omar);
    expect(await phone()).toBeNull();
    // What is shared with a member is shared with both, too.
    await join(owner, omar);
    expect((await choose({ share: ['phone'] })).data).toEqual([]);
    expect(await phone()).toBe('+86 10 5550 1234');
    await remove(omar, omar);
    expect(await phone()).toBe('+86 10 5550 1234');
  });

  it('has what was theirs before again, and the last one leaves a booth of one', async () => {
    const owner = await server.person({ role: 'vendor', name: 'Vera' });
    const omar = await server.person({ role: 'vendor', name: 'Omar' });
    const { chat: earlier } = await visit(server, await makeCode(omar, omar.profileId));
    await join(owner, omar);
    // His earlier chat stays his; his codes rest.
    expect(await listed(omar, earlier)).toMatchObject({ unread_count: 1, assigned_to: null });
    expect(await write(omar, earlier, 'Still here')).toBeNull();
    expect(await listed(owner, earlier)).toBeNull();
    expect((await omar.client.from('booth_codes').select('id').throwOnError()).data).toEqual([]);

    const { chat } = await visit(server, await makeCode(owner, owner.profileId));
    expect(await call(owner, 'claim_chat', { session_id: chat })).toBeNull();
    expect(await remove(omar, omar)).toBeNull();
    expect((await omar.client.from('booth_codes').select('id').throwOnError()).data).toHaveLength(1);
    expect(await boothOf(owner)).toMatchObject({ team: false });
    expect(await assignee(owner, chat)).toBeNull();
    expect(await server.sql('select id from booth_members where owner_id = $1', [owner.profileId])).toEqual(
      [],
    );
  });
});

describe('a person who joins', () => {
  it('brings along what others withhold from them', async () => {
    const owner = await server.person({ role: 'vendor', name: 'Vera' });
    const omar = await server.person({ role: 'vendor', name: 'Omar' });
    const { visitor } = await visit(server, await makeCode(omar, omar.profileId));
    await visitor.client
      .from('profiles')
      .update({ phone: '+86 10' })
      .eq('id', visitor.profileId)
      .throwOnError();
    await visitor.client.rpc('share_card', { person: omar.profileId, withhold: ['phone'] }).throwOnError();
    await join(owner, omar);
    const { data } = await omar.client
      .from('shared_profiles')
      .select('name, phone')
      .eq('id', visitor.profileId)
      .throwOnError();
    expect(data).toEqual([{ name: 'Wei', phone: null }]);
  });

  it('cannot hold a chat that was claimed while they were removed', async () => {
    const { owner, omar, lina, code } = await openTeam(server);
    const { chat } = await visit(server, code);
    await remove(owner, omar);
    // The claim was committed after the removal.
    await server.sql('update sessions set assigned_to = $2, assigned_at = now() where id = $1', [
      chat,
      omar.profileId,
    ]);
    expect(await write(lina, chat, 'Welcome')).toBeNull();
    expect(await assignee(owner, chat)).toBe(lina.profileId);
  });
});

describe('an account of a team', () => {
  it('that is deleted leaves its words to the booth', async () => {
    const { owner, omar, lina, code } = await openTeam(server);
    const { chat, visitor } = await visit(server, code);
    await write(omar, chat, 'Welcome');
    await call(omar, 'hand_over_chat', { session_id: chat, member_id: lina.profileId, note: 'Your turn' });
    const leads = { owner_id: owner.profileId, format: 'csv', scope: 'all', people: 1 };
    await omar.client
      .from('lead_exports')
      .insert({ ...leads, read_until: new Date().toISOString() })
      .throwOnError();
    await deleteAccount(omar);
    const { data: exports } = await owner.client
      .from('lead_exports')
      .select('people, exported_by, exported_by_name')
      .throwOnError();
    expect(exports).toEqual([{ people: 1, exported_by: null, exported_by_name: null }]);
    expect(await tablesWith(server, [omar.userId, omar.profileId])).toEqual([]);
    const { data: messages } = await visitor.client
      .from('messages')
      .select('sender_id, content')
      .eq('session_id', chat)
      .order('created_at')
      .throwOnError();
    expect(messages).toEqual([
      { sender_id: visitor.profileId, content: 'Hello' },
      { sender_id: owner.profileId, content: 'Welcome' },
    ]);
    const { data: notes } = await lina.client.from('chat_notes').select('text, author_id').throwOnError();
    expect(notes).toEqual([{ text: 'Your turn', author_id: null }]);
    expect(await assignee(lina, chat)).toBe(lina.profileId);

    await deleteAccount(owner);
    expect(await boothOf(lina)).toMatchObject({ id: lina.profileId, team: false });
    expect((await lina.client.from('sessions').select('id').throwOnError()).data).toEqual([]);
  });

  it('takes its name off the record of exports, whichever of its rows goes first', async () => {
    const { owner, omar } = await openTeam(server);
    const leads = { owner_id: owner.profileId, format: 'csv', scope: 'all', people: 1 };
    await omar.client
      .from('lead_exports')
      .insert({ ...leads, read_until: new Date().toISOString() })
      .throwOnError();
    // What the foreign key does.
    await server.sql('update lead_exports set exported_by = null where exported_by = $1', [omar.userId]);
    const { data } = await owner.client.from('lead_exports').select('exported_by_name').throwOnError();
    expect(data).toEqual([{ exported_by_name: null }]);
  });

  it('is exported with its own records alone', async () => {
    const { owner, omar, code } = await openTeam(server);
    const { visitor, chat } = await visit(server, code, 'A question for the booth');
    await write(omar, chat, 'An answer');
    await omar.client
      .from('leads')
      .insert({ owner_id: owner.profileId, person_id: visitor.profileId, note: 'A note for the booth' })
      .throwOnError();
    const of = async (person: Person) =>
      [...(await exportOf(person.client)).values()]
        .map((bytes) => Buffer.from(bytes).toString('utf8'))
        .join('\n');
    const his = await of(omar);
    expect(his).toContain(owner.profileId);
    for (const words of ['A question for the booth', 'A note for the booth']) {
      expect(his).not.toContain(words);
      expect(await of(owner)).toContain(words);
    }
  });
});
