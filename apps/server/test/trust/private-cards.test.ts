import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { meet } from './support.ts';

// Callers who may not read a card: supabase/schemas/07_sharing.sql.

const CARD = {
  email: 'nora@brass.example',
  phone: '+49 30 1234567',
  whatsapp: '+49 170 1234567',
  wechat: 'nora-brass',
  company: 'Brass Works',
  designation: 'Sales',
  linkedin: 'https://www.linkedin.example/nora',
  website: 'https://brass.example',
};
const FIELDS = Object.keys(CARD).join(',');
const NOTHING = Object.fromEntries(Object.keys(CARD).map((field) => [field, null]));

let server: TestServer;
let vendor: Person;
beforeAll(async () => {
  server = await startTestServer();
  vendor = await server.person({ role: 'vendor', name: 'Nora', ...CARD });
});
afterAll(() => server.stop());

/** @returns the vendor's card as this client reads it, from the table and from the view */
async function cardFor(client: Person['client']) {
  const [{ data: row }, { data: shared }] = await Promise.all([
    client.from('profiles').select(FIELDS).eq('id', vendor.profileId).maybeSingle().throwOnError(),
    client
      .from('shared_profiles')
      .select(`name,${FIELDS}`)
      .eq('id', vendor.profileId)
      .maybeSingle()
      .throwOnError(),
  ]);
  return { row, shared };
}

describe('a user without a profile', () => {
  it.each([
    [
      'guest',
      async () => {
        const client = server.client();
        await client.auth.signInAnonymously();
        return client;
      },
    ],
    ['user with an address', async () => (await server.signUp()).client],
  ])('reads no way to reach a vendor: %s', async (_who, signIn) => {
    const client = await signIn();
    const { row, shared } = await cardFor(client);
    expect(row).toBeNull();
    expect(shared).toMatchObject({ name: 'Nora', email: null, phone: null, whatsapp: null, wechat: null });
    const filters = ['email', 'phone', 'whatsapp', 'wechat'] as const;
    for (const field of filters) {
      const { data } = await client
        .from('shared_profiles')
        .select('id')
        .eq(field, CARD[field])
        .throwOnError();
      expect(data).toEqual([]);
    }
  });

  it('reads them once there is a profile', async () => {
    const visitor = await server.person({ role: 'visitor', name: 'Wei' });
    expect(await cardFor(visitor.client)).toMatchObject({ row: CARD, shared: CARD });
  });
});

describe('who was blocked', () => {
  it('reads nothing of the blocker’s card until the block is lifted', async () => {
    const visitor = await server.person({ role: 'visitor', name: 'Wei' });
    await meet(vendor, visitor);
    expect(await cardFor(visitor.client)).toMatchObject({ row: CARD, shared: CARD });
    const told = async () =>
      (
        await server.sql<{ at: Date }>('select changed_at as at from profile_changes where profile_id = $1', [
          vendor.profileId,
        ])
      )[0]?.at;
    const before = await told();
    await vendor.client
      .from('blocks')
      .insert({ blocker_id: vendor.profileId, blocked_id: visitor.profileId })
      .throwOnError();
    expect(await cardFor(visitor.client)).toEqual({ row: null, shared: { name: 'Nora', ...NOTHING } });
    expect(await told()).not.toEqual(before);
    const { data: lead } = await visitor.client
      .from('lead_list')
      .select(FIELDS)
      .eq('person_id', vendor.profileId)
      .single()
      .throwOnError();
    expect(lead).toEqual(NOTHING);
    const { data: found } = await visitor.client
      .from('lead_list')
      .select('search')
      .eq('person_id', vendor.profileId)
      .single()
      .throwOnError();
    expect(JSON.stringify(found)).not.toMatch(/brass/i);
    // The blocker still reads the other's card.
    const { data: other } = await vendor.client
      .from('shared_profiles')
      .select('name')
      .eq('id', visitor.profileId)
      .maybeSingle();
    expect(other).toEqual({ name: 'Wei' });
    await vendor.client.from('blocks').delete().eq('blocked_id', visitor.profileId).throwOnError();
    expect(await cardFor(visitor.client)).toMatchObject({ row: CARD, shared: CARD });
  });

  it('reads nothing of it either where the blocker had withheld something before', async () => {
    const visitor = await server.person({ role: 'visitor', name: 'Wei' });
    await meet(vendor, visitor);
    await vendor.client.rpc('share_card', { person: visitor.profileId, withhold: ['phone'] }).throwOnError();
    await vendor.client
      .from('blocks')
      .insert({ blocker_id: vendor.profileId, blocked_id: visitor.profileId })
      .throwOnError();
    expect(await cardFor(visitor.client)).toEqual({ row: null, shared: { name: 'Nora', ...NOTHING } });
    const { error } = await visitor.client.from('lead_list').select('*');
    expect(error).toBeNull();
  });

  it('does not prevent deleting the account', async () => {
    const one = await server.person({ role: 'vendor', name: 'Omar' });
    await vendor.client
      .from('blocks')
      .insert({ blocker_id: vendor.profileId, blocked_id: one.profileId })
      .throwOnError();
    await one.client
      .from('blocks')
      .insert({ blocker_id: one.profileId, blocked_id: vendor.profileId })
      .throwOnError();
    await server.sql('delete from auth.users where id = $1', [one.userId]);
    expect(await server.sql('select 1 from blocks where blocker_id = $1', [one.profileId])).toEqual([]);
  });
});
