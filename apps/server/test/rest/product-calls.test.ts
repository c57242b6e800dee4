import { randomUUID } from 'node:crypto';
import { createUser, type TestUser } from '@dragoman/supabase-server/test/rest/fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';

// Every data call of specification 7, in the words of the official client.

interface Guest extends TestUser {
  profileId: string;
}

const CHOICE = {
  role: 'visitor',
  email: 'mei@fair.example',
  name: 'mei',
  language: 'zh',
  designation: '',
  linkedin: '',
  whatsapp: '',
  wechat: '',
};
const SETUP = {
  name: 'Omar Haddad',
  company: 'Cedar Ceramics',
  email: 'omar@fair.example',
  phone: null,
  website: 'https://cedar.example',
  whatsapp: null,
  wechat: null,
  language: 'en',
  role: 'vendor',
};
const WIZARD = {
  name: 'Mei Lin',
  phone: '+86 10 5555',
  website: null,
  company: 'Harbor Imports',
  designation: 'Buyer',
  linkedin: null,
  whatsapp: null,
  wechat: 'mei_lin',
  language: 'zh',
  role: 'visitor',
};

let server: TestServer;
/** Meets nobody. */
let rival: Guest;

beforeAll(async () => {
  server = await startTestServer();
  rival = await addGuest({ role: 'visitor', name: 'Rival' });
});
afterAll(() => server.stop());

async function addGuest(profile: object): Promise<Guest> {
  const user = await createUser(server);
  const { data } = await user.client
    .from('profiles')
    .insert({ user_id: user.id, ...profile })
    .select('id')
    .single()
    .throwOnError();
  return { ...user, profileId: data.id as string };
}

const addPair = () => Promise.all([addGuest(SETUP), addGuest(WIZARD)]);

async function addSession(creator: Guest, session: object): Promise<string> {
  const { data } = await creator.client
    .from('sessions')
    .insert({ status: 'active', ...session })
    .select('id')
    .single()
    .throwOnError();
  return data.id as string;
}

/** A vendor, a visitor who has joined by the vendor's code, and their session. */
async function meet() {
  const [vendor, visitor] = await addPair();
  const open = await addSession(vendor, { vendor_id: vendor.profileId });
  await visitor.client.rpc('join_session', { session_id: open }).throwOnError();
  return { vendor, visitor, open };
}

describe('profiles', () => {
  it('are missing before the role is chosen', async () => {
    const user = await createUser(server);
    const { error, status } = await user.client
      .from('profiles')
      .select('role')
      .eq('user_id', user.id)
      .single();
    expect({ status, code: error?.code }).toEqual({ status: 406, code: 'PGRST116' });
    expect(
      await user.client.from('profiles').select('role').eq('user_id', user.id).maybeSingle(),
    ).toMatchObject({
      data: null,
      error: null,
    });
  });

  it('are inserted on the choice of a role and by the vendor setup', async () => {
    const [vendor, visitor] = await Promise.all([createUser(server), createUser(server)]);
    const choice = await visitor.client.from('profiles').insert({ user_id: visitor.id, ...CHOICE });
    expect(choice).toMatchObject({ status: 201, error: null });
    const setup = await vendor.client.from('profiles').insert({ user_id: vendor.id, ...SETUP });
    expect(setup).toMatchObject({ status: 201, error: null });
  });

  it('are read by user', async () => {
    const vendor = await addGuest(SETUP);
    const own = vendor.client.from('profiles');
    expect((await own.select('role').eq('user_id', vendor.id).single()).data).toEqual({ role: 'vendor' });
    expect((await own.select('role, name, company').eq('user_id', vendor.id).single()).data).toEqual({
      role: 'vendor',
      name: 'Omar Haddad',
      company: 'Cedar Ceramics',
    });
    expect((await own.select('*').eq('user_id', vendor.id).single()).data).toMatchObject({
      id: vendor.profileId,
      user_id: vendor.id,
      website: 'https://cedar.example',
      phone: null,
      updated_at: expect.stringMatching(/^\d{4}-/),
    });
  });

  it('are updated by user, in part', async () => {
    const [vendor, visitor] = await Promise.all([addGuest(SETUP), addGuest(CHOICE)]);
    const update = (values: Record<string, unknown>) =>
      visitor.client.from('profiles').update(values).eq('user_id', visitor.id);
    expect(await update({ role: 'visitor' })).toMatchObject({ status: 204, error: null });
    expect(await update({ language: 'ar' })).toMatchObject({ status: 204, error: null });
    const wizard = { ...WIZARD, updated_at: new Date().toISOString() };
    expect(await update(wizard)).toMatchObject({ status: 204, error: null });
    expect(
      (await visitor.client.from('profiles').select('name,language').eq('user_id', visitor.id).single()).data,
    ).toEqual({
      name: 'Mei Lin',
      language: 'zh',
    });
    expect(
      (await visitor.client.from('profiles').select('*').eq('user_id', visitor.id).single()).data,
    ).toMatchObject(WIZARD);
    expect(await update({ language: 'fr' })).toMatchObject({ status: 400, error: { code: '23514' } });
    // Another user's profile: no row to change.
    const foreign = visitor.client.from('profiles').update({ name: 'X' }).eq('user_id', vendor.id).select();
    expect(await foreign).toMatchObject({ status: 200, data: [] });
  });

  it('of vendors are listed and counted', async () => {
    const [vendor, visitor] = await addPair();
    const all = await server.sql<{ id: string }>(`select id from profiles where role = 'vendor'`);
    const ids = all.map(({ id }) => id).sort();
    expect(ids).toContain(vendor.profileId);
    const count = await visitor.client.from('profiles').select('id', { count: 'exact' }).eq('role', 'vendor');
    expect(count.count).toBe(ids.length);
    expect(count.data?.map(({ id }) => id).sort()).toEqual(ids);
    const head = await visitor.client
      .from('profiles')
      .select('id', { count: 'exact', head: true })
      .eq('role', 'vendor');
    expect(head).toMatchObject({ count: ids.length, data: null });
    const listed = await visitor.client.from('profiles').select('*').eq('role', 'vendor');
    expect(listed.data).toHaveLength(ids.length);
  });
});

describe('sessions', () => {
  it('are created by a vendor for a code, and by a visitor from the contacts', async () => {
    const [vendor, visitor] = await addPair();
    const code = await vendor.client
      .from('sessions')
      .insert({ vendor_id: vendor.profileId, status: 'active' })
      .select()
      .single();
    expect(code).toMatchObject({
      status: 201,
      data: {
        vendor_id: vendor.profileId,
        visitor_id: null,
        status: 'active',
        created_at: expect.any(String),
      },
    });
    const contact = await visitor.client
      .from('sessions')
      .insert({ vendor_id: vendor.profileId, visitor_id: visitor.profileId, status: 'active' })
      .select()
      .single();
    expect(contact).toMatchObject({ status: 201, error: null });
    const foreign = await visitor.client
      .from('sessions')
      .insert({ vendor_id: vendor.profileId, visitor_id: rival.profileId });
    expect(foreign).toMatchObject({ status: 403, error: { code: '42501' } });
  });

  it('are shown to everyone with the id, and joined by one visitor', async () => {
    const [vendor, visitor] = await addPair();
    const open = await addSession(vendor, { vendor_id: vendor.profileId });
    const invite = await server.client().rpc('session_invite', { session_id: open }).maybeSingle();
    expect(invite.data).toEqual({
      id: open,
      status: 'active',
      taken: false,
      vendor: { id: vendor.profileId, name: 'Omar Haddad', company: 'Cedar Ceramics', avatar_url: null },
    });
    expect(
      (await server.client().rpc('session_invite', { session_id: randomUUID() }).maybeSingle()).data,
    ).toBeNull();
    expect(await server.client().rpc('join_session', { session_id: open })).toMatchObject({
      status: 401,
      error: { code: '42501' },
    });
    expect(await vendor.client.rpc('join_session', { session_id: open })).toMatchObject({
      status: 403,
      error: {
        code: 'PT403',
        message: 'Only visitors can join chat sessions. Please create a visitor account.',
      },
    });
    expect(await visitor.client.rpc('join_session', { session_id: randomUUID() })).toMatchObject({
      status: 404,
      error: { code: 'PT404' },
    });
    const joined = await visitor.client.rpc('join_session', { session_id: open });
    expect(joined).toMatchObject({ status: 200, data: { id: open, visitor_id: visitor.profileId } });
    expect((await visitor.client.rpc('join_session', { session_id: open })).data).toMatchObject({ id: open });
    expect(await rival.client.rpc('join_session', { session_id: open })).toMatchObject({
      status: 409,
      error: { code: '23505', message: 'This session is already taken by another visitor' },
    });
  });

  it('are listed newest first with both people', async () => {
    const { vendor, visitor, open } = await meet();
    await addSession(visitor, { vendor_id: vendor.profileId, visitor_id: visitor.profileId });
    const { data, error } = await vendor.client
      .from('sessions')
      .select(
        '*, vendor:profiles!sessions_vendor_id_fkey(id, name, company, avatar_url), visitor:profiles!sessions_visitor_id_fkey(id, name, company, avatar_url)',
      )
      .eq('vendor_id', vendor.profileId)
      .order('created_at', { ascending: false });
    expect(error).toBeNull();
    expect(data).toHaveLength(2);
    expect(data?.[1]).toMatchObject({
      id: open,
      vendor: { id: vendor.profileId, name: 'Omar Haddad', company: 'Cedar Ceramics', avatar_url: null },
      visitor: { id: visitor.profileId, name: 'Mei Lin', company: 'Harbor Imports', avatar_url: null },
    });
    const byColumn = await visitor.client
      .from('sessions')
      .select('id, vendor:profiles!vendor_id(name), visitor:visitor_id(name)')
      .eq('id', open)
      .single();
    expect(byColumn.data).toEqual({
      id: open,
      vendor: { name: 'Omar Haddad' },
      visitor: { name: 'Mei Lin' },
    });
    expect((await rival.client.from('sessions').select('*')).data).toEqual([]);
    expect((await vendor.client.from('sessions').select('*, profiles(*)')).error).toMatchObject({
      code: 'PGRST201',
    });
  });

  it('are counted', async () => {
    const { vendor, visitor } = await meet();
    await addSession(visitor, { vendor_id: vendor.profileId, visitor_id: visitor.profileId });
    const either = await visitor.client
      .from('sessions')
      .select('id', { count: 'exact' })
      .or(`vendor_id.eq.${visitor.profileId},visitor_id.eq.${visitor.profileId}`);
    expect(either.count).toBe(2);
    const unique = await vendor.client
      .from('sessions')
      .select('visitor_id')
      .eq('vendor_id', vendor.profileId);
    expect(new Set(unique.data?.map((row) => row.visitor_id))).toEqual(new Set([visitor.profileId]));
    const last = await vendor.client
      .from('sessions')
      .select('created_at')
      .eq('vendor_id', vendor.profileId)
      .order('created_at', { ascending: false })
      .limit(1)
      .maybeSingle();
    expect(last.data).toEqual({ created_at: expect.any(String) });
  });

  it('lead the vendor to the visitors', async () => {
    const { vendor, visitor } = await meet();
    const met = await vendor.client.from('profiles').select('*').in('id', [visitor.profileId]);
    expect(met.data).toMatchObject([{ name: 'Mei Lin', wechat: 'mei_lin' }]);
    expect((await vendor.client.from('profiles').select('*').in('id', [rival.profileId])).data).toEqual([]);
  });

  it('are not changed by a plain update: joining has a function', async () => {
    const [vendor, visitor] = await addPair();
    const open = await addSession(vendor, { vendor_id: vendor.profileId });
    const update = await visitor.client
      .from('sessions')
      .update({ visitor_id: visitor.profileId, status: 'active' })
      .eq('id', open)
      .is('visitor_id', null)
      .select();
    expect(update).toMatchObject({ status: 403, error: { code: '42501' } });
  });

  describe('hold messages', () => {
    const message = (session: string, sender: Guest, more: Record<string, unknown> = {}) => ({
      session_id: session,
      sender_id: sender.profileId,
      content: 'How many pieces do you need?',
      translated_content: '您需要多少件?',
      type: 'text',
      source_language: 'en',
      target_language: 'zh',
      ...more,
    });

    it('that are sent, and read in order with their senders', async () => {
      const { vendor, visitor, open } = await meet();
      expect(await vendor.client.from('messages').insert(message(open, vendor))).toMatchObject({
        status: 201,
        error: null,
        data: null,
      });
      const id = randomUUID();
      const reply = message(open, visitor, { id, content: '一千件', translated_content: null });
      expect(
        (await visitor.client.from('messages').insert(reply).select('id, content').single()).data,
      ).toEqual({
        id,
        content: '一千件',
      });
      // A repeat after a lost answer sends nothing twice.
      expect(await visitor.client.from('messages').insert(reply)).toMatchObject({
        status: 409,
        error: { code: '23505' },
      });
      const ignored = visitor.client.from('messages').upsert(reply, { ignoreDuplicates: true });
      expect(await ignored).toMatchObject({ status: 201, error: null });
      const translated = await visitor.client
        .from('messages')
        .update({ translated_content: 'One thousand pieces', target_language: 'en' })
        .eq('id', id);
      expect(translated).toMatchObject({ status: 204, error: null });
      const { data, error } = await visitor.client
        .from('messages')
        .select('*, sender:profiles(id, name, company, avatar_url, language)')
        .eq('session_id', open)
        .order('created_at', { ascending: true });
      expect(error).toBeNull();
      expect(data?.map((row) => [row.sender.name, row.content, row.translated_content])).toEqual([
        ['Omar Haddad', 'How many pieces do you need?', '您需要多少件?'],
        ['Mei Lin', '一千件', 'One thousand pieces'],
      ]);
      expect((await rival.client.from('messages').select('*').eq('session_id', open)).data).toEqual([]);
    });

    it('that are refused when they are not right', async () => {
      const { vendor, visitor, open } = await meet();
      const send = (more: Record<string, unknown>) =>
        vendor.client.from('messages').insert(message(open, vendor, more));
      // Row-level security refuses some of these before their bounds do.
      const write = (more: Record<string, unknown>) =>
        server
          .client(server.ctx.apiKeys.secret)
          .from('messages')
          .insert(message(open, vendor, more));
      expect(await send({ content: '  ' })).toMatchObject({ status: 400, error: { code: '23514' } });
      expect(await send({ content: 'x'.repeat(5001) })).toMatchObject({
        status: 400,
        error: { code: '23514' },
      });
      expect(await send({ sender_id: visitor.profileId })).toMatchObject({
        status: 403,
        error: { code: '42501' },
      });
      expect(await send({ session_id: randomUUID() })).toMatchObject({
        status: 403,
        error: { code: '42501' },
      });
      for (const bad of [
        { type: 'video' },
        { source_language: 'fr' },
        { target_language: 'fr' },
        { translated_content: 'x'.repeat(20_001) },
        { transcript: 'x'.repeat(5_001) },
        { duration_ms: -1 },
        { duration_ms: 3_600_001 },
        { file_name: '' },
        { file_name: 'x'.repeat(121) },
        { file_name: 'a/b.pdf' },
        { file_name: 'invoice\u202Efdp.exe' },
        { file_size: -1 },
        { picture_width: 0 },
        { picture_height: 20_001 },
        { said_by: 'interpreter' },
        { said_by: 'vendor', type: 'audio' },
        { product: ['price'] },
        { product: { price: 5 } },
        { product: { price: 'x'.repeat(61) } },
        { product: { minimum_quantity: 'x'.repeat(61) } },
        { product: { price: '5', colour: 'red' } },
      ]) {
        expect([bad, await write(bad)]).toMatchObject([bad, { status: 400, error: { code: '23514' } }]);
      }
      expect(await send({ created_at: '2020-01-01' })).toMatchObject({
        status: 403,
        error: { code: '42501' },
      });
    });
  });
});

describe('strangers', () => {
  it('see none of it', async () => {
    for (const table of ['profiles', 'sessions', 'messages']) {
      expect(await server.client().from(table).select('*')).toMatchObject({
        status: 401,
        error: { code: '42501' },
      });
    }
  });

  it('with the secret key see all of it', async () => {
    const { vendor, visitor, open } = await meet();
    for (const { client, profileId } of [vendor, visitor]) {
      const message = { session_id: open, sender_id: profileId, content: 'Good morning' };
      await client.from('messages').insert(message).throwOnError();
    }
    const admin = server.client(server.ctx.apiKeys.secret);
    const ids = [vendor, visitor, rival].map(({ profileId }) => profileId);
    expect((await admin.from('profiles').select('id').in('id', ids)).data).toHaveLength(3);
    const messages = admin.from('messages').select('id', { count: 'exact', head: true });
    expect((await messages.eq('session_id', open)).count).toBe(2);
  });
});
