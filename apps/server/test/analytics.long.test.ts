import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from './harness.ts';

// A vendor's figures through the official client: supabase/schemas/16_analytics.sql. The
// permissions are tested in rls-matrix/analytics.ts.

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Chat {
  vendor: Person;
  visitor: Person;
  /** Times in UTC. */
  joined: string;
  code?: string;
  /** Messages of either side. */
  says?: ReadonlyArray<readonly ['vendor' | 'visitor', string]>;
}

/** A chat as it was at some time, which no client could make. @returns its session's id */
async function chat({ vendor, visitor, joined, code, says = [] }: Chat): Promise<string> {
  const [session] = await server.sql(
    'insert into sessions (vendor_id, visitor_id, booth_code_id) values ($1, $2, $3) returning id',
    [vendor.profileId, visitor.profileId, code ?? null],
  );
  const { id } = session as { id: string };
  await server.sql('update sessions set joined_at = $2 where id = $1', [id, joined]);
  for (const [by, at] of says) {
    const sender = by === 'vendor' ? vendor : visitor;
    await server.sql(
      `insert into messages (session_id, sender_id, content, created_at) values ($1, $2, 'Hello', $3)`,
      [id, sender.profileId, at],
    );
  }
  return id;
}

async function boothCode(vendor: Person, label: string, scans: Record<string, number>): Promise<string> {
  const [made] = await server.sql('insert into booth_codes (vendor_id, label) values ($1, $2) returning id', [
    vendor.profileId,
    label,
  ]);
  const { id } = made as { id: string };
  for (const [hour, count] of Object.entries(scans)) {
    await server.sql('insert into booth_code_scans values ($1, $2, $3)', [id, hour, count]);
  }
  return id;
}

async function note(vendor: Person, visitor: Person): Promise<void> {
  const lead = { owner_id: vendor.profileId, person_id: visitor.profileId, note: 'Wants lamps' };
  await vendor.client.from('leads').insert(lead).throwOnError();
}

async function figures(vendor: Person, zone: string, first_day?: string, last_day?: string) {
  const { data } = await vendor.client
    .rpc('vendor_analytics', { zone, ...(first_day && { first_day }), ...(last_day && { last_day }) })
    .throwOnError();
  return data;
}

interface Step {
  at: string;
  scans: number;
  joins: number;
  joins_before: number | null;
}

/** The steps in which something was. */
function busy(series: Step[]): unknown[] {
  return series.flatMap(({ at, scans, joins, joins_before }, index) =>
    scans || joins || joins_before ? [[index, at.slice(0, 16), scans, joins, joins_before]] : [],
  );
}

describe('a day in Dubai', () => {
  let vendor: Person;
  let wei: Person;
  let lamps: string;
  let hall: string;

  beforeAll(async () => {
    const visitor = (language: string) => server.person({ role: 'visitor', language });
    vendor = await server.person({ role: 'vendor' });
    wei = await visitor('zh');
    const [salma, omar, lucia] = await Promise.all([visitor('ar'), visitor('en'), visitor('en')]);
    lamps = await boothCode(vendor, 'Lamps', {
      '2026-03-09T19:00Z': 4,
      '2026-03-09T20:00Z': 3,
      '2026-03-10T08:00Z': 5,
    });
    hall = await boothCode(vendor, 'Hall', { '2026-03-10T08:00Z': 2, '2026-03-10T20:00Z': 9 });
    await boothCode(vendor, 'Never scanned', {});
    // The last second of the day before.
    await chat({
      vendor,
      visitor: lucia,
      code: lamps,
      joined: '2026-03-09T19:59:59Z',
      says: [
        ['visitor', '2026-03-09T20:00Z'],
        ['vendor', '2026-03-09T20:10Z'],
      ],
    });
    // Midnight. The vendor's greeting is no answer; later answers do not matter.
    await chat({
      vendor,
      visitor: wei,
      code: lamps,
      joined: '2026-03-09T20:00:00Z',
      says: [
        ['vendor', '2026-03-09T20:00:30Z'],
        ['visitor', '2026-03-09T20:01:00Z'],
        ['visitor', '2026-03-09T20:01:20Z'],
        ['vendor', '2026-03-09T20:01:40Z'],
        ['visitor', '2026-03-09T20:02:00Z'],
        ['vendor', '2026-03-10T09:00:00Z'],
      ],
    });
    await chat({
      vendor,
      visitor: salma,
      code: lamps,
      joined: '2026-03-10T08:10Z',
      says: [
        ['visitor', '2026-03-10T08:11Z'],
        ['vendor', '2026-03-10T08:14Z'],
      ],
    });
    // The same visitor at another code, who waits.
    await chat({
      vendor,
      visitor: wei,
      code: hall,
      joined: '2026-03-10T08:50Z',
      says: [['visitor', '2026-03-10T09:00Z']],
    });
    // The visitor has asked nothing.
    await chat({
      vendor,
      visitor: omar,
      joined: '2026-03-10T19:59:59Z',
      says: [['vendor', '2026-03-10T19:59:59Z']],
    });
    await chat({ vendor, visitor: omar, joined: '2026-03-10T20:00:00Z' });
    for (const met of [wei, salma, lucia]) await note(vendor, met);
    // Another vendor's chat with the same visitor, at the same time.
    const other = await server.person({ role: 'vendor' });
    await chat({ vendor: other, visitor: wei, joined: '2026-03-10T08:30Z' });
    await boothCode(other, 'Other', { '2026-03-10T08:00Z': 50 });
  });

  it('is counted from midnight to midnight, beside the day before', async () => {
    const day = await figures(vendor, 'Asia/Dubai', '2026-03-10');
    expect(day).toMatchObject({
      unit: 'hour',
      from: '2026-03-09T20:00:00+00:00',
      to: '2026-03-10T20:00:00+00:00',
      before_from: '2026-03-08T20:00:00+00:00',
      before_until: '2026-03-09T20:00:00+00:00',
    });
    expect(day.current).toEqual({
      scans: 10,
      joins: 4,
      code_joins: 3,
      asked: 3,
      answered: 2,
      leads: 2,
      wait_median: 110,
      wait_p90: 166,
    });
    expect(day.before).toEqual({
      scans: 4,
      joins: 1,
      code_joins: 1,
      asked: 1,
      answered: 1,
      leads: 1,
      wait_median: 600,
      wait_p90: 600,
    });
  });

  it('by hour, by language, by code, and by how long answers took', async () => {
    const day = await figures(vendor, 'Asia/Dubai', '2026-03-10');
    expect(day.series).toHaveLength(24);
    expect(busy(day.series)).toEqual([
      [0, '2026-03-09T20:00', 3, 1, 0],
      [12, '2026-03-10T08:00', 7, 2, 0],
      [23, '2026-03-10T19:00', 0, 1, 1],
    ]);
    expect(day.hours[12]).toEqual({ hour: 12, scans: 7, joins: 2 });
    expect(day.languages).toEqual([
      { language: 'zh', joins: 2, answered: 1, leads: 1 },
      { language: 'ar', joins: 1, answered: 1, leads: 1 },
      { language: 'en', joins: 1, answered: 0, leads: 0 },
    ]);
    expect(day.codes).toEqual([
      { id: lamps, label: 'Lamps', scans: 8, joins: 2, answered: 2, leads: 2 },
      { id: hall, label: 'Hall', scans: 2, joins: 1, answered: 0, leads: 1 },
    ]);
    expect(day.waits).toEqual([1, 1, 0, 0, 0, 0]);
  });

  it('is another day in another zone, of half an hour too', async () => {
    const utc = await figures(vendor, 'UTC', '2026-03-10');
    expect(utc.current).toMatchObject({ scans: 16, joins: 4, code_joins: 2 });
    const india = await figures(vendor, 'Asia/Kolkata', '2026-03-10');
    // From half past six in the evening: scans from six to seven belong to the hour in which they
    // began.
    expect(india.from).toBe('2026-03-09T18:30:00+00:00');
    expect(busy(india.series).slice(0, 2)).toEqual([
      [0, '2026-03-09T18:30', 4, 0, 0],
      [1, '2026-03-09T19:30', 3, 2, 0],
    ]);
    expect(india.hours[1]).toEqual({ hour: 1, scans: 3, joins: 2 });
  });

  it('is one step of several days, and of everything', async () => {
    const days = await figures(vendor, 'Asia/Dubai', '2026-03-09', '2026-03-10');
    expect(days.unit).toBe('day');
    expect(busy(days.series)).toEqual([
      [0, '2026-03-08T20:00', 4, 1, 0],
      [1, '2026-03-09T20:00', 10, 4, 0],
    ]);
    // From the first day with anything to the last.
    const everything = await figures(vendor, 'Asia/Dubai');
    expect(everything).toMatchObject({ unit: 'day', before: null, before_from: null });
    expect(everything.current).toMatchObject({ scans: 23, joins: 6, leads: 3 });
    expect(busy(everything.series)).toEqual([
      [0, '2026-03-08T20:00', 4, 1, null],
      [1, '2026-03-09T20:00', 10, 4, null],
      [2, '2026-03-10T20:00', 9, 1, null],
    ]);
  });

  it('follows what changes: a language, a code that goes, a chat that goes', async () => {
    const nora = await server.person({ role: 'vendor' });
    const visitor = await server.person({ role: 'visitor', language: 'en' });
    const code = await boothCode(nora, 'Door', {});
    const id = await chat({ vendor: nora, visitor, code, joined: '2026-03-10T08:00Z' });
    const day = () => figures(nora, 'UTC', '2026-03-10');
    await visitor.client
      .from('profiles')
      .update({ language: 'ar' })
      .eq('id', visitor.profileId)
      .throwOnError();
    expect((await day()).languages).toMatchObject([{ language: 'ar', joins: 1 }]);
    await nora.client.from('booth_codes').delete().eq('id', code).throwOnError();
    expect(await day()).toMatchObject({ current: { joins: 1, code_joins: 0 }, codes: [] });
    await server.sql('delete from sessions where id = $1', [id]);
    expect(await day()).toMatchObject({ current: { joins: 0 }, languages: [] });
  });
});

describe('days on which clocks change', () => {
  let vendor: Person;
  beforeAll(async () => {
    vendor = await server.person({ role: 'vendor' });
    const visitor = await server.person({ role: 'visitor' });
    for (const joined of [
      '2026-03-29T00:30Z',
      '2026-03-29T01:30Z',
      '2026-10-24T23:30Z',
      '2026-10-25T00:30Z',
      '2026-10-25T01:30Z',
    ]) {
      await chat({ vendor, visitor, joined });
    }
  });

  it('have 23 hours in spring', async () => {
    const spring = await figures(vendor, 'Europe/Berlin', '2026-03-29');
    expect(spring.series).toHaveLength(23);
    expect(busy(spring.series)).toEqual([
      [1, '2026-03-29T00:00', 0, 1, 0],
      [2, '2026-03-29T01:00', 0, 1, 0],
    ]);
    expect(spring.hours.filter(({ joins }: { joins: number }) => joins > 0)).toEqual([
      { hour: 1, scans: 0, joins: 1 },
      { hour: 3, scans: 0, joins: 1 },
    ]);
  });

  it('have 25 in autumn, of which two are called the same', async () => {
    const autumn = await figures(vendor, 'Europe/Berlin', '2026-10-25');
    expect(autumn.series).toHaveLength(25);
    expect(busy(autumn.series).map((step) => (step as unknown[])[0])).toEqual([1, 2, 3]);
    expect(autumn.hours[2]).toEqual({ hour: 2, scans: 0, joins: 2 });
  });

  it('begin at midnight on either side, and months do', async () => {
    const week = await figures(vendor, 'Europe/Berlin', '2026-03-28', '2026-03-30');
    expect(week.series.map(({ at }: Step) => at.slice(0, 16))).toEqual([
      '2026-03-27T23:00',
      '2026-03-28T23:00',
      '2026-03-29T22:00',
    ]);
    const year = await figures(vendor, 'Europe/Berlin', '2026-03-15', '2026-10-31');
    expect(year.unit).toBe('month');
    expect(year.series).toHaveLength(8);
    expect(busy(year.series)).toEqual([
      [0, '2026-03-14T23:00', 0, 2, 0],
      [7, '2026-09-30T22:00', 0, 3, 0],
    ]);
  });
});

describe('a day that is still running', () => {
  it('is compared with as much of the day before', async () => {
    const [vendor, visitor] = await Promise.all([
      server.person({ role: 'vendor' }),
      server.person({ role: 'visitor' }),
    ]);
    const now = new Date();
    // A zone in which it is around noon, so that no midnight comes between.
    const ahead = 12 - now.getUTCHours();
    const zone = ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
    const today = new Date(now.getTime() + ahead * 3_600_000).toISOString().slice(0, 10);
    const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
    for (const hours of [1, 2, 23, 25]) await chat({ vendor, visitor, joined: hoursAgo(hours) });
    const day = await figures(vendor, zone, today);
    expect(day.current.joins).toBe(2);
    expect(day.before.joins).toBe(1);
    // The chart's series adds up to the total.
    const before = day.series.reduce((sum: number, step: Step) => sum + (step.joins_before ?? 0), 0);
    expect(before).toBe(2);
  });

  it('counts what comes in through the product', async () => {
    const [vendor, visitor] = await Promise.all([
      server.person({ role: 'vendor' }),
      server.person({ role: 'visitor', language: 'zh' }),
    ]);
    const { data: code } = await vendor.client
      .from('booth_codes')
      .insert({ vendor_id: vendor.profileId, label: 'Lamps' })
      .select('code')
      .single()
      .throwOnError();
    await server
      .client()
      .rpc('scan_booth_code', { code: code.code, device: '0'.repeat(32) })
      .throwOnError();
    const { data: session } = await visitor.client.rpc('join_booth', { code: code.code }).throwOnError();
    for (const sender of [visitor, vendor]) {
      await sender.client
        .from('messages')
        .insert({ session_id: session.id, sender_id: sender.profileId, content: 'Hello' })
        .throwOnError();
    }
    expect((await figures(vendor, 'UTC')).current).toMatchObject({
      scans: 1,
      joins: 1,
      code_joins: 1,
      asked: 1,
      answered: 1,
      leads: 0,
      wait_median: expect.any(Number),
    });
    // A code of the older kind: its visitor comes later.
    const { data: open } = await vendor.client
      .from('sessions')
      .insert({ vendor_id: vendor.profileId })
      .select('id')
      .single()
      .throwOnError();
    expect((await figures(vendor, 'UTC')).current.joins).toBe(1);
    await visitor.client.rpc('join_session', { session_id: open.id }).throwOnError();
    expect((await figures(vendor, 'UTC')).current).toMatchObject({ joins: 2, code_joins: 1 });
  });
});

describe('what cannot be counted', () => {
  it('is said', async () => {
    const vendor = await server.person({ role: 'vendor' });
    const ask = async (values: object) => {
      const { error, status } = await vendor.client.rpc('vendor_analytics', values);
      return [status, error?.code, error?.message];
    };
    for (const zone of ['Mars/Phobos', 'EST5EDT,M3.2.0', "UTC'", '', '+04']) {
      expect(await ask({ zone })).toEqual([400, 'PT400', 'Unknown time zone']);
    }
    const order = 'The last day is before the first, or ten years after it';
    const backwards = { zone: 'UTC', first_day: '2026-03-10', last_day: '2026-03-09' };
    expect(await ask(backwards)).toEqual([400, 'PT400', order]);
    const long = { zone: 'UTC', first_day: '1900-01-01', last_day: '2026-03-09' };
    expect(await ask(long)).toEqual([400, 'PT400', order]);
    expect((await ask({ zone: 'UTC', first_day: 'soon' }))[0]).toBe(400);
    // Nothing yet: one day without anything.
    expect(await figures(vendor, 'UTC')).toMatchObject({
      unit: 'hour',
      current: { scans: 0, joins: 0, leads: 0, wait_median: null },
      codes: [],
      languages: [],
      waits: [0, 0, 0, 0, 0, 0],
    });
  });
});
