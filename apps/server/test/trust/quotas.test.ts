import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { meet, openSession } from './support.ts';

// Quotas of rows and the message rate through the official client: supabase/schemas/18_quotas.sql.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Runs `work` while a quota has another number. */
async function withQuota(
  name: string,
  { members, guests = 0 }: { members: number; guests?: number },
  work: () => Promise<void>,
): Promise<void> {
  const [before] = await server.sql('select * from private.quotas where name = $1', [name]);
  await server.sql('update private.quotas set members = $2, guests = $3 where name = $1', [
    name,
    members,
    guests,
  ]);
  try {
    await work();
  } finally {
    await server.sql('update private.quotas set members = $2, guests = $3 where name = $1', [
      name,
      before?.members,
      before?.guests,
    ]);
  }
}

const card = (of: Person, name = 'Wei') => ({ owner_id: of.profileId, name });
const say = (of: Person, session: string, content = 'Hello') =>
  of.client
    .from('messages')
    .insert({ id: randomUUID(), session_id: session, sender_id: of.profileId, content });

/** A guest: a user without an address, with a visitor's profile. */
async function guest(): Promise<Pick<Person, 'client' | 'profileId'>> {
  const client = server.client();
  const { data } = await client.auth.signInAnonymously();
  const { data: profile } = await client
    .from('profiles')
    .insert({ user_id: data.user?.id, role: 'visitor', name: 'Guest' })
    .select('id')
    .single()
    .throwOnError();
  return { client, profileId: profile.id };
}

describe('kept rows', () => {
  it('of cards end at the quota, which is named, and go on once one is deleted', async () => {
    const [owner, other] = await Promise.all([
      server.person({ role: 'visitor' }),
      server.person({ role: 'visitor' }),
    ]);
    await withQuota('scanned_cards', { members: 3 }, async () => {
      const cards = owner.client.from('scanned_cards');
      await cards.insert([card(owner), card(owner)]).throwOnError();
      const both = await cards.insert([card(owner), card(owner)]);
      expect([both.status, both.error]).toEqual([
        413,
        expect.objectContaining({
          code: 'PT413',
          message: 'Quota reached: 3 cards',
          details: 'quota: scanned_cards',
        }),
      ]);
      // All or nothing: a refused call left nothing behind.
      const { data: kept } = await cards.insert(card(owner)).select('id').single().throwOnError();
      expect((await cards.insert(card(owner))).error?.code).toBe('PT413');
      await cards.delete().eq('id', kept.id).throwOnError();
      await cards.insert(card(owner)).throwOnError();
      // Other users' rows, and the server's own, are not counted.
      await other.client.from('scanned_cards').insert(card(other)).throwOnError();
      await server.sql('insert into scanned_cards (owner_id, name) values ($1, $2)', [
        owner.profileId,
        'Nora',
      ]);
    });
  });

  it('end exactly there when many are written at once', async () => {
    const owner = await server.person({ role: 'visitor' });
    await withQuota('scanned_cards', { members: 5 }, async () => {
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => owner.client.from('scanned_cards').insert(card(owner))),
      );
      expect(answers.filter(({ error }) => error === null)).toHaveLength(5);
      expect(new Set(answers.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['PT413']));
    });
  });

  it('are fewer for a guest', async () => {
    const someone = await guest();
    const full = await server.person({ role: 'visitor' });
    await withQuota('scanned_cards', { members: 2, guests: 1 }, async () => {
      const cards = someone.client.from('scanned_cards');
      await cards.insert({ owner_id: someone.profileId, name: 'Wei' }).throwOnError();
      expect((await cards.insert({ owner_id: someone.profileId, name: 'Wei' })).error).toMatchObject({
        code: 'PT413',
        message: 'Quota reached: 1 cards',
      });
      await full.client
        .from('scanned_cards')
        .insert([card(full), card(full)])
        .throwOnError();
    });
  });

  it('of leads end at the quota; changing one goes on', async () => {
    const vendor = await server.person({ role: 'vendor' });
    const [one, two] = await Promise.all([
      server.person({ role: 'visitor' }),
      server.person({ role: 'visitor' }),
    ]);
    for (const visitor of [one, two]) await meet(vendor, visitor);
    const lead = (person: Person) => ({ owner_id: vendor.profileId, person_id: person.profileId, note: 'x' });
    await withQuota('leads', { members: 1 }, async () => {
      const leads = vendor.client.from('leads');
      await leads.insert(lead(one)).throwOnError();
      expect((await leads.insert(lead(two))).error).toMatchObject({
        code: 'PT413',
        details: 'quota: leads',
      });
      await leads.update({ note: 'y' }).eq('person_id', one.profileId).throwOnError();
    });
  });

  it('of exports end for the day', async () => {
    const owner = await server.person({ role: 'visitor' });
    const record = () =>
      owner.client
        .from('data_exports')
        .insert({ id: randomUUID(), owner_id: owner.profileId, kind: 'cards', format: 'csv', items: 1 });
    await withQuota('data_exports', { members: 1 }, async () => {
      expect((await record()).error).toBeNull();
      expect((await record()).error?.code).toBe('PT413');
    });
  });

  it('end for everybody when the installation is full', async () => {
    const owner = await server.person({ role: 'visitor' });
    await owner.client.from('scanned_cards').insert(card(owner)).throwOnError();
    await server.sql('analyze scanned_cards');
    await server.sql(`update private.quotas set installation = 0 where name = 'scanned_cards'`);
    try {
      const refused = await owner.client.from('scanned_cards').insert(card(owner));
      expect([refused.status, refused.error?.code, refused.error?.message]).toEqual([
        507,
        'PT507',
        'This installation is full',
      ]);
    } finally {
      await server.sql(`update private.quotas set installation = 5000000 where name = 'scanned_cards'`);
    }
  });
});

describe('chats', () => {
  it('of a visitor end at the quota, and never use up a vendor’s', async () => {
    const [vendor, visitor] = await Promise.all([
      server.person({ role: 'vendor' }),
      server.person({ role: 'visitor' }),
    ]);
    const start = () =>
      visitor.client.from('sessions').insert({ vendor_id: vendor.profileId, visitor_id: visitor.profileId });
    await withQuota('chats', { members: 2 }, async () => {
      await withQuota('open_invitations', { members: 1 }, async () => {
        await start().throwOnError();
        await start().throwOnError();
        expect((await start()).error).toMatchObject({ code: 'PT413', details: 'quota: chats' });
        const invitation = await openSession(vendor);
        const second = await vendor.client.from('sessions').insert({ vendor_id: vendor.profileId });
        expect(second.error).toMatchObject({ code: 'PT413', details: 'quota: open_invitations' });
        // A joined chat no longer counts as an invitation.
        await visitor.client.rpc('join_session', { session_id: invitation }).throwOnError();
        await openSession(vendor);
      });
    });
  });

  it('of a vendor with one person end at the quota', async () => {
    const [vendor, visitor] = await Promise.all([
      server.person({ role: 'vendor' }),
      server.person({ role: 'visitor' }),
    ]);
    await meet(vendor, visitor);
    await withQuota('chats_with_one_person', { members: 2 }, async () => {
      const again = () =>
        vendor.client.from('sessions').insert({ vendor_id: vendor.profileId, visitor_id: visitor.profileId });
      await again().throwOnError();
      expect((await again()).error).toMatchObject({ code: 'PT413', details: 'quota: chats_with_one_person' });
    });
  });
});

describe('messages', () => {
  it('come at the rate of a person: 30 in ten seconds', async () => {
    const [vendor, visitor] = await Promise.all([
      server.person({ role: 'vendor' }),
      server.person({ role: 'visitor' }),
    ]);
    const chat = await meet(vendor, visitor);
    const answers = await Promise.all(Array.from({ length: 36 }, () => say(visitor, chat)));
    const refused = answers.filter(({ error }) => error);
    expect(refused.map(({ status, error }) => [status, error?.code, error?.message])).toEqual(
      Array.from({ length: 6 }, () => [429, 'PT429', 'At most 30 messages in 10 seconds']),
    );
    // The other one is not held up.
    await say(vendor, chat).throwOnError();
  });

  it('are counted over a minute, in one statement as in many', async () => {
    const [vendor, visitor] = await Promise.all([
      server.person({ role: 'vendor' }),
      server.person({ role: 'visitor' }),
    ]);
    const chat = await meet(vendor, visitor);
    await withQuota('messages_per_minute', { members: 3 }, async () => {
      const rows = (count: number) =>
        Array.from({ length: count }, () => ({
          session_id: chat,
          sender_id: visitor.profileId,
          content: 'Hello',
        }));
      const many = await visitor.client.from('messages').insert(rows(4));
      expect(many.error).toMatchObject({ code: 'PT429', details: 'quota: messages_per_minute' });
      await visitor.client.from('messages').insert(rows(3)).throwOnError();
      await server.sql(
        `update messages set created_at = created_at - interval '2 minutes' where sender_id = $1`,
        [visitor.profileId],
      );
      await visitor.client.from('messages').insert(rows(3)).throwOnError();
    });
  });

  it('that were sent before are told so, however fast they come again', async () => {
    const [vendor, visitor] = await Promise.all([
      server.person({ role: 'vendor' }),
      server.person({ role: 'visitor' }),
    ]);
    const chat = await meet(vendor, visitor);
    const row = { id: randomUUID(), session_id: chat, sender_id: visitor.profileId, content: 'Hello' };
    await withQuota('messages_per_minute', { members: 1 }, async () => {
      await visitor.client.from('messages').insert(row).throwOnError();
      expect((await visitor.client.from('messages').insert(row)).error?.code).toBe('23505');
      expect((await say(visitor, chat)).error?.code).toBe('PT429');
    });
  });
});

it('the quotas are out of reach for callers', async () => {
  const visitor = await server.person({ role: 'visitor' });
  for (const { client } of [visitor, { client: server.client(server.ctx.apiKeys.secret) }]) {
    const { error } = await client
      .schema('private' as never)
      .from('quotas')
      .select();
    expect(error).toMatchObject({ code: 'PGRST106' });
  }
});
