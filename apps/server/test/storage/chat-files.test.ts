import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../harness.ts';
import { jpeg, pdf, webm, zip } from './samples.ts';
import { refusal, type StorageServer, startStorageServer } from './support.ts';

let server: StorageServer;
let vendor: Person;
let visitor: Person;
let stranger: Person;
let session: string;
beforeAll(async () => {
  server = await startStorageServer();
  [vendor, visitor, stranger] = await Promise.all([
    server.person({ role: 'vendor' }),
    server.person({ role: 'visitor' }),
    server.person({ role: 'visitor' }),
  ]);
  const [row] = await server.sql<{ id: string }>(
    'insert into sessions (vendor_id, visitor_id) values ($1, $2) returning id',
    [vendor.profileId, visitor.profileId],
  );
  session = row?.id as string;
});
afterAll(() => server.stop());

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const DOCM = 'application/vnd.ms-word.document.macroenabled.12';
const files = (person: Pick<Person, 'client'>) => person.client.storage.from('chat-files');
const voice = () => new Blob([webm('voice')], { type: 'audio/webm;codecs=opus' });

describe('chat-files', () => {
  it('are added and read by the two people of a session', async () => {
    const path = `${session}/hello.webm`;
    expect((await files(visitor).upload(path, voice())).error).toBeNull();
    for (const person of [vendor, visitor]) {
      expect(await (await files(person).download(path)).data?.text()).toContain('voice');
      expect((await files(person).list(session)).data?.map(({ name }) => name)).toContain('hello.webm');
    }
    expect((await files(vendor).upload(`${session}/answer.webm`, voice())).error).toBeNull();
  });

  it('are out of reach for everybody else', async () => {
    await files(vendor).upload(`${session}/secret.webm`, voice());
    for (const person of [stranger, { client: server.client() }]) {
      expect(refusal((await files(person).upload(`${session}/planted.webm`, voice())).error)).toEqual({
        message: 'new row violates row-level security policy',
        status: 400,
        statusCode: '403',
      });
      expect(refusal((await files(person).download(`${session}/secret.webm`)).error)).toMatchObject({
        message: 'Object not found',
      });
      expect((await files(person).list(session)).data).toEqual([]);
      expect((await files(person).remove([`${session}/secret.webm`])).data).toEqual([]);
    }
    const { publicUrl } = files(vendor).getPublicUrl(`${session}/secret.webm`).data;
    expect((await fetch(publicUrl)).status).toBe(400);
  });

  it('are not to be had past the storage service', async () => {
    for (const { client } of [vendor, stranger, { client: server.admin }]) {
      const read = await client
        .schema('storage' as never)
        .from('objects')
        .select();
      expect(read.error).toMatchObject({ code: 'PGRST106' });
      const write = await client
        .schema('storage' as never)
        .from('objects')
        .insert({ bucket_id: 'chat-files', name: `${session}/planted`, version: 'x' } as never);
      expect(write.error).toMatchObject({ code: 'PGRST106' });
    }
  });

  it('lie in the session’s folder and nowhere else', async () => {
    for (const path of [
      'loose.webm',
      `${session}/deeper/x.webm`,
      `x/${session}/x.webm`,
      `${session.toUpperCase()}/x.webm`,
      `${vendor.userId}/x.webm`,
      '%/x.webm',
    ]) {
      const { error } = await files(vendor).upload(path, voice());
      expect(['403', '400'], path).toContain((refusal(error) as { statusCode: string }).statusCode);
    }
  });

  it('stay as they were sent', async () => {
    const path = `${session}/kept.webm`;
    await files(visitor).upload(path, voice());
    expect(refusal((await files(visitor).update(path, voice())).error)).toMatchObject({ statusCode: '403' });
    expect(refusal((await files(visitor).move(path, `${session}/else.webm`)).error)).toMatchObject({
      statusCode: '403',
    });
    expect((await files(visitor).remove([path])).data).toEqual([]);
    expect((await files(vendor).exists(path)).data).toBe(true);
  });

  it('are sounds, pictures or documents of at most 10 MiB', async () => {
    for (const [name, content, type] of [
      ['photo.jpg', jpeg('x'), 'image/jpeg'],
      ['prices.PDF', pdf('x'), 'application/pdf'],
      ['prices.xlsx', zip('x'), XLSX],
    ] as const) {
      const { error } = await files(vendor).upload(`${session}/${name}`, new Blob([content], { type }));
      expect(error, name).toBeNull();
    }
    for (const type of ['text/html', 'application/x-msdownload', 'text/plain', 'image/svg+xml', DOCM]) {
      const { error } = await files(vendor).upload(`${session}/x.pdf`, new Blob(['x'], { type }));
      expect(refusal(error), type).toMatchObject({ statusCode: '415' });
    }
    const big = new Blob([webm(''), Buffer.alloc(10_485_760)], { type: 'audio/webm' });
    expect(refusal((await files(vendor).upload(`${session}/big.webm`, big)).error)).toMatchObject({
      statusCode: '413',
    });
  });

  it('have no name that a system would run', async () => {
    for (const name of ['prices.exe', 'prices.pdf.hta', 'prices.html', 'photo.jpg.lnk', 'prices']) {
      const file = new Blob([pdf('<script>')], { type: 'application/pdf' });
      const { error } = await files(visitor).upload(`${session}/${name}`, file);
      expect(refusal(error), name).toMatchObject({ statusCode: '403' });
    }
  });

  it('are sent as a download without a page’s rights', async () => {
    const path = `${session}/offer.pdf`;
    await files(visitor).upload(path, new Blob([pdf('x')], { type: 'application/pdf' }));
    const { data } = await files(vendor).createSignedUrl(path, 60);
    const { headers } = await fetch(`${data?.signedUrl}&download=${encodeURIComponent('报价.pdf')}`);
    expect(headers.get('content-disposition')).toMatch(/^attachment; .*%E6%8A%A5%E4%BB%B7\.pdf/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});
