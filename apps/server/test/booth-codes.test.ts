import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from './harness.ts';
import { png } from './storage/samples.ts';

// Booth codes through the official client: supabase/schemas/08_joining.sql. The permissions are
// tested in rls-matrix.ts.

let server: TestServer;
let vendor: Person;
let visitor: Person;

beforeAll(async () => {
  server = await startTestServer();
  [vendor, visitor] = await Promise.all([
    server.person({ role: 'vendor', name: 'Nora', company: 'Harbour Lighting' }),
    server.person({ role: 'visitor', name: 'Wei' }),
  ]);
});
afterAll(() => server.stop());

interface BoothCode {
  id: string;
  code: string;
}

async function make(values: object = {}): Promise<BoothCode> {
  const { data } = await vendor.client
    .from('booth_codes')
    .insert({ vendor_id: vendor.profileId, label: 'Street lamps', ...values })
    .select('*')
    .single()
    .throwOnError();
  return data;
}

async function summary({ id }: BoothCode): Promise<{ scans: number; joins: number }> {
  const { data } = await vendor.client
    .from('booth_code_summaries')
    .select('scans, joins')
    .eq('id', id)
    .single()
    .throwOnError();
  return data as { scans: number; joins: number };
}

async function join(person: Person, code: string, device?: string) {
  return person.client.rpc('join_booth', { code, ...(device && { device }) });
}

async function invite(code: string, device?: string, client = server.client()) {
  return client.rpc('booth_invite', { code, ...(device && { device }) }).maybeSingle();
}

const newDevice = () => randomBytes(16).toString('hex');
const scan = (code: string, device: string, client = server.client()) =>
  client.rpc('scan_booth_code', { code, device }).throwOnError();
const pause = ({ id }: BoothCode, at: string | null) =>
  vendor.client.from('booth_codes').update({ paused_at: at }).eq('id', id).throwOnError();

async function rotate({ id }: BoothCode): Promise<BoothCode> {
  const { data } = await vendor.client.rpc('rotate_booth_code', { code_id: id }).throwOnError();
  return data as BoothCode;
}

describe('a booth code', () => {
  it('is long and random, and links to the vendor’s face', async () => {
    const [one, other] = [await make(), await make()];
    expect(one.code).toMatch(/^[0-9A-Za-z]{24}$/);
    expect(other.code).not.toBe(one.code);
    const { data } = await invite(one.code);
    expect(data).toEqual({
      state: 'open',
      label: 'Street lamps',
      vendor: { id: vendor.profileId, name: 'Nora', company: 'Harbour Lighting', avatar_url: null },
      session_id: null,
    });
    const unknown = await invite(one.code.toLowerCase());
    expect({ status: unknown.status, code: unknown.error?.code }).toEqual({ status: 404, code: 'PT404' });
  });

  it('gives each visitor a session of their own, and the same one when they come back', async () => {
    const booth = await make();
    const other = await server.person({ role: 'visitor', name: 'Omar' });
    const [wei, omar] = [await join(visitor, booth.code), await join(other, booth.code)];
    expect(wei.data).toMatchObject({ vendor_id: vendor.profileId, visitor_id: visitor.profileId });
    expect(omar.data.id).not.toBe(wei.data.id);
    expect((await join(visitor, booth.code)).data).toEqual(wei.data);
    expect((await invite(booth.code, undefined, visitor.client)).data).toMatchObject({
      session_id: wei.data.id,
    });
    expect(await summary(booth)).toMatchObject({ joins: 2 });
  });

  it('makes one session out of ten taps at once', async () => {
    const booth = await make();
    const answers = await Promise.all(Array.from({ length: 10 }, () => join(visitor, booth.code)));
    expect(answers.map(({ error }) => error)).toEqual(Array(10).fill(null));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await summary(booth)).toMatchObject({ joins: 1 });
  });

  it('paused, accepts no new visitors, and keeps the chats of those who have joined', async () => {
    const booth = await make();
    const joined = await join(visitor, booth.code);
    await pause(booth, new Date().toISOString());
    const newcomer = await server.person({ role: 'visitor', name: 'Lucía' });
    expect((await invite(booth.code)).data).toMatchObject({ state: 'paused', label: 'Street lamps' });
    const refused = await join(newcomer, booth.code);
    expect({ status: refused.status, code: refused.error?.code }).toEqual({ status: 423, code: 'PT423' });
    expect((await join(visitor, booth.code)).data.id).toBe(joined.data.id);
    await pause(booth, null);
    expect((await join(newcomer, booth.code)).error).toBeNull();
  });

  it('leaves the chats when it is deleted', async () => {
    const booth = await make();
    const joined = await join(visitor, booth.code);
    await vendor.client.from('booth_codes').delete().eq('id', booth.id).throwOnError();
    expect((await invite(booth.code)).status).toBe(404);
    const { data } = await visitor.client
      .from('sessions')
      .select('id, booth_code_id')
      .eq('id', joined.data.id)
      .single()
      .throwOnError();
    expect(data).toEqual({ id: joined.data.id, booth_code_id: null });
  });

  it('ends at a hundred a vendor', async () => {
    const many = await server.person({ role: 'vendor', name: 'Many' });
    const rows = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ vendor_id: many.profileId, label: `Code ${i}` }));
    expect((await many.client.from('booth_codes').insert(rows(100))).error).toBeNull();
    expect((await many.client.from('booth_codes').insert(rows(1))).error?.code).toBe('PT409');
  });
});

describe('a replaced booth code', () => {
  it('says no more than that, while the new one works', async () => {
    const booth = await make();
    const old = booth.code;
    const { id, code } = await rotate(booth);
    expect(id).toBe(booth.id);
    expect(code).not.toBe(old);
    expect((await invite(old)).data).toEqual({
      state: 'replaced',
      label: null,
      vendor: null,
      session_id: null,
    });
    const refused = await join(visitor, old);
    expect({ status: refused.status, code: refused.error?.code }).toEqual({ status: 410, code: 'PT410' });
    expect((await join(visitor, code)).error).toBeNull();
    // A visitor with a chat through the code finds it by its old posters as well.
    expect((await join(visitor, old)).error).toBeNull();
    expect((await invite(old, undefined, visitor.client)).data).toMatchObject({ vendor: null, label: null });
  });

  it('is good for half an hour for who had opened it before', async () => {
    const booth = await make();
    const [early, late] = [newDevice(), newDevice()];
    await scan(booth.code, early);
    await rotate(booth);
    await scan(booth.code, late);
    expect((await invite(booth.code, early)).data).toMatchObject({ state: 'open', label: 'Street lamps' });
    expect((await invite(booth.code, late)).data).toMatchObject({ state: 'replaced', vendor: null });
    const other = await server.person({ role: 'visitor', name: 'Late' });
    expect((await join(other, booth.code, late)).error?.code).toBe('PT410');
    expect((await join(visitor, booth.code, early)).error).toBeNull();
    await server.sql(
      `update booth_code_devices set opened_at = opened_at - interval '31 minutes' where code_id = $1`,
      [booth.id],
    );
    expect((await join(other, booth.code, early)).error?.code).toBe('PT410');
  });
});

describe('a link', () => {
  it('is replaced twenty times a day', async () => {
    const booth = await make();
    await server.sql(
      `insert into replaced_booth_codes (code, code_id)
       select 'old-' || n || $1, $1::uuid from generate_series(1, 19) n`,
      [booth.id],
    );
    await rotate(booth);
    const again = () => vendor.client.rpc('rotate_booth_code', { code_id: booth.id });
    expect((await again()).error?.code).toBe('PT429');
    // Another code has its own number.
    await rotate(await make());
    await server.sql(
      `update replaced_booth_codes set replaced_at = replaced_at - interval '1 day' where code_id = $1`,
      [booth.id],
    );
    expect((await again()).error).toBeNull();
  });
});

describe('scans', () => {
  it('are counted once a device and day', async () => {
    const booth = await make();
    const [one, other] = [newDevice(), newDevice()];
    await Promise.all(Array.from({ length: 5 }, () => scan(booth.code, one)));
    await scan(booth.code, other);
    expect(await summary(booth)).toMatchObject({ scans: 2 });
    await server.sql('update booth_code_devices set counted_on = counted_on - 1 where code_id = $1', [
      booth.id,
    ]);
    await scan(booth.code, one);
    expect(await summary(booth)).toMatchObject({ scans: 3 });
    const { data } = await vendor.client
      .from('booth_code_scans')
      .select('hour, scans')
      .eq('code_id', booth.id)
      .throwOnError();
    expect(data.reduce((sum, { scans }) => sum + scans, 0)).toBe(3);
  });

  it('are counted once a day for a signed-in user, whatever numbers their devices have', async () => {
    const booth = await make();
    const visitor = await server.person({ role: 'visitor' });
    const known = newDevice();
    // First as a stranger, then signed in on the same device.
    await scan(booth.code, known);
    await scan(booth.code, known, visitor.client);
    expect(await summary(booth)).toMatchObject({ scans: 1 });
    await Promise.all(Array.from({ length: 5 }, () => scan(booth.code, newDevice(), visitor.client)));
    expect(await summary(booth)).toMatchObject({ scans: 2 });
    const last = newDevice();
    await scan(booth.code, last, visitor.client);
    expect(await summary(booth)).toMatchObject({ scans: 2 });
    // A device that was not counted has opened the code all the same.
    await rotate(booth);
    expect((await invite(booth.code, last)).data).toMatchObject({ state: 'open' });
  });

  it('are not noted without end for one network, which is not told so', async () => {
    const booth = await make();
    const answers = await Promise.all(Array.from({ length: 120 }, () => scan(booth.code, newDevice())));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    // Half of what the network has: callers without a device cookie leave the rest to the browsers
    // of the hall.
    expect(await summary(booth)).toMatchObject({ scans: 50 });
  });

  it('are not counted for the vendor, for a device without a number, and for an unknown code', async () => {
    const booth = await make();
    await scan(booth.code, newDevice(), vendor.client);
    await scan(booth.code, 'me');
    await scan('a'.repeat(24), newDevice());
    expect(await summary(booth)).toMatchObject({ scans: 0 });
  });

  it('keep nothing by which a device is known elsewhere', async () => {
    const [one, other] = [await make(), await make()];
    const device = newDevice();
    await scan(one.code, device);
    await scan(other.code, device);
    const rows = await server.sql<{ device: Buffer }>(
      'select device from booth_code_devices where code_id in ($1, $2)',
      [one.id, other.id],
    );
    expect(new Set(rows.map((row) => row.device.toString('hex'))).size).toBe(2);
  });
});

describe('a logo', () => {
  const files = () => vendor.client.storage.from('booth-logos');

  it('is a PNG, JPEG or WebP of at most 1 MB, and no SVG', async () => {
    const path = (name: string) => `${vendor.userId}/${name}`;
    for (const type of ['image/svg+xml', 'text/html', 'image/gif']) {
      const script = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'], {
        type,
      });
      const { error } = await files().upload(path('logo'), script);
      expect(error, type).toMatchObject({ statusCode: '415' });
    }
    const big = new Blob([png(''), Buffer.alloc(10 * 1024 * 1024)], { type: 'image/png' });
    expect((await files().upload(path('big.png'), big)).error).toMatchObject({ statusCode: '413' });
    expect(
      (await files().upload(path('logo.png'), new Blob([png('x')], { type: 'image/png' }))).error,
    ).toBeNull();
  });

  it('that calls itself a picture is never run as a page', async () => {
    const path = `${vendor.userId}/page.png`;
    const page = new Blob([png('<svg><script>alert(1)</script></svg>')], { type: 'image/png' });
    await files().upload(path, page);
    const answer = await fetch(files().getPublicUrl(path).data.publicUrl);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    await answer.arrayBuffer();
  });
});
