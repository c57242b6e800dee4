import { tagArray } from '@dragoman/domain/leads/lead';
import { searchKey } from '@dragoman/domain/search-text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from './harness.ts';

// Leads through the official client: supabase/schemas/12_leads.sql. The permissions are tested in
// rls-matrix.ts.

/** More than the server puts into one answer. */
const CROWD = 2_500;

let server: TestServer;
let vendor: Person;
let visitor: Person;

beforeAll(async () => {
  server = await startTestServer();
  vendor = await server.person({ role: 'vendor', name: 'Vera' });
  visitor = await server.person({ role: 'visitor', name: '陈思远', company: 'Ærø Løsninger' });
  await meet(vendor, visitor);
});
afterAll(() => server.stop());

async function meet(one: Person, other: Person): Promise<void> {
  await server.sql('insert into sessions (vendor_id, visitor_id) values ($1, $2)', [
    one.profileId,
    other.profileId,
  ]);
}

function leads() {
  return vendor.client.from('leads');
}

async function note(content: object) {
  await leads().delete().eq('owner_id', vendor.profileId).throwOnError();
  const { data } = await leads()
    .insert({ owner_id: vendor.profileId, person_id: visitor.profileId, ...content })
    .select('*')
    .single()
    .throwOnError();
  return data;
}

/** Makes one attempt to change the lead in a given version. @returns the changed rows */
async function change(version: number, content: object) {
  const { data } = await leads()
    .update(content)
    .eq('person_id', visitor.profileId)
    .eq('version', version)
    .select('*')
    .throwOnError();
  return data;
}

describe('a person met', () => {
  it('is a new lead before anything is noted, on both sides', async () => {
    const [nora, omar] = [
      await server.person({ role: 'vendor', name: 'Nora' }),
      await server.person({ role: 'visitor', name: 'عمر' }),
    ];
    await meet(nora, omar);
    const { data } = await nora.client.from('lead_list').select('*').throwOnError();
    expect(data).toMatchObject([
      { person_id: omar.profileId, name: 'عمر', status: 'new', rating: null, tags: [], version: 0 },
    ]);
    const { data: his } = await omar.client.from('lead_list').select('name, status').throwOnError();
    expect(his).toEqual([{ name: 'Nora', status: 'new' }]);
  });

  it('is changed by the version that one has seen, and by no other', async () => {
    const first = await note({ note: 'one', rating: 3, tags: ['照明'], answers: { q: ['A'] } });
    expect(first).toMatchObject({ version: 1, note: 'one', tags: ['照明'], answers: { q: ['A'] } });
    const [second] = await change(1, { note: 'two' });
    expect(second).toMatchObject({ version: 2, note: 'two', rating: 3 });
    expect(await change(1, { note: 'from a device that has seen the first' })).toEqual([]);
    const { data } = await leads().select('note, version').single().throwOnError();
    expect(data).toEqual({ note: 'two', version: 2 });
  });

  it('keeps one of two changes that come at the same moment, and tells the other', async () => {
    await note({ note: 'start' });
    const outcomes = await Promise.all(['a', 'b', 'c', 'd'].map((text) => change(1, { note: text })));
    expect(outcomes.filter((rows) => rows.length === 1)).toHaveLength(1);
  });

  it('is noted once, however often that is tried', async () => {
    await note({});
    const { error } = await leads().insert({ owner_id: vendor.profileId, person_id: visitor.profileId });
    expect(error?.code).toBe('23505');
  });

  it('is found by the text of the card, in tags and in the note, in any spelling', async () => {
    await note({ note: 'اتصل بأحمد', tags: ['LED'] });
    for (const words of ['思远', 'aero', 'losn', 'احمد', 'led', 'ærø 陈']) {
      const query = searchKey(words)
        .split(' ')
        .reduce(
          (found, word) => found.like('search', `%${word}%`),
          vendor.client.from('lead_list').select('person_id'),
        );
      expect((await query.throwOnError()).data, words).toHaveLength(1);
    }
    // The search text follows the profile and the note.
    await server.sql('update profiles set company = $1 where id = $2', ['Löwe GmbH', visitor.profileId]);
    await leads().update({ note: 'Später' }).eq('person_id', visitor.profileId).throwOnError();
    for (const [word, found] of [
      ['lowe', 1],
      ['spater', 1],
      ['losn', 0],
      ['احمد', 0],
    ] as const) {
      const now = await vendor.client.from('lead_list').select('person_id').like('search', `%${word}%`);
      expect(now.data, word).toHaveLength(found);
    }
    const { data } = await vendor.client.from('lead_list').select('*').like('search', '%nobody%');
    expect(data).toEqual([]);
  });

  it('is found by a tag with any characters in it', async () => {
    const tags = ['6" {pipe}', 'a\\b', 'null', '照明'];
    await note({ tags });
    for (const tag of tags) {
      const { data } = await vendor.client
        .from('lead_list')
        .select('tags')
        .contains('tags', tagArray(tag))
        .throwOnError();
      expect(data, tag).toEqual([{ tags }]);
    }
  });

  it('goes with the account', async () => {
    const guest = await server.person({ role: 'visitor', name: 'Guest' });
    await meet(vendor, guest);
    await leads()
      .insert({ owner_id: vendor.profileId, person_id: guest.profileId, note: 'x' })
      .throwOnError();
    await guest.client
      .from('leads')
      .insert({ owner_id: guest.profileId, person_id: vendor.profileId })
      .throwOnError();
    await server.sql('delete from auth.users where id = $1', [guest.userId]);
    expect(
      await server.sql('select note from leads where $1 in (owner_id, person_id)', [guest.profileId]),
    ).toEqual([]);
  });
});

it.each([
  'Ærø ŁÓDŹ İstanbul Straße ﬁn ＡＢＣ１２',
  'أحمد إبراهيم آل مؤسسة الهُدى شيء عـــلي ٣٤٥ ۶۷',
  '陈思远　远山贸易',
  'Zoë\n\tÅngström  ',
  'کتابخانهٔ ملی ۀ ہ',
])('a search in SQL reads %j as one in the browser does', async (text) => {
  const [row] = await server.sql<{ key: string }>('select private.search_key($1) as key', [text]);
  expect(row?.key).toBe(searchKey(text));
});

it('an export is recorded by the server’s clock, with who it was', async () => {
  const { data } = await vendor.client
    .from('lead_exports')
    .insert({ owner_id: vendor.profileId, format: 'xlsx', scope: 'all', people: 1, read_until: '2999-01-01' })
    .select('*')
    .single()
    .throwOnError();
  expect(data).toMatchObject({ exported_by: vendor.userId, exported_by_name: 'Vera' });
  expect(data.read_until).toBe(data.created_at);
  // After a lost response the client sends the record again, and it is stored once.
  const { owner_id, format, scope, people } = data;
  const again = await vendor.client
    .from('lead_exports')
    .insert({ id: data.id, owner_id, format, scope, people, read_until: data.read_until });
  expect(again.error?.code).toBe('23505');
});

it('who changes their card is changed for the next export, by the database’s clock', async () => {
  const person = await server.person({ role: 'visitor', name: 'Karim' });
  await server.sql('insert into sessions (vendor_id, visitor_id) values ($1, $2)', [
    vendor.profileId,
    person.profileId,
  ]);
  const changedAt = async () => {
    const { data } = await vendor.client
      .from('lead_list')
      .select('changed_at')
      .eq('person_id', person.profileId)
      .single()
      .throwOnError();
    return Date.parse(data.changed_at);
  };
  const change = (values: object) =>
    person.client
      .from('profiles')
      .update({ ...values, updated_at: '2020-01-01' })
      .eq('id', person.profileId)
      .throwOnError();
  const met = await changedAt();
  await change({ language: 'ar' });
  expect(await changedAt()).toBe(met);
  await change({ email: 'karim@elsewhere.example' });
  const moved = await changedAt();
  expect(moved).toBeGreaterThan(met);
  // The same again says nothing new.
  await change({ email: 'karim@elsewhere.example' });
  expect(await changedAt()).toBe(moved);
});

describe('an export whose record comes late', () => {
  const HOUR = 3_600_000;
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

  it.each<[string, string, boolean]>([
    ['an hour ago', minutesAgo(60), true],
    ['three weeks ago', minutesAgo(21 * 24 * 60), true],
    ['two months ago', minutesAgo(60 * 24 * 60), false],
    ['tomorrow', new Date(Date.now() + 24 * HOUR).toISOString(), false],
    ['in the year 0', '0001-01-01T00:00:00Z', false],
  ])(
    'is recorded with the device’s time when that was %s, as far as it is believed, and with the server’s',
    async (_, told, believed) => {
      const { data: lead } = await vendor.client
        .from('lead_exports')
        .insert({
          owner_id: vendor.profileId,
          format: 'csv',
          scope: 'found',
          people: 2,
          read_until: told,
          exported_at: told,
        })
        .select('id, created_at, exported_at')
        .single()
        .throwOnError();
      await vendor.client
        .from('data_exports')
        .insert({ owner_id: vendor.profileId, kind: 'cards', format: 'csv', items: 3, exported_at: told })
        .throwOnError();
      const { data: lines } = await vendor.client
        .from('data_exports')
        .select('id, kind, created_at, exported_at')
        .order('created_at', { ascending: false })
        .limit(2)
        .throwOnError();
      expect(lines.map(({ kind }) => kind)).toEqual(['cards', 'leads']);
      expect(lines[1]?.id).toBe(lead.id);
      for (const { created_at, exported_at } of [lead, ...lines]) {
        expect(Math.abs(Date.now() - Date.parse(created_at))).toBeLessThan(HOUR);
        expect(exported_at && Date.parse(exported_at)).toBe(believed ? Date.parse(told) : null);
      }
    },
  );

  it('has a clock that is a little ahead set right', async () => {
    const { data } = await vendor.client
      .from('data_exports')
      .insert({
        owner_id: vendor.profileId,
        kind: 'analytics',
        format: 'csv',
        exported_at: new Date(Date.now() + 60_000).toISOString(),
      })
      .select('created_at, exported_at')
      .single()
      .throwOnError();
    expect(data.exported_at).toBe(data.created_at);
  });
});

describe('thousands of people', () => {
  let busy: Person;

  beforeAll(async () => {
    busy = await server.person({ role: 'vendor', name: 'Busy' });
    await server.sql(
      `with users as (
         insert into auth.users (id, email)
         select gen_random_uuid(), 'crowd' || n || '@fair.example' from generate_series(1, ${CROWD}) n returning id, email
       ), people as (
         insert into profiles (user_id, role, name, company)
         select id, 'visitor', 'Visitor ' || substring(email from '\\d+'), 'Company ' || (length(email) % 7) from users
         returning id
       )
       insert into sessions (vendor_id, visitor_id) select $1, id from people`,
      [busy.profileId],
    );
    await server.sql(
      `insert into leads (owner_id, person_id, status, rating, tags, follow_up_on)
       select $1, p.id, 'qualified', 4, '{lamps}', '2026-03-01' from profiles p
       where name in (select 'Visitor ' || n * 10 from generate_series(1, 100) n)`,
      [busy.profileId],
    );
    await server.sql('analyze');
  });

  it('come in pages, each once', async () => {
    const seen = new Set<string>();
    let last: { changed_at: string; person_id: string } | null = null;
    for (;;) {
      let query = busy.client
        .from('lead_list')
        .select('person_id, changed_at')
        .order('changed_at')
        .order('person_id')
        .limit(500);
      if (last) {
        query = query.or(
          `changed_at.gt."${last.changed_at}",and(changed_at.eq."${last.changed_at}",person_id.gt.${last.person_id})`,
        );
      }
      const { data } = await query.throwOnError();
      for (const { person_id } of data) {
        expect(seen.has(person_id)).toBe(false);
        seen.add(person_id);
      }
      last = data.at(-1) ?? null;
      if (data.length < 500) break;
    }
    expect(seen.size).toBe(CROWD);
  });

  it('are filtered and counted by the server', async () => {
    const { data, count } = await busy.client
      .from('lead_list')
      .select('name', { count: 'exact' })
      .in('status', ['qualified'])
      .gte('rating', 4)
      .contains('tags', ['lamps'])
      .lte('follow_up_on', '2026-03-01')
      .like('search', '%visitor 1%')
      .order('name')
      .range(0, 4)
      .throwOnError();
    expect(count).toBe(12);
    expect(data[0]).toEqual({ name: 'Visitor 10' });
    expect((await busy.client.rpc('lead_tags').throwOnError()).data).toEqual([{ tag: 'lamps', people: 100 }]);
  });

  it('are new only where something has changed since', async () => {
    const newest = await busy.client
      .from('lead_list')
      .select('changed_at')
      .order('changed_at', { ascending: false })
      .limit(1)
      .single()
      .throwOnError();
    const since = () =>
      busy.client.from('lead_list').select('name').gt('changed_at', newest.data.changed_at).throwOnError();
    expect((await since()).data).toEqual([]);
    await busy.client
      .from('leads')
      .update({ note: 'Called' })
      .in('follow_up_on', ['2026-03-01'])
      .eq('rating', 4)
      .throwOnError();
    expect((await since()).data).toHaveLength(100);
  });
});
