import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';
import { type ServerProcess, startProcess } from '../realtime/fair.ts';
import { type OrganiserPage, openPage } from './page.ts';

// The settings and data of the event-admin page (docs/adr/0033).

const SECRET = 'quay-lantern-4711-harbour';
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>';

let server: TestServer;
let other: ServerProcess;
let page: OrganiserPage;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'organiser-'));
  await mkdir(path.join(dataDir, 'brand'));
  await writeFile(path.join(dataDir, 'brand', 'own.svg'), SVG);
  await writeFile(
    path.join(dataDir, 'brand.json'),
    JSON.stringify({ name: 'Harbour Fair', company: 'Harbour Fairs Ltd', logo: 'own.svg' }),
  );
  server = await startTestServer({ ORGANISER_SECRET: SECRET, DATA_DIR: dataDir });
  other = await startProcess(server.databaseUrl, { env: { DATA_DIR: dataDir } });
  page = openPage(server.url);
  await page.first(SECRET);
});
afterAll(async () => {
  await other?.stop();
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const configOf = async (url: string) => (await fetch(`${url}/config.json`)).json();

type Counts = { [name: string]: number | Counts };
/** @returns the numbers of an overview less those of an earlier one */
const increase = (now: Counts, earlier: Counts): Counts =>
  Object.fromEntries(
    Object.entries(now).map(([name, count]) => {
      const before = earlier[name];
      return [name, typeof count === 'number' ? count - Number(before) : increase(count, before as Counts)];
    }),
  );

describe('the overview', () => {
  it('counts the whole event and today, and says nothing of anybody', async () => {
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const { body: earlier } = await page.call('GET', `/overview?since=${since}`);
    const vendor = await server.person({ role: 'vendor', company: 'Quiet Lamps', name: 'Vera Lamp' });
    const visitor = await server.person({ role: 'visitor', company: 'Walkers', language: 'ar' });
    const guest = server.client();
    const { data: signedIn } = await guest.auth.signInAnonymously();
    await guest
      .from('profiles')
      .insert({ user_id: signedIn.user?.id, role: 'visitor', name: 'Gus' })
      .throwOnError();
    const { data: session } = await vendor.client
      .from('sessions')
      .insert({ vendor_id: vendor.profileId })
      .select('id')
      .single()
      .throwOnError();
    await visitor.client.rpc('join_session', { session_id: session.id }).throwOnError();
    await vendor.client.from('sessions').insert({ vendor_id: vendor.profileId }).throwOnError();
    const word = { session_id: session.id, sender_id: visitor.profileId, content: 'A word of mine' };
    await visitor.client
      .from('messages')
      .insert([
        { ...word, source_language: 'en' },
        { ...word, source_language: 'ar', translated_content: '一句话', target_language: 'zh' },
      ])
      .throwOnError();
    await server.sql(`update auth.users set created_at = now() - interval '3 days' where id = $1`, [
      vendor.userId,
    ]);
    await server.sql(
      `update public.messages set created_at = now() - interval '3 days' where source_language = 'en' and session_id = $1`,
      [session.id],
    );

    const { body } = await page.call('GET', `/overview?since=${since}`);
    expect(increase(body, earlier)).toEqual({
      vendors: { all: 1, today: 0 },
      visitors: { all: 2, today: 2 },
      guests: { all: 1, today: 1 },
      chats: { all: 1, today: 1 },
      messages: { all: 2, today: 1 },
      translated: { all: 1, today: 1 },
      languages: { en: { all: 1, today: 0 }, zh: { all: 0, today: 0 }, ar: { all: 1, today: 1 } },
      readers: { en: 2, zh: 0, ar: 1 },
    });
    expect(JSON.stringify(body)).not.toMatch(/Vera|Gus|word|一句话/);

    await server.sql(
      `update public.sessions set created_at = created_at - interval '40 days', joined_at = joined_at - interval '40 days' where vendor_id = $1`,
      [vendor.profileId],
    );
    expect((await page.call('GET', '/retention?days=30')).body).toEqual({ chats: 0, messages: 0 });
    await server.sql(
      `update public.messages set created_at = created_at - interval '31 days' where session_id = $1`,
      [session.id],
    );
    expect((await page.call('GET', '/retention?days=30')).body).toEqual({ chats: 1, messages: 2 });
    expect((await page.call('GET', '/retention?days=60')).body).toEqual({ chats: 0, messages: 0 });
  });

  it.each([
    '/overview',
    '/overview?since=yesterday',
    "/overview?since=2026-01-01'",
    '/retention?days=0',
    '/retention?days=1e9',
    '/retention?days=-3',
  ])('refuses %s', async (question) => {
    expect((await page.call('GET', question)).status).toBe(422);
  });
});

describe('settings', () => {
  it('are changed by one who has seen them as they are', async () => {
    expect((await page.call('GET', '/settings')).body).toEqual({
      retentionDays: { value: 0, fallback: 0, revision: 0 },
      guestsEnabled: { value: true, fallback: true, revision: 0, possible: true },
      announcement: { value: null, revision: 0 },
    });
    expect((await page.call('PUT', '/settings/guests', { value: false, seen: 0 })).status).toBe(204);
    expect(await configOf(server.url)).toMatchObject({ guests: false });
    await expect.poll(() => configOf(other.url)).toMatchObject({ guests: false });
    expect(await page.call('PUT', '/settings/guests', { value: true, seen: 0 })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    const seen = (await page.call('GET', '/settings')).body.guestsEnabled.revision;
    expect((await page.call('PUT', '/settings/guests', { value: null, seen })).status).toBe(204);
    expect(await configOf(server.url)).toMatchObject({ guests: true });
  });

  it('say which of their fields is wrong, and change nothing then', async () => {
    for (const value of [-1, 0.5, 4000, '30', Number.NaN]) {
      expect(await page.call('PUT', '/settings/retention', { value, seen: 0 })).toMatchObject(
        Number.isNaN(value) ? { status: 204 } : { status: 422, body: { problems: [{ path: 'value' }] } },
      );
    }
    expect(
      await page.call('PUT', '/settings/announcement', {
        value: { en: 'x'.repeat(301), zh: '', ar: '' },
        seen: 0,
      }),
    ).toMatchObject({ status: 422, body: { code: 'invalid', problems: [{ path: 'en' }] } });
    expect(
      (await page.call('PUT', '/settings/announcement', { value: { en: ' ', zh: '', ar: '' }, seen: 0 }))
        .status,
    ).toBe(422);
    expect((await page.call('PUT', '/settings/guests', { value: true, seen: 0, more: 1 })).status).toBe(422);
    expect((await page.call('GET', '/settings')).body).toMatchObject({
      retentionDays: { value: 0 },
      announcement: { value: null },
    });
  });

  it('tell everybody an announcement, each a new one', async () => {
    const say = async (en: string) => {
      const { revision } = (await page.call('GET', '/settings')).body.announcement;
      const value = en === '' ? null : { en, zh: '3号馆十点开放。', ar: '' };
      expect((await page.call('PUT', '/settings/announcement', { value, seen: revision })).status).toBe(204);
      return (await configOf(server.url)) as { announcement: { id: string; en: string } | null };
    };
    const first = await say('Hall 3 opens at ten.');
    expect(first.announcement).toMatchObject({ en: 'Hall 3 opens at ten.', zh: '3号馆十点开放。', ar: '' });
    const second = await say('Hall 3 opens at eleven.');
    expect(second.announcement?.id).not.toBe(first.announcement?.id);
    expect((await say('')).announcement).toBeNull();
  });
});

describe('the brand', () => {
  const upload = (bytes: Uint8Array) => page.call('POST', '/brand/pictures', bytes);
  const picture = (width: number, height: number, noise = false) =>
    sharp(noise ? randomBytes(width * height * 3) : Buffer.alloc(width * height * 3, 90), {
      raw: { width, height, channels: 3 },
    })
      .png()
      .toBuffer();

  it('lies over the file key by key, with its pictures, in every process', async () => {
    const { body } = await page.call('GET', '/brand');
    expect(body).toMatchObject({
      brand: { name: 'Harbour Fair', logo: 'own.svg', sponsors: [] },
      changed: [],
      revision: 0,
      pictures: { 'own.svg': expect.stringMatching(/^data:image\/svg\+xml;base64,/) },
    });
    const { name } = (await upload(await picture(60, 30))).body;
    expect(name).toMatch(/^uploaded-[\w-]{16}\.png$/);
    const brand = {
      ...body.brand,
      name: 'Lumen Fair',
      colors: { primary: '#7a1f5c' },
      sponsors: [{ label: 'Quiet Lamps', text: 'Light', link: 'https://lamps.example/', image: name }],
    };
    expect(await page.call('PUT', '/brand', { value: brand, seen: 0 })).toMatchObject({ status: 204 });
    const { brand: shown } = (await configOf(server.url)) as {
      brand: { company: string; sponsors: Array<{ image: string }> };
    };
    expect(shown).toMatchObject({
      name: 'Lumen Fair',
      company: 'Harbour Fairs Ltd',
      logo: { width: 40, height: 20 },
      sponsors: [{ label: 'Quiet Lamps' }],
    });
    await expect.poll(() => configOf(other.url)).toMatchObject({ brand: shown });
    const served = await fetch(`${other.url}${shown.sponsors[0]?.image}`);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(served.headers.get('cache-control')).toContain('immutable');

    const changed = (await page.call('GET', '/brand')).body;
    expect(changed.changed.sort()).toEqual(['colors', 'name', 'sponsors']);
    expect(changed.tokens.light['--primary']).toBe('#7a1f5c');
    // Keys that the event admin did not change still come from the file.
    await writeFile(
      path.join(dataDir, 'brand.json'),
      JSON.stringify({ name: 'Harbour Fair', company: 'Harbour Fairs & Co', logo: 'own.svg' }),
    );
    expect(await configOf(server.url)).toMatchObject({
      brand: { name: 'Lumen Fair', company: 'Harbour Fairs & Co' },
    });
    const without = { ...changed.brand, company: 'Harbour Fairs & Co', logo: '' };
    const put = await page.call('PUT', '/brand', { value: without, seen: changed.revision });
    expect(put.status).toBe(204);
    expect(((await configOf(server.url)) as { brand: object }).brand).not.toHaveProperty('logo');

    const { revision } = (await page.call('GET', '/brand')).body;
    expect((await page.call('PUT', '/brand', { value: null, seen: revision })).status).toBe(204);
    expect(await configOf(server.url)).toMatchObject({
      brand: { name: 'Harbour Fair', logo: { width: 40 } },
    });
  });

  it('is refused with what is wrong, by field, and stays as it was', async () => {
    const { brand, revision } = (await page.call('GET', '/brand')).body;
    const wrong = {
      ...brand,
      name: '',
      website: 'lamps.example',
      phone: 'none',
      colors: { primary: 'teal' },
      sponsors: [{ label: 'Quiet Lamps', link: 'javascript:alert(1)' }],
    };
    const { status, body } = await page.call('PUT', '/brand', { value: wrong, seen: revision });
    expect(status).toBe(422);
    expect(body.problems.map((problem: { path: string }) => problem.path)).toEqual([
      'value.name',
      'value.phone',
      'value.website',
      'value.colors.primary',
      'value.sponsors.0.link',
    ]);
    const put = (more: object) =>
      page.call('PUT', '/brand', { value: { ...brand, ...more }, seen: revision });
    expect((await put({ colors: { primary: '#ffee00' } })).body.problems).toEqual([
      { path: 'colors.primary', code: 'contrast', message: expect.stringContaining('4.5:1') },
    ]);
    expect((await put({ logo: 'uploaded-none.png' })).body.problems).toMatchObject([
      { path: 'logo', code: 'picture' },
    ]);
    expect((await put({ logo: '../brand.json' })).status).toBe(422);
    expect(await configOf(server.url)).toMatchObject({ brand: { name: 'Harbour Fair' } });

    const colors = await page.call('POST', '/brand/colors', { colors: { primary: '#ffee00' } });
    expect(colors.body).toMatchObject({ problems: [{ path: 'colors.primary', code: 'contrast' }] });
  });

  it('takes pictures, and says of other files what is wrong with them', async () => {
    expect((await upload(Buffer.from(SVG))).body.name).toMatch(/\.svg$/);
    const noise = await picture(500, 500, true);
    const refusals: Array<[string, Uint8Array, string]> = [
      ['a logo of 10 MB', Buffer.alloc(10 * 1024 * 1024, 1), 'too_large'],
      ['one a little too large', noise, 'too_large'],
      ['too many pixels', await picture(4100, 8), 'too_large'],
      ['no picture', Buffer.from('%PDF-1.7'), 'not_a_picture'],
      ['nothing', new Uint8Array(), 'not_a_picture'],
      ['a picture that is cut off', (await picture(200, 200, true)).subarray(0, 60_000), 'not_a_picture'],
      ['a script', Buffer.from(SVG.replace('<rect', '<script>alert(1)</script><rect')), 'active_svg'],
      [
        'a script with a prefix',
        Buffer.from(SVG.replace('<rect', '<s:SCRIPT xmlns:s="x"/><rect')),
        'active_svg',
      ],
      ['a handler', Buffer.from(SVG.replace('<rect', '<rect onload="alert(1)"')), 'active_svg'],
      [
        'a link',
        Buffer.from(SVG.replace('<rect', '<image href="https://a.example/x.png"/><rect')),
        'active_svg',
      ],
      [
        'a script’s address',
        Buffer.from(SVG.replace('<rect', '<a href="javascript:alert(1)"/><rect')),
        'active_svg',
      ],
      ['HTML in it', Buffer.from(SVG.replace('<rect', '<foreignObject/><rect')), 'active_svg'],
      ['an SVG that is not well-formed', Buffer.from(SVG.replace('</svg>', '')), 'not_a_picture'],
    ];
    for (const [what, bytes, code] of refusals) {
      expect((await upload(bytes)).body, what).toMatchObject({ code });
    }
  });
});

describe('reports of users', () => {
  it('show what the reporter has laid before the organiser, and are handled', async () => {
    const vendor = await server.person({ role: 'vendor', company: 'Quiet Lamps', name: 'Rana Lamp' });
    const visitor = await server.person({ role: 'visitor', company: 'Walkers', name: 'Wei Walker' });
    const { data: session } = await vendor.client
      .from('sessions')
      .insert({ vendor_id: vendor.profileId })
      .select('id')
      .single()
      .throwOnError();
    await visitor.client.rpc('join_session', { session_id: session.id }).throwOnError();
    const { data: words } = await vendor.client
      .from('messages')
      .insert(
        ['Pay me first', 'A word between us'].map((content) => ({
          session_id: session.id,
          sender_id: vendor.profileId,
          content,
        })),
      )
      .select('id, content')
      .throwOnError();
    const shown = words.find(({ content }) => content === 'Pay me first');
    await visitor.client
      .from('reports')
      .insert({
        reporter_id: visitor.profileId,
        reported_id: vendor.profileId,
        session_id: session.id,
        reason: 'fraud',
        message_ids: [shown?.id],
      })
      .throwOnError();

    const { body } = await page.call('GET', '/reports?status=open');
    expect(body).toMatchObject({
      open: 1,
      closed: 0,
      reports: [
        {
          reason: 'fraud',
          reporter: { name: 'Wei Walker' },
          reported: { name: 'Rana Lamp' },
          messages: [{ content: 'Pay me first' }],
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('A word between us');
    const path = `/reports/${body.reports[0].id}`;
    expect(body.reports[0].note).toEqual({ text: '', revision: 0, updated_at: null });
    const noteOf = async () => (await page.call('GET', '/reports?status=open')).body.reports[0].note;
    const write = (note: unknown, seen: unknown) => page.call('PUT', `${path}/note`, { note, seen });
    expect((await write(' Called both.\u0000 打过电话 ', 0)).status).toBe(204);
    expect(await noteOf()).toMatchObject({ text: 'Called both. 打过电话', revision: 1 });
    // Two of them at once: the one who had not read the other's change gets an error.
    const written = await Promise.all([write('Mine', 1), write('Theirs', 1)]);
    expect(written.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await write('A first one', 0)).body).toMatchObject({ code: 'conflict' });
    expect(await noteOf()).toMatchObject({ text: expect.stringMatching(/^(Mine|Theirs)$/), revision: 2 });
    expect((await write('🗒'.repeat(2000), 2)).status).toBe(204);
    expect(await write('🗒'.repeat(2001), 3)).toMatchObject({
      status: 422,
      body: { problems: [{ path: 'note' }] },
    });
    expect((await write('', 3)).status).toBe(204);
    expect(await noteOf()).toMatchObject({ text: '', revision: 4 });
    expect((await write(7, 4)).status).toBe(422);
    expect((await page.call('PUT', `/reports/${shown?.id}/note`, { note: 'x', seen: 0 })).status).toBe(404);
    // The reporter is not allowed to read it.
    const { data: own } = await visitor.client.from('reports').select('*').single().throwOnError();
    expect(Object.keys(own)).not.toContain('note');
    expect((await page.call('PUT', path, { closed: true })).status).toBe(204);
    expect((await page.call('GET', '/reports?status=closed')).body).toMatchObject({ open: 0, closed: 1 });
    expect((await page.call('PUT', path, { closed: false })).status).toBe(204);
    expect((await page.call('GET', '/reports?status=open')).body.reports).toHaveLength(1);
    expect((await page.call('PUT', '/reports/none', { closed: true })).status).toBe(404);
    expect((await page.call('PUT', path, { closed: 'yes' })).status).toBe(422);
    expect((await page.call('GET', '/reports?status=all')).status).toBe(422);
  });
});
