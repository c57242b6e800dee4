import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { call, join, listed, makeCode, openTeam, type Team, visit, write } from './support.ts';

// What belongs to a booth, and not to one person of its team (docs/adr/0083).

let server: TestServer;
let team: Team;
let outsider: Person;
beforeAll(async () => {
  server = await startTestServer();
  team = await openTeam(server);
  outsider = await server.person({ role: 'vendor', name: 'Victor' });
});
afterAll(() => server.stop());

/** @returns the number of rows that a person sees */
async function rows(person: Person, table: string): Promise<number> {
  const { data } = await person.client.from(table).select('*').throwOnError();
  return data.length;
}

async function lead(reader: Person, person: Person) {
  const { data } = await reader.client
    .from('lead_list')
    .select('person_id, name, phone, note, met_by, version')
    .eq('person_id', person.profileId)
    .maybeSingle()
    .throwOnError();
  return data;
}

describe('a booth’s', () => {
  it('codes, glossary, questions and material are of the whole team', async () => {
    const { owner, omar, lina } = team;
    // What the owner shows of their own card changes nothing.
    await owner.client.rpc('share_card', { withhold: ['phone', 'email'] }).throwOnError();
    await makeCode(omar, owner.profileId);
    const owned = { owner_id: owner.profileId };
    await omar.client
      .from('glossary_terms')
      .insert({ ...owned, term: 'NovaLine' })
      .throwOnError();
    await omar.client
      .from('lead_questionnaires')
      .insert({ ...owned, questions: [] })
      .throwOnError();
    await omar.client
      .rpc('add_material', { title: 'Catalogue', pages: 1, passages: [{ page: 1, content: 'Lamps' }] })
      .throwOnError();
    await lina.client
      .rpc('import_glossary_terms', { terms: [{ term: 'Luma', mode: 'keep' }] })
      .throwOnError();
    for (const [table, count] of [
      ['booth_codes', 2],
      ['booth_code_summaries', 2],
      ['glossary_terms', 2],
      ['lead_questionnaires', 1],
      ['material_documents', 1],
      ['material_passages', 1],
    ] as const) {
      expect(await rows(lina, table), table).toBe(count);
      expect(await rows(owner, table), table).toBe(count);
      expect(await rows(outsider, table), table).toBe(0);
    }
    const found = await lina.client.rpc('search_material', { question: 'lamps' }).throwOnError();
    expect(found.data).toMatchObject([{ title: 'Catalogue' }]);
    // A row in a member's own name would be lost to the team.
    const { error } = await omar.client
      .from('glossary_terms')
      .insert({ owner_id: omar.profileId, term: 'Mine' });
    expect(error?.code).toBe('42501');
  });

  it('leads are shared, and show who met the person', async () => {
    const { owner, omar, lina, code } = team;
    const { visitor, chat } = await visit(server, code);
    expect(await lead(omar, visitor)).toMatchObject({ name: 'Wei', met_by: null });
    await write(omar, chat, 'Welcome');
    expect(await lead(lina, visitor)).toMatchObject({ met_by: omar.profileId, version: 0 });
    // Lina notes what Omar's visitor said.
    await lina.client
      .from('leads')
      .insert({ owner_id: owner.profileId, person_id: visitor.profileId, note: 'Wants 500' })
      .throwOnError();
    for (const person of [owner, omar, lina]) {
      expect(await lead(person, visitor)).toMatchObject({ note: 'Wants 500', met_by: omar.profileId });
    }
    await owner.client
      .from('leads')
      .update({ met_by: lina.profileId })
      .eq('person_id', visitor.profileId)
      .throwOnError();
    expect(await lead(omar, visitor)).toMatchObject({ met_by: lina.profileId, version: 2 });
    const { error } = await owner.client
      .from('leads')
      .update({ met_by: outsider.profileId })
      .eq('person_id', visitor.profileId);
    expect(error?.code).toBe('PT400');
    expect(await lead(outsider, visitor)).toBeNull();

    await omar.client
      .from('lead_exports')
      .insert({
        owner_id: owner.profileId,
        format: 'csv',
        scope: 'all',
        people: 1,
        read_until: new Date().toISOString(),
      })
      .throwOnError();
    const { data: record } = await owner.client
      .from('lead_exports')
      .select('exported_by, exported_by_name')
      .throwOnError();
    expect(record).toEqual([{ exported_by: omar.userId, exported_by_name: 'Omar' }]);
  });

  it('figures say what each person did', async () => {
    const boss = await openTeam(server);
    const { owner, omar, lina, code } = boss;
    for (let visits = 0; visits < 2; visits++) {
      const { chat } = await visit(server, code);
      expect(await write(omar, chat, 'Welcome')).toBeNull();
    }
    const { visitor, chat } = await visit(server, code);
    expect(await write(lina, chat, 'Welcome')).toBeNull();
    await lina.client
      .from('leads')
      .insert({ owner_id: owner.profileId, person_id: visitor.profileId })
      .throwOnError();
    const { data } = await omar.client.rpc('vendor_analytics', { zone: 'UTC' }).throwOnError();
    expect(data.current).toMatchObject({ joins: 3, answered: 3, leads: 1 });
    expect(data.people).toMatchObject([
      { id: omar.profileId, name: 'Omar', member: true, answered: 2, leads: 0 },
      { id: lina.profileId, name: 'Lina', member: true, answered: 1, leads: 1 },
      { id: owner.profileId, name: 'Vera', member: true, answered: 0, leads: 0, wait_median: null },
    ]);
    const solo = await outsider.client.rpc('vendor_analytics', { zone: 'UTC' }).throwOnError();
    expect(solo.data).toMatchObject({ people: [], current: { joins: 0 } });
  });

  it('chats keep their files, notes, requests and face-to-face lines for the team alone', async () => {
    const { owner, omar, lina, code } = team;
    const { chat, visitor } = await visit(server, code);
    const path = `${chat}/offer.pdf`;
    const pdf = new Blob(['%PDF-1.7\n%âãÏÓ\n'], { type: 'application/pdf' });
    const upload = (person: Person, name: string) =>
      person.client.storage.from('chat-files').upload(name, pdf);
    expect((await upload(omar, path)).error).toBeNull();
    expect((await lina.client.storage.from('chat-files').download(path)).error).toBeNull();
    expect((await upload(outsider, `${chat}/other.pdf`)).error).not.toBeNull();

    await omar.client
      .from('chat_notes')
      .insert({ session_id: chat, author_id: omar.profileId, language: 'ar', text: 'مهتم' })
      .throwOnError();
    const noted = async (person: Person) =>
      (await person.client.from('chat_notes').select('id').eq('session_id', chat).throwOnError()).data.length;
    expect([await noted(owner), await noted(lina), await noted(visitor), await noted(outsider)]).toEqual([
      1, 1, 0, 0,
    ]);
    for (const writer of [visitor, outsider]) {
      const { error } = await writer.client
        .from('chat_notes')
        .insert({ session_id: chat, author_id: writer.profileId, language: 'en', text: 'x' });
      expect(error?.code).toBe('42501');
    }

    const { data: asked } = await visitor.client
      .from('sessions')
      .insert({ vendor_id: owner.profileId, visitor_id: visitor.profileId })
      .select('id')
      .single()
      .throwOnError();
    expect(await write(visitor, asked.id, 'One more thing')).toBeNull();
    expect(await listed(lina, asked.id)).toMatchObject({ unread_count: 1 });

    const { data: open } = await lina.client
      .from('sessions')
      .insert({ vendor_id: owner.profileId })
      .select('id')
      .single()
      .throwOnError();
    const { error } = await lina.client.from('messages').insert({
      session_id: open.id,
      sender_id: lina.profileId,
      content: '早上好',
      said_by: 'visitor',
    });
    expect(error).toBeNull();
  });

  it('sees of a visitor what the owner sees, and a block of the booth stops all of it', async () => {
    const { owner, omar, lina, code } = team;
    const { chat, visitor } = await visit(server, code);
    await visitor.client
      .from('profiles')
      .update({ phone: '+86 10' })
      .eq('id', visitor.profileId)
      .throwOnError();
    const phone = async (person: Person) => (await lead(person, visitor))?.phone;
    expect([await phone(owner), await phone(omar)]).toEqual(['+86 10', '+86 10']);
    await visitor.client.rpc('share_card', { person: owner.profileId, withhold: ['phone'] }).throwOnError();
    expect([await phone(owner), await phone(omar)]).toEqual([null, null]);

    // What the visitor withholds from a member is withheld from the booth.
    await visitor.client.rpc('share_card', { person: owner.profileId, share: ['phone'] }).throwOnError();
    expect([await phone(owner), await phone(lina)]).toEqual(['+86 10', '+86 10']);
    await visitor.client.rpc('share_card', { person: omar.profileId, withhold: ['phone'] }).throwOnError();
    expect([await phone(owner), await phone(lina)]).toEqual([null, null]);

    // Omar alone is blocked.
    const block = (blocked: Person) =>
      visitor.client.from('blocks').insert({ blocker_id: visitor.profileId, blocked_id: blocked.profileId });
    await block(omar).throwOnError();
    expect(await write(omar, chat, 'Hello?')).toMatchObject({ code: 'PT403' });
    expect(await write(lina, chat, 'Hello')).toBeNull();
    await block(owner).throwOnError();
    expect(await write(lina, chat, 'Hello?')).toMatchObject({ code: 'PT403' });
    expect(await write(visitor, chat, 'No')).toMatchObject({ code: 'PT403' });
  });

  it('visitor who withholds or blocks is heeded in requests for one’s own records, too', async () => {
    const owner = await server.person({ role: 'vendor', name: 'Vera' });
    const omar = await server.person({ role: 'vendor', name: 'Omar' });
    const { visitor } = await visit(server, await makeCode(omar, omar.profileId));
    await visitor.client
      .from('profiles')
      .update({ phone: '+86 10', company: 'Lumen' })
      .eq('id', visitor.profileId)
      .throwOnError();
    await join(owner, omar);
    const read = async (view: string) => {
      const { data } = await omar.client
        .from(view)
        .select('name, company, phone')
        .eq('id', visitor.profileId)
        .setHeader('x-dragoman-own-records', '1')
        .throwOnError();
      return data;
    };
    await visitor.client.rpc('share_card', { person: owner.profileId, withhold: ['phone'] }).throwOnError();
    expect(await read('shared_profiles')).toEqual([{ name: 'Wei', company: 'Lumen', phone: null }]);
    expect(await read('profiles')).toEqual([]);
    await visitor.client.rpc('share_card', { person: owner.profileId, share: ['phone'] }).throwOnError();
    expect(await read('profiles')).toEqual([{ name: 'Wei', company: 'Lumen', phone: '+86 10' }]);
    await visitor.client
      .from('blocks')
      .insert({ blocker_id: visitor.profileId, blocked_id: owner.profileId })
      .throwOnError();
    expect(await read('shared_profiles')).toEqual([{ name: 'Wei', company: null, phone: null }]);
    expect(await read('profiles')).toEqual([]);
  });

  it('block is made by anyone of the team, for all', async () => {
    const { owner, omar, lina, code } = team;
    const { chat, visitor } = await visit(server, code);
    await omar.client
      .from('blocks')
      .insert({ blocker_id: owner.profileId, blocked_id: visitor.profileId })
      .throwOnError();
    expect(await listed(lina, chat)).toMatchObject({ blocked: true });
    expect(await write(visitor, chat, 'Hello?')).toMatchObject({ code: 'PT403' });
    expect(await write(lina, chat, 'Hello?')).toMatchObject({ code: 'PT403' });
  });

  it('request is answered by anyone of the team', async () => {
    const { owner, omar, lina } = team;
    const visitor = await server.person({ role: 'visitor', name: 'Stranger' });
    const { data: asked } = await visitor.client
      .from('sessions')
      .insert({ vendor_id: owner.profileId, visitor_id: visitor.profileId })
      .select('id, request_state')
      .single()
      .throwOnError();
    expect(asked.request_state).toBe('waiting');
    expect(await write(visitor, asked.id, 'May I ask?')).toBeNull();
    expect(await call(outsider, 'answer_request', { session_id: asked.id, accept: true })).toMatchObject({
      code: 'PT404',
    });
    expect(await write(omar, asked.id, 'Of course')).toBeNull();
    expect(await listed(lina, asked.id)).toMatchObject({
      request_state: 'accepted',
      assigned_to: omar.profileId,
    });
  });
});
