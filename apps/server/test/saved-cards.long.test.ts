import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from './harness.ts';

// The saved cards through the official client: supabase/schemas/11_cards.sql. The permissions are
// tested in rls-matrix.ts.

let server: TestServer;
let owner: Person;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person({ role: 'visitor', name: 'Wei' });
});
afterAll(() => server.stop());

async function keep(card: object) {
  const { data } = await owner.client
    .from('scanned_cards')
    .insert({ owner_id: owner.profileId, ...card })
    .select('*')
    .single()
    .throwOnError();
  return data;
}

async function ids(): Promise<string[]> {
  const { data } = await owner.client.from('scanned_cards').select('id').throwOnError();
  return data.map(({ id }) => id as string);
}

describe('a card', () => {
  it('is kept with its tags in all scripts, and as old as its scan', async () => {
    const scannedAt = '2026-01-05T08:00:00+00:00';
    const card = await keep({ name: '陈思远', tags: ['照明', 'إضاءة', 'lamps'], created_at: scannedAt });
    expect(card).toMatchObject({ tags: ['照明', 'إضاءة', 'lamps'], created_at: scannedAt, note: null });
    expect(Date.parse(card.updated_at)).toBeGreaterThan(Date.parse(scannedAt));
  });

  it('is not kept twice by one id, and never dated into the future', async () => {
    const id = randomUUID();
    const card = await keep({ id, name: 'Lucía Ferrer', created_at: '2999-01-01' });
    expect(Date.parse(card.created_at)).toBeLessThanOrEqual(Date.parse(card.updated_at));
    const { error } = await owner.client
      .from('scanned_cards')
      .insert({ id, owner_id: owner.profileId, name: 'Lucía Ferrer' });
    expect(error?.code).toBe('23505');
  });

  it('changes its time with every change', async () => {
    const card = await keep({ company: 'Ferrer Importaciones' });
    const { data } = await owner.client
      .from('scanned_cards')
      .update({ note: 'Samples by May' })
      .eq('id', card.id)
      .select('updated_at')
      .single()
      .throwOnError();
    expect(data.updated_at > card.updated_at).toBe(true);
  });

  it.each([
    ['nothing on it', { name: ' ', note: 'met at the door' }],
    ['a name of 201 characters', { name: 'x'.repeat(201) }],
    ['a tag of 41 characters', { name: 'x', tags: ['x'.repeat(41)] }],
    ['tags within tags', { name: 'x', tags: [['a'], ['b']] }],
  ])('with %s is refused', async (_, card) => {
    const { error } = await owner.client.from('scanned_cards').insert({ owner_id: owner.profileId, ...card });
    expect(error?.code).toBe('23514');
  });

  it("is kept for a badge's opaque id alone, which a merge keeps too", async () => {
    const [first, second] = [await keep({ badge: '8F3A-22C1' }), await keep({ name: 'Ada Okafor' })];
    expect(first).toMatchObject({ badge: '8F3A-22C1', name: null });
    const { data } = await owner.client
      .rpc('merge_scanned_cards', {
        kept: first.id,
        others: [second.id],
        seen: [first.updated_at, second.updated_at],
        card: { name: 'Ada Okafor', badge: '8F3A-22C1' },
      })
      .throwOnError();
    expect(data).toMatchObject({ badge: '8F3A-22C1', name: 'Ada Okafor' });
    await owner.client.from('scanned_cards').update({ badge: '8F3A-22C2' }).eq('id', first.id).throwOnError();
    expect(await server.sql('select badge from scanned_cards where id = $1', [first.id])).toEqual([
      { badge: '8F3A-22C2' },
    ]);
    const { error } = await owner.client
      .from('scanned_cards')
      .insert({ owner_id: owner.profileId, badge: '8'.repeat(301) });
    expect(error?.code).toBe('23514');
  });

  it('goes with its owner', async () => {
    const guest = await server.person({ role: 'visitor', name: 'Guest' });
    await guest.client
      .from('scanned_cards')
      .insert({ owner_id: guest.profileId, name: 'Somebody' })
      .throwOnError();
    await server.sql('delete from auth.users where id = $1', [guest.userId]);
    expect(await server.sql('select id from scanned_cards where owner_id = $1', [guest.profileId])).toEqual(
      [],
    );
  });
});

describe('merging', () => {
  const MERGED = {
    name: 'Lucía Ferrer',
    phone: '+34 600 555 010',
    tags: ['tiles'],
    note: 'Phone: +34 91 555 0142',
  };

  it('leaves one card with everything, and the other is gone', async () => {
    const [first, second] = [await keep({ name: 'Lucía' }), await keep({ name: 'L. Ferrer' })];
    const { data } = await owner.client
      .rpc('merge_scanned_cards', {
        kept: first.id,
        others: [second.id],
        seen: [first.updated_at, second.updated_at],
        card: MERGED,
      })
      .throwOnError();
    expect(data).toMatchObject({
      ...MERGED,
      id: first.id,
      created_at: first.created_at,
      owner_id: owner.profileId,
    });
    expect(await ids()).not.toContain(second.id);
  });

  it.each([
    [
      'has changed on another device',
      (id: string) => owner.client.from('scanned_cards').update({ note: 'New' }).eq('id', id),
    ],
    ['is gone', (id: string) => owner.client.from('scanned_cards').delete().eq('id', id)],
  ])('is refused when one of them %s, and nothing is lost', async (_, meanwhile) => {
    const [first, second] = [await keep({ name: 'Lucía' }), await keep({ name: 'L. Ferrer' })];
    await meanwhile(second.id).throwOnError();
    const before = await ids();
    const { error, status } = await owner.client.rpc('merge_scanned_cards', {
      kept: first.id,
      others: [second.id],
      seen: [first.updated_at, second.updated_at],
      card: MERGED,
    });
    expect({ status, code: error?.code }).toEqual({ status: 409, code: 'PT409' });
    expect(await ids()).toEqual(before);
  });

  it('into something blank is refused as a whole', async () => {
    const [first, second] = [await keep({ name: 'Lucía' }), await keep({ name: 'L. Ferrer' })];
    const { error } = await owner.client.rpc('merge_scanned_cards', {
      kept: first.id,
      others: [second.id],
      seen: [first.updated_at, second.updated_at],
      card: {},
    });
    expect(error?.code).toBe('23514');
    expect(await ids()).toEqual(expect.arrayContaining([first.id, second.id]));
  });
});
