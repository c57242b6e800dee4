import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { exportOf } from '../account/support.ts';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { meet, openSession } from './support.ts';

// Sharing of card fields, through the official client: supabase/schemas/07_sharing.sql. The access
// rules are in rls-matrix/card-shares.ts.

const CARD = {
  name: 'Wei Zhang',
  company: 'Lumen Imports',
  designation: 'Buyer',
  email: 'wei@lumen.example',
  phone: '+86 10 5550 1234',
  whatsapp: '+8613900001111',
  wechat: 'wei-lumen',
  linkedin: 'https://linkedin.example/wei',
  website: 'https://lumen.example',
} as const;

let server: TestServer;
let vendor: Person;
let visitor: Person;
let session: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  [vendor, visitor] = await Promise.all([
    server.person({ role: 'vendor', name: 'Nora', company: 'Halden Lights' }),
    server.person({ role: 'visitor', ...CARD }),
  ]);
  session = await meet(vendor, visitor);
});

const choose = (owner: Person, choice: { person?: string; share?: string[]; withhold?: string[] }) =>
  owner.client.rpc('share_card', choice);
const withhold = (...fields: string[]) =>
  choose(visitor, { person: vendor.profileId, withhold: fields }).throwOnError();
const history = async (owner: Person) =>
  (await owner.client.from('card_share_history').select('*').order('created_at').throwOnError()).data;

/** Every text that the vendor gets by any way that leads to the visitor's profile. */
async function everythingRead(): Promise<string> {
  const rest = vendor.client;
  const id = visitor.profileId;
  const answers = await Promise.all([
    rest.from('profiles').select('*').eq('id', id),
    rest.from('profiles').select('*'),
    rest.from('shared_profiles').select('*').eq('id', id),
    rest
      .from('sessions')
      .select('*, vendor:profiles!vendor_id(*), visitor:profiles!visitor_id(*)')
      .eq('id', session),
    rest.from('sessions').select('*, visitor:shared_profiles!visitor_id(*)').eq('id', session),
    rest.from('sessions').select('*, profiles!inner(*)').eq('id', session),
    rest.from('messages').select('*, sender:profiles!sender_id(*)').eq('session_id', session),
    rest.from('messages').select('*, sender:shared_profiles!sender_id(*)').eq('session_id', session),
    rest.from('chat_list').select('*'),
    rest.from('session_summaries').select('*'),
    rest.from('lead_list').select('*'),
    rest.from('leads').select('*, person:profiles!person_id(*)'),
    rest.from('leads').insert({ owner_id: vendor.profileId, person_id: id }).select('*, shared_profiles(*)'),
    rest.rpc('session_invite', { session_id: session }),
  ]);
  return JSON.stringify(answers.map(({ data, error }) => ({ data, error })));
}

describe('what is withheld', () => {
  it('is nowhere to be read by whom it is withheld from, and everything else is', async () => {
    await visitor.client
      .from('messages')
      .insert({ session_id: session, sender_id: visitor.profileId, content: 'Hello' })
      .throwOnError();
    const before = await everythingRead();
    for (const value of Object.values(CARD)) expect(before).toContain(value);
    await vendor.client.from('leads').delete().eq('person_id', visitor.profileId).throwOnError();

    await withhold('email', 'phone', 'company');
    const after = await everythingRead();
    for (const field of ['email', 'phone', 'company'] as const) {
      expect(after, field).not.toContain(CARD[field]);
      expect(after, field).not.toContain(CARD[field].toLowerCase());
    }
    for (const field of ['name', 'designation', 'whatsapp', 'wechat', 'website'] as const) {
      expect(after, field).toContain(CARD[field]);
    }
    // Their owner reads all of it as ever.
    const { data: own } = await visitor.client
      .from('profiles')
      .select('*')
      .eq('user_id', visitor.userId)
      .single();
    expect(own).toMatchObject(CARD);
    expect(
      (await visitor.client.from('shared_profiles').select('*').eq('id', visitor.profileId).single()).data,
    ).toMatchObject(CARD);
  });

  it('is no oracle: no filter, order, search or count answers by it', async () => {
    const other = await server.person({ role: 'visitor', name: 'Aria', email: 'b@x.example', phone: '2' });
    await meet(vendor, other);
    await withhold('email', 'phone');
    const rest = vendor.client;
    const counts = await Promise.all(
      ['profiles', 'shared_profiles', 'lead_list'].flatMap((table) => [
        rest.from(table).select('*', { count: 'exact', head: true }).eq('email', CARD.email),
        rest.from(table).select('*', { count: 'exact', head: true }).like('email', 'wei%'),
        rest
          .from(table)
          .select('*', { count: 'exact', head: true })
          .match({ name: CARD.name, phone: CARD.phone }),
        rest
          .from(table)
          .select('*', { count: 'exact', head: true })
          .or(`email.eq.${CARD.email},phone.eq."${CARD.phone}"`),
        rest.from(table).select('*', { count: 'exact', head: true }).filter('email', 'match', '^wei'),
      ]),
    );
    expect(counts.map(({ error, count }) => error ?? count)).toEqual(counts.map(() => 0));
    const embedded = await rest
      .from('sessions')
      .select('id, visitor:shared_profiles!visitor_id!inner(id)')
      .eq('visitor.email', CARD.email)
      .throwOnError();
    expect(embedded.data).toEqual([]);
    // The sort ignores the hidden value, so either may come first; only one of them has an address.
    for (const ascending of [true, false]) {
      const { data } = await rest
        .from('shared_profiles')
        .select('name')
        .in('id', [visitor.profileId, other.profileId])
        .order('email', { ascending, nullsFirst: false })
        .throwOnError();
      expect(data.map(({ name }) => name)).toEqual(['Aria', CARD.name]);
    }
    const found = await rest
      .from('lead_list')
      .select('name')
      .like('search', '%lumen.example%')
      .throwOnError();
    expect(found.data).toEqual([]);
    const byCompany = await rest
      .from('lead_list')
      .select('name')
      .like('search', '%lumen imports%')
      .throwOnError();
    expect(byCompany.data).toEqual([{ name: CARD.name }]);
  });

  it('is not sent live: a change of the row is not reported, only that there is something to read', async () => {
    await withhold('phone');
    const seen: unknown[] = [];
    await new Promise<void>((resolve, reject) => {
      vendor.client
        .channel('card')
        .on('postgres_changes', { event: '*', schema: 'public', table: 'profiles' }, (change) =>
          seen.push(change),
        )
        .on('postgres_changes', { event: '*', schema: 'public', table: 'profile_changes' }, (change) =>
          seen.push(change),
        )
        .on('system', {}, ({ status }) => (status === 'ok' ? resolve() : reject(new Error('not subscribed'))))
        .subscribe();
    });
    await visitor.client
      .from('profiles')
      .update({ phone: '+1 555 0999', name: 'Wei Z.' })
      .eq('id', visitor.profileId)
      .throwOnError();
    await vi.waitFor(() => expect(JSON.stringify(seen)).toContain(visitor.profileId), 10_000);
    await choose(visitor, { person: vendor.profileId, withhold: ['email'] }).throwOnError();
    // The next one of a row that may be told: whatever was to come before it, has.
    await vendor.client
      .from('profiles')
      .update({ name: 'Nora H.' })
      .eq('id', vendor.profileId)
      .throwOnError();
    await vi.waitFor(() => expect(JSON.stringify(seen)).toContain('Nora H.'), 10_000);
    expect(JSON.stringify(seen)).not.toContain('555 0999');
    expect(JSON.stringify(seen)).not.toContain('withheld');
  });

  it('holds for what is exported of the account by the other side', async () => {
    await withhold('email', 'phone');
    const zip = await exportOf(vendor.client);
    const text = [...zip.values()].map((bytes) => Buffer.from(bytes).toString('utf8'));
    expect(text.join()).toContain(CARD.wechat);
    expect(text.join()).not.toContain(CARD.email);
    expect(text.join()).not.toContain(CARD.phone);
    // The export includes the record of what the user withholds.
    const own = await exportOf(visitor.client);
    expect(Buffer.from(own.get('trust/share-history.json') ?? '').toString('utf8')).toContain(
      '"withheld":["email","phone"]',
    );
  });

  it('is given again at once when it is shared again', async () => {
    await withhold('email');
    await choose(visitor, { person: vendor.profileId, share: ['email'] }).throwOnError();
    const { data } = await vendor.client
      .from('profiles')
      .select('email')
      .eq('id', visitor.profileId)
      .single();
    expect(data).toEqual({ email: CARD.email });
  });

  it('is withheld from one person alone', async () => {
    const second = await server.person({ role: 'vendor', name: 'Omar' });
    await meet(second, visitor);
    await withhold('email');
    const { data } = await second.client
      .from('profiles')
      .select('email')
      .eq('id', visitor.profileId)
      .single();
    expect(data).toEqual({ email: CARD.email });
  });
});

describe('the default', () => {
  it('holds for whom one meets from now on, and leaves those met before', async () => {
    await choose(visitor, { withhold: ['phone', 'wechat'] }).throwOnError();
    const later = await server.person({ role: 'vendor', name: 'Omar' });
    await meet(later, visitor);
    const read = (reader: Person) =>
      reader.client
        .from('shared_profiles')
        .select('phone, wechat, email')
        .eq('id', visitor.profileId)
        .single();
    expect((await read(vendor)).data).toEqual({ phone: CARD.phone, wechat: CARD.wechat, email: CARD.email });
    expect((await read(later)).data).toEqual({ phone: null, wechat: null, email: CARD.email });
    // Taking the default back gives nothing to those who met it.
    await choose(visitor, { share: ['phone', 'wechat'] }).throwOnError();
    expect((await read(later)).data).toMatchObject({ phone: null, wechat: null });
  });

  it('of a vendor holds for the list, the invitation and strangers', async () => {
    await choose(vendor, { withhold: ['company', 'email'] }).throwOnError();
    const made = await openSession(vendor);
    const stranger = await server.person({ role: 'visitor' });
    const anonymous = server.client();
    for (const { client } of [stranger, { client: anonymous }]) {
      const { data } = await client.rpc('session_invite', { session_id: made }).throwOnError();
      expect(data[0].vendor).toEqual({ id: vendor.profileId, name: 'Nora', company: null, avatar_url: null });
    }
    const listed = await stranger.client
      .from('shared_profiles')
      .select('company, email')
      .eq('id', vendor.profileId);
    expect(listed.data).toEqual([{ company: null, email: null }]);
    // The vendor herself reads her own.
    const own = await vendor.client.rpc('session_invite', { session_id: made }).throwOnError();
    expect(own.data[0].vendor.company).toBe('Halden Lights');
  });

  it('is overruled by what was chosen for a vendor before the chat began', async () => {
    const next = await server.person({ role: 'vendor', name: 'Omar' });
    await choose(visitor, { person: next.profileId, withhold: ['email'] }).throwOnError();
    await meet(next, visitor);
    const { data } = await next.client
      .from('shared_profiles')
      .select('email, phone')
      .eq('id', visitor.profileId)
      .single();
    expect(data).toEqual({ email: null, phone: CARD.phone });
  });
});

describe('everybody at once', () => {
  it('gets what the default says, in place of what was chosen for each, in one line of the record', async () => {
    const second = await server.person({ role: 'vendor', name: 'Omar' });
    await meet(second, visitor);
    await choose(visitor, { person: second.profileId, withhold: ['email'] }).throwOnError();
    await choose(visitor, { withhold: ['phone', 'wechat'] }).throwOnError();
    const before = (await history(visitor)).length;
    const apply = () => visitor.client.rpc('share_card_with_all');
    expect((await apply().throwOnError()).data).toBe(2);
    for (const { client } of [vendor, second]) {
      const { data } = await client
        .from('shared_profiles')
        .select('email, phone, wechat')
        .eq('id', visitor.profileId)
        .single();
      expect(data).toEqual({ email: CARD.email, phone: null, wechat: null });
    }
    // The second call has no work and writes no rows.
    expect((await apply().throwOnError()).data).toBe(0);
    const entries = (await history(visitor)).slice(before);
    expect(entries).toMatchObject([{ reason: 'everyone', viewer_id: null, withheld: ['phone', 'wechat'] }]);
    expect(entries[0].shared).toContain('email');
    expect(entries[0].shared).not.toContain('phone');
    // Other users’ choices are unchanged.
    expect((await vendor.client.from('card_shares').select('withheld')).data).toEqual([{ withheld: [] }]);
  });

  it('can be withdrawn from without end, and given to twenty times a day', async () => {
    await server.sql(
      `insert into card_share_history (owner_id, reason, shared, withheld)
       select $1, 'everyone', '{}', '{}' from generate_series(1, 20)`,
      [visitor.profileId],
    );
    await choose(visitor, { withhold: ['phone'] }).throwOnError();
    expect((await visitor.client.rpc('share_card_with_all')).data).toBe(1);
    await choose(visitor, { share: ['phone'] }).throwOnError();
    expect((await visitor.client.rpc('share_card_with_all')).error).toMatchObject({ code: 'PT429' });
  });
});

describe('the record', () => {
  it('says what was shared at the exchange, withdrawn and given again, and when', async () => {
    await withhold('email', 'phone');
    await choose(visitor, { person: vendor.profileId, share: ['email'] }).throwOnError();
    // A choice without effect is not recorded.
    await withhold('phone');
    const all = ['company', 'designation', 'email', 'linkedin', 'phone', 'website', 'wechat', 'whatsapp'];
    const entries = await history(visitor);
    expect(entries).toMatchObject([
      { reason: 'exchange', viewer_id: vendor.profileId, shared: all, withheld: [] },
      {
        reason: 'choice',
        shared: all.filter((field) => field !== 'email' && field !== 'phone'),
        withheld: ['email', 'phone'],
      },
      { reason: 'choice', shared: all.filter((field) => field !== 'phone'), withheld: ['phone'] },
    ]);
    const times = entries.map(({ created_at }) => created_at);
    expect([...times].sort()).toEqual(times);
    // The vendor's own card went the other way.
    expect(await history(vendor)).toMatchObject([
      { reason: 'exchange', viewer_id: visitor.profileId, shared: ['company', 'email'] },
    ]);
  });

  it('is one exchange for each pair, however often they meet', async () => {
    await meet(vendor, visitor);
    await vendor.client
      .from('sessions')
      .insert({ vendor_id: vendor.profileId, visitor_id: visitor.profileId })
      .throwOnError();
    expect(await history(visitor)).toHaveLength(1);
  });

  it('tells when an empty field was added to a card that another user has', async () => {
    const edit = (card: object) =>
      vendor.client.from('profiles').update(card).eq('id', vendor.profileId).throwOnError();
    await edit({ phone: '+971 4 555 0100', wechat: 'nora', company: 'Halden' });
    await edit({ phone: '+971 4 555 0199', wechat: null });
    await edit({ wechat: 'nora-2' });
    expect((await history(vendor)).slice(1)).toMatchObject([
      { reason: 'filled', viewer_id: null, shared: ['phone', 'wechat'], withheld: [] },
      { reason: 'filled', viewer_id: null, shared: ['wechat'] },
    ]);
    const nobody = await server.person({ role: 'visitor', name: 'Lone' });
    await nobody.client.from('profiles').update({ phone: '1' }).eq('id', nobody.profileId).throwOnError();
    expect(await history(nobody)).toEqual([]);
  });

  it('tells of fields that were filled fifty times a day', async () => {
    const wechats = async (...values: (string | null)[]) => {
      for (const wechat of values) {
        await visitor.client.from('profiles').update({ wechat }).eq('id', visitor.profileId).throwOnError();
      }
    };
    const filled = async () => (await history(visitor)).filter(({ reason }) => reason === 'filled').length;
    await server.sql(
      `insert into card_share_history (owner_id, reason, shared, withheld)
       select $1, 'filled', '{wechat}', '{}' from generate_series(1, 49)`,
      [visitor.profileId],
    );
    await wechats(null, 'wei-2', null, 'wei-3');
    expect(await filled()).toBe(50);
    await server.sql(`delete from card_share_history where owner_id = $1 and reason = 'filled'`, [
      visitor.profileId,
    ]);
    await wechats(null, 'wei-4');
    expect(await filled()).toBe(1);
  });

  it('cannot be altered by anybody', async () => {
    for (const client of [visitor.client, vendor.client, server.client(server.ctx.apiKeys.secret)]) {
      expect(
        (await client.from('card_share_history').update({ shared: [] }).eq('owner_id', visitor.profileId))
          .error?.code,
      ).toBe('42501');
      expect(
        (await client.from('card_share_history').delete().eq('owner_id', visitor.profileId)).error?.code,
      ).toBe('42501');
    }
    await expect(
      server.sql('update card_share_history set shared = $1 where owner_id = $2', [[], visitor.profileId]),
    ).rejects.toThrow('The record of what was shared cannot be changed');
  });
});

describe('choices', () => {
  it('of two devices at once are both kept', async () => {
    const fields = ['company', 'designation', 'email', 'phone', 'whatsapp', 'wechat', 'linkedin', 'website'];
    await Promise.all(fields.map((field) => withhold(field)));
    const { data } = await visitor.client.from('card_shares').select('withheld').single().throwOnError();
    expect(data.withheld).toEqual([...fields].sort());
    const entries = await history(visitor);
    expect(entries.map(({ withheld }) => withheld.length)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('go on beside a block, and end with the account', async () => {
    await visitor.client
      .from('blocks')
      .insert({ blocker_id: visitor.profileId, blocked_id: vendor.profileId })
      .throwOnError();
    await withhold('email');
    const { data } = await vendor.client
      .from('shared_profiles')
      .select('email')
      .eq('id', visitor.profileId)
      .single();
    expect(data).toEqual({ email: null });
    await server.sql('delete from auth.users where id = $1', [visitor.userId]);
    for (const table of ['card_shares', 'card_share_history', 'card_share_defaults', 'profile_changes']) {
      const column = table === 'profile_changes' ? 'profile_id' : 'owner_id';
      expect(await server.sql(`select 1 from ${table} where ${column} = $1`, [visitor.profileId])).toEqual(
        [],
      );
    }
  });

  it('name fields of the card, each in one list', async () => {
    for (const [share, held] of [
      [[], ['name']],
      [['salary'], []],
      [['email'], ['email']],
    ]) {
      const { error } = await choose(visitor, {
        person: vendor.profileId,
        share: share ?? [],
        withhold: held ?? [],
      });
      expect(error).toMatchObject({ code: 'PT400' });
    }
  });

  it('are not endless; withdrawing is always possible', async () => {
    await server.sql(
      `insert into card_share_history (owner_id, viewer_id, reason, shared, withheld)
       select $1, $2, 'choice', '{}', '{}' from generate_series(1, 300)`,
      [visitor.profileId, vendor.profileId],
    );
    await withhold('email');
    const { error } = await choose(visitor, { person: vendor.profileId, share: ['email'] });
    expect(error).toMatchObject({ code: 'PT429' });
  });
});
