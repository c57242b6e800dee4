import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { type OrganiserPage, openPage } from './page.ts';

// The list of attendees that an administrator uploads, and the badges that find their people in it
// (docs/adr/0084). Permissions are tested in rls-matrix/attendees.ts, files in
// packages/local-engines/src/attendees.

const SECRET = 'quay-lantern-4711-harbour';

let server: TestServer;
let page: OrganiserPage;
let vendor: Person;
beforeAll(async () => {
  server = await startTestServer({ ORGANISER_SECRET: SECRET });
  page = openPage(server.url);
  await page.first(SECRET);
  vendor = await server.person({ role: 'vendor', name: 'Nora' });
});
afterAll(() => server?.stop());

const upload = (csv: string) => page.call('PUT', '/attendees', new TextEncoder().encode(csv));

async function keepBadge(badge: string, more: object = {}): Promise<string> {
  const { data } = await vendor.client
    .from('scanned_cards')
    .insert({ owner_id: vendor.profileId, badge, ...more })
    .select('id')
    .single()
    .throwOnError();
  return data.id as string;
}

async function card(id: string) {
  const { data } = await vendor.client.from('scanned_cards').select('*').eq('id', id).single().throwOnError();
  return data;
}

/** Asks twice: the first request is counted, the second one is answered. */
async function lookUp(badge: string, who = vendor) {
  await who.client.rpc('badge_attendee', { badge }).throwOnError();
  const { data } = await who.client.rpc('badge_attendee', { badge }).throwOnError();
  return data;
}

/** Asks twice, as lookUp() does. @returns how many cards were filled */
async function match(who = vendor): Promise<number> {
  const { data: before } = await who.client.rpc('match_badges').throwOnError();
  const { data: after } = await who.client.rpc('match_badges').throwOnError();
  return before + after;
}

// Each file is read in a process of its own, which takes a busy machine seconds to start.
const SLOW = { timeout: 60_000 };

describe('the list of attendees', SLOW, () => {
  it('replaces the one before as a whole, or stays as it is', async () => {
    // Other tests leave theirs.
    await page.call('DELETE', '/attendees');
    expect((await page.call('GET', '/attendees')).body).toEqual({ list: null });
    expect(await lookUp('B-1')).toEqual([]);
    const first = await upload('Badge ID,Name,Company\nB-1,Ada Okafor,Benue Agro\nB-2,Ben,\n,Eve,\n');
    expect(first).toMatchObject({
      status: 200,
      body: { list: { count: 2 }, broken: { count: 1, first: [{ row: 4, reason: 'no_id' }] } },
    });
    expect(await upload('Name,Company\nAda,Benue\n')).toMatchObject({
      status: 422,
      body: { code: 'bad_list', problems: [{ path: 'file', code: 'no_id_column' }] },
    });
    expect(await upload('Badge,Name\nB-1,"Ada\nB-2,Ben\n')).toMatchObject({
      body: { problems: [{ path: 'row.2', code: 'unclosed_quotes' }] },
    });
    const large = await page.call('PUT', '/attendees', new Uint8Array(10 * 1024 * 1024 + 1));
    expect(large).toMatchObject({ status: 413, body: { code: 'too_large' } });
    expect((await page.call('GET', '/attendees')).body.list).toEqual(first.body.list);

    expect(await upload('Badge ID,Name,E-Mail\nB-1,Ada Okafor,ada@benue.example\n')).toMatchObject({
      status: 200,
    });
    expect(await lookUp('B-1')).toEqual([
      { name: 'Ada Okafor', company: null, designation: null, email: 'ada@benue.example', phone: null },
    ]);
    expect(await lookUp('B-2')).toEqual([]);
    const events = await page.call('GET', '/security-events?event=admin_action');
    expect(JSON.stringify(events.body)).toContain('attendees_uploaded');
    expect(JSON.stringify(events.body)).not.toContain('Ada');
  });

  it('is for administrators alone', async () => {
    const stranger = openPage(server.url);
    expect((await stranger.call('GET', '/attendees')).status).toBe(401);
    expect((await stranger.call('PUT', '/attendees', new Uint8Array(3))).status).toBe(401);
    expect((await stranger.call('DELETE', '/attendees')).status).toBe(401);
  });
});

describe('a kept badge', SLOW, () => {
  it('gets its person when the list has come, and keeps what its owner wrote', async () => {
    const [waiting, noted, named] = await Promise.all([
      keepBadge('C-1'),
      keepBadge('C-2', { company: 'As printed', note: 'Wants samples' }),
      keepBadge('C-3', { name: 'Typed by hand' }),
    ]);
    expect(await match()).toBe(0);
    const rows = ['C-1,李娜,Huadeng,李,138', 'C-2,Omar Said,Al Noor,Buyer,', 'C-3,Someone,Else,,'];
    await upload(`Badge,Name,Company,Title,Phone\n${rows.join('\n')}\n`);
    expect(await match()).toBe(2);
    expect(await card(waiting)).toMatchObject({
      name: '李娜',
      company: 'Huadeng',
      phone: '138',
      email: null,
    });
    expect(await card(noted)).toMatchObject({
      ...{ name: 'Omar Said', company: 'As printed', designation: 'Buyer', note: 'Wants samples' },
    });
    expect(await card(named)).toMatchObject({ name: 'Typed by hand', company: null });
    expect(await match()).toBe(0);
  });

  it('finds only so many people in a day, the newest badges first', async () => {
    const guesser = await server.person({ role: 'vendor', name: 'Vic' });
    const count = 520;
    const ids = Array.from({ length: count }, (_, i) => `D-${i}`);
    await upload(`Badge,Name\n${ids.map((id) => `${id},Person ${id}`).join('\n')}\n`);
    const at = (i: number) => new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString();
    const cards = ids.map((badge, i) => ({ owner_id: guesser.profileId, badge, created_at: at(i) }));
    await guesser.client.from('scanned_cards').insert(cards).throwOnError();
    expect(await match(guesser)).toBe(500);
    const ask = async (badge: string) => (await lookUp(badge, guesser)).length;
    // An answer that was given already is given again; the oldest badges wait for tomorrow.
    expect(await ask('D-519')).toBe(1);
    expect(await ask('D-0')).toBe(0);
    expect(await match(guesser)).toBe(0);
    // A new list is no new day.
    await upload('Badge,Name\nD-0,Ada\nD-1,Ben\n');
    expect(await ask('D-0')).toBe(0);
  });

  it('is counted before its person is shown, also by requests that fail', async () => {
    const guesser = await server.person({ role: 'vendor', name: 'Vic' });
    await upload('Badge,Name\nF-1,Ada Okafor\n');
    const counted = () =>
      server.sql('select badge from private.badge_lookups where profile_id = $1', [guesser.profileId]);
    const ask = (badge: string) => guesser.client.rpc('badge_attendee', { badge });
    // A request that wants exactly one row fails without one, and leaves nothing behind.
    for (const badge of ['F-1', 'F-2', 'F-1']) {
      expect((await ask(badge).single()).error?.code).toBe('PGRST116');
    }
    expect(await counted()).toEqual([]);
    // This one fails when there is a name, which its error tells.
    const byError = () => ask('F-1').select('name::int' as 'name');
    expect(await byError()).toMatchObject({ data: [], error: null });
    expect(await counted()).toEqual([{ badge: 'F-1' }]);
    expect((await byError()).error?.message).toContain('Ada Okafor');
    expect(await counted()).toEqual([{ badge: 'F-1' }]);
  });

  it('has no limit where the operator sets none', async () => {
    await upload('Badge,Name\nG-1,Ada Okafor\n');
    await server.sql(`update private.quotas set members = null where name = 'badge_lookups'`);
    try {
      expect(await lookUp('G-1')).toMatchObject([{ name: 'Ada Okafor' }]);
    } finally {
      await server.sql(`update private.quotas set members = 500 where name = 'badge_lookups'`);
    }
  });

  it('stays filled when the list is removed, which answers no one any more', async () => {
    await upload('Badge,Name\nE-1,Ada Okafor\n');
    const id = await keepBadge('E-1');
    expect(await match()).toBe(1);
    expect((await page.call('DELETE', '/attendees')).status).toBe(204);
    expect((await page.call('GET', '/attendees')).body).toEqual({ list: null });
    expect(await lookUp('E-1')).toEqual([]);
    expect((await card(id)).name).toBe('Ada Okafor');
    expect(await server.sql('select badge from private.badge_lookups')).toEqual([]);
  });
});
