import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { exportOf } from '../account/support.ts';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { clientOf, eventually, releaseClients, watchLive } from '../realtime/fair.ts';
import { call, join, openTeam } from './support.ts';

// Cards that a member of a booth's team keeps (docs/adr/0018). The permissions of every role are
// tested in rls-matrix/teams.ts.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(releaseClients);
afterAll(() => server.stop());

const remove = (by: Person, who: Person) => call(by, 'remove_booth_member', { member_id: who.profileId });

/** Keeps a card as the app does: the server says whose it is, unless the scan does. */
async function keep(person: Person, card: object) {
  const { data } = await person.client.from('scanned_cards').insert(card).select('*').single().throwOnError();
  return data;
}

/** @returns the names of the cards that a person sees, in their order */
async function names(person: Person): Promise<string[]> {
  const { data } = await person.client.from('scanned_cards').select('name').order('name').throwOnError();
  return data.map(({ name }) => name);
}

const merge = (person: Person, cards: Array<{ id: string; updated_at: string }>) =>
  person.client.rpc('merge_scanned_cards', {
    kept: cards[0]?.id,
    others: cards.slice(1).map(({ id }) => id),
    seen: cards.map(({ updated_at }) => updated_at),
    card: { name: 'Merged' },
  });

describe('a card that a member keeps', () => {
  it('is the booth’s: colleagues find, tag, change, merge and delete it', async () => {
    const { owner, omar, lina } = await openTeam(server);
    const card = await keep(omar, { name: 'Ada Okafor' });
    expect(card).toMatchObject({ owner_id: owner.profileId, scanned_by: omar.profileId });
    const other = await keep(lina, { name: 'A. Okafor' });
    for (const person of [owner, omar, lina])
      expect(await names(person)).toEqual(['A. Okafor', 'Ada Okafor']);
    const { data: changed } = await lina.client
      .from('scanned_cards')
      .update({ tags: ['lamps'], note: 'Wants 500' })
      .eq('id', card.id)
      .select('id, updated_at, scanned_by')
      .single()
      .throwOnError();
    expect(changed.scanned_by).toBe(omar.profileId);
    const { data: merged } = await merge(owner, [changed, other]).throwOnError();
    expect(merged).toMatchObject({ id: card.id, owner_id: owner.profileId, scanned_by: omar.profileId });
    await lina.client.from('scanned_cards').delete().eq('id', card.id).throwOnError();
    expect(await names(omar)).toEqual([]);
    // The undo of a deletion gives it back to the one who had scanned it.
    const again = await keep(lina, {
      id: card.id,
      owner_id: owner.profileId,
      scanned_by: omar.profileId,
      name: 'Ada',
    });
    expect(again).toMatchObject({ id: card.id, scanned_by: omar.profileId });
  });

  it('stays with the booth when they leave; their own are theirs throughout', async () => {
    const owner = await server.person({ role: 'vendor', name: 'Vera' });
    const omar = await server.person({ role: 'vendor', name: 'Omar' });
    const before = await keep(omar, { name: 'Before' });
    expect(before).toMatchObject({ owner_id: omar.profileId, scanned_by: null });
    await join(owner, omar);
    const booths = await keep(omar, { name: 'Scanned for the booth' });
    // A picture that was taken before they joined, and is looked at now.
    await keep(omar, { owner_id: omar.profileId, name: 'Looked at later' });
    expect(await names(omar)).toEqual(['Before', 'Looked at later', 'Scanned for the booth']);
    expect(await names(owner)).toEqual(['Scanned for the booth']);

    for (const pair of [
      [before, booths],
      [booths, before],
    ]) {
      expect(await merge(omar, pair)).toMatchObject({ status: 400, error: { code: 'PT400' } });
    }
    expect(await names(omar)).toHaveLength(3);

    expect(await remove(owner, omar)).toBeNull();
    expect(await names(omar)).toEqual(['Before', 'Looked at later']);
    expect(await names(owner)).toEqual(['Scanned for the booth']);
    // A scan that waited for a network: the booth takes it no more, and it is kept as their own.
    const scan = { id: randomUUID(), name: 'Waited', created_at: '2026-05-17T08:00:00Z' };
    const { error } = await omar.client.from('scanned_cards').insert({ ...scan, owner_id: owner.profileId });
    expect(error?.code).toBe('42501');
    expect(await keep(omar, { ...scan, owner_id: omar.profileId })).toMatchObject({
      owner_id: omar.profileId,
      scanned_by: null,
    });
    const { data: known } = await omar.client
      .from('scanned_cards')
      .update({ note: 'x' })
      .eq('id', booths.id)
      .select();
    expect(known).toEqual([]);
  });

  it('names no one but a member as who scanned it', async () => {
    const { owner, omar, lina } = await openTeam(server);
    const stranger = await server.person({ role: 'vendor', name: 'Victor' });
    const insert = (who: Person, more: object) =>
      who.client.from('scanned_cards').insert({ name: 'Ada', ...more });
    const named = await insert(lina, { scanned_by: stranger.profileId });
    expect(named).toMatchObject({
      status: 400,
      error: { code: 'PT400', message: 'This person does not work at the booth' },
    });
    await remove(owner, omar);
    expect((await insert(lina, { scanned_by: omar.profileId })).error?.code).toBe('PT400');
    expect((await insert(lina, { scanned_by: randomUUID() })).error?.code).toBe('PT400');
    expect((await insert(lina, { scanned_by: 'Omar' })).error?.code).toBe('22P02');
    const solo = await keep(stranger, { name: 'Ada', scanned_by: lina.profileId });
    expect(solo.scanned_by).toBeNull();
    // To a stranger the answer is the same for a member and for anyone else.
    for (const scanned_by of [lina.profileId, omar.profileId, randomUUID()]) {
      const { error } = await insert(stranger, { owner_id: owner.profileId, scanned_by });
      expect(error?.code).toBe('42501');
    }
  });

  it('counts for the booth, and beside one of their own too', async () => {
    const { owner, omar, lina } = await openTeam(server);
    await server.sql(`update private.quotas set members = 2 where name = 'scanned_cards'`);
    try {
      await keep(omar, { name: 'One' });
      await keep(lina, { name: 'Two' });
      const full = { code: 'PT413', details: 'quota: scanned_cards' };
      expect((await owner.client.from('scanned_cards').insert({ name: 'Three' })).error).toMatchObject(full);
      const own = { owner_id: omar.profileId, name: 'Own' };
      const mixed = await omar.client
        .from('scanned_cards')
        .insert([own, { owner_id: owner.profileId, name: 'Three' }]);
      expect(mixed.error).toMatchObject(full);
      await keep(omar, own);
      expect(await names(owner)).toEqual(['One', 'Two']);
    } finally {
      await server.sql(`update private.quotas set members = 20000 where name = 'scanned_cards'`);
    }
  });

  it('with a badge’s id is filled from the list of attendees, opened by any member of the team', async () => {
    const { omar, lina } = await openTeam(server);
    await server.sql('insert into private.attendee_list default values on conflict do nothing');
    await server.sql(`insert into private.attendees (badge, name) values ('T-1', 'Ada Okafor')`);
    await keep(omar, { badge: 'T-1' });
    // The first call asks, the second one fills.
    expect((await lina.client.rpc('match_badges').throwOnError()).data).toBe(0);
    const { data: filled } = await lina.client.rpc('match_badges').throwOnError();
    expect([filled, await names(omar)]).toEqual([1, ['Ada Okafor']]);
  });

  it('appears on the devices of colleagues, and on no others', async () => {
    const { owner, omar, lina } = await openTeam(server);
    const stranger = await server.person({ role: 'vendor', name: 'Victor' });
    const deviceOf = (person: Person) => clientOf(server, { token: person.accessToken });
    const filter = `owner_id=in.(${lina.profileId},${owner.profileId})`;
    const hers = await watchLive(deviceOf(lina), [{ table: 'scanned_cards', filter }]);
    const strangers = await watchLive(deviceOf(stranger), [{ table: 'scanned_cards' }]);
    const told = () => hers.events.map(({ eventType, new: row }) => [eventType, row.name]);
    const card = await keep(omar, { name: 'Ada' });
    await keep(omar, { owner_id: omar.profileId, name: 'His own' });
    await eventually(() => expect(told()).toEqual([['INSERT', 'Ada']]));
    await omar.client.from('scanned_cards').update({ name: 'Ada Okafor' }).eq('id', card.id).throwOnError();
    await eventually(() => expect(told()).toHaveLength(2));
    await omar.client.from('scanned_cards').delete().eq('id', card.id).throwOnError();
    await keep(lina, { owner_id: lina.profileId, name: 'Her own' });
    await eventually(() =>
      expect(told()).toEqual([
        ['INSERT', 'Ada'],
        ['UPDATE', 'Ada Okafor'],
        ['DELETE', undefined],
        ['INSERT', 'Her own'],
      ]),
    );
    await remove(owner, lina);
    await keep(omar, { name: 'After she left' });
    await keep(lina, { name: 'Marker' });
    await eventually(() => expect(told().at(-1)).toEqual(['INSERT', 'Marker']));
    expect(told()).toHaveLength(5);
    await keep(stranger, { name: 'Marker' });
    await eventually(() => expect(strangers.events.map(({ new: row }) => row.name)).toEqual(['Marker']));
  });
});

describe('an account of a team', () => {
  it('that is deleted leaves its cards to the booth, and goes with its own', async () => {
    const { owner, omar, lina } = await openTeam(server);
    await keep(omar, { name: 'For the booth' });
    await keep(omar, { owner_id: omar.profileId, name: 'His own' });
    await server.sql('select delete_account($1)', [omar.userId]);
    const { data } = await lina.client.from('scanned_cards').select('name, scanned_by').throwOnError();
    expect(data).toEqual([{ name: 'For the booth', scanned_by: null }]);
    expect(await server.sql('select from scanned_cards where owner_id = $1', [omar.profileId])).toEqual([]);

    await keep(lina, { owner_id: lina.profileId, name: 'Her own' });
    await server.sql('select delete_account($1)', [owner.userId]);
    expect(await names(lina)).toEqual(['Her own']);
  });

  it('is exported with its own cards; the booth’s are in the owner’s export', async () => {
    const { owner, omar } = await openTeam(server);
    await keep(omar, { name: 'For the booth' });
    await keep(omar, { owner_id: omar.profileId, name: 'His own' });
    const cards = async (person: Person) =>
      Buffer.from((await exportOf(person.client)).get('card-box/cards.json') ?? []).toString('utf8');
    const [his, owners] = [await cards(omar), await cards(owner)];
    expect([his.includes('His own'), his.includes('For the booth')]).toEqual([true, false]);
    expect([owners.includes('His own'), owners.includes('For the booth')]).toEqual([false, true]);
  });
});
