import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../harness.ts';
import { pdf, png } from './samples.ts';
import { createOwnFolderBucket, refusal, type StorageServer, startStorageServer } from './support.ts';

const LIMIT = 300_000;

let server: StorageServer;
let user: SignedIn;
beforeAll(async () => {
  server = await startStorageServer({ STORAGE_MAX_FILE_BYTES: String(LIMIT) });
  await createOwnFolderBucket(server, 'own');
  user = await server.signUp();
});
afterAll(() => server.stop());

const own = (name: string) => `${user.userId}/${name}`;

async function text(path: string): Promise<string | undefined> {
  return (await user.client.storage.from('own').download(path)).data?.text();
}

/** The files on the disk once everything discarded by then is cleaned away. */
async function settledFiles(): Promise<string[]> {
  await expect.poll(() => server.sql('select * from storage.unowned_files')).toEqual([]);
  return server.filesOnDisk();
}

async function row(path: string) {
  const [found] = await server.sql<Record<string, unknown>>(
    `select * from storage.objects where bucket_id = 'own' and name = $1`,
    [path],
  );
  return found;
}

describe('uploads', () => {
  it('take a Blob as a form, with type, cache time and metadata', async () => {
    const file = new Blob(['hello'], { type: 'audio/webm;codecs=opus' });
    const { data, error } = await user.client.storage
      .from('own')
      .upload(own('blob.webm'), file, { cacheControl: '120', metadata: { seconds: 3 } });
    expect(error).toBeNull();
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      path: own('blob.webm'),
      fullPath: `own/${own('blob.webm')}`,
    });
    expect(await row(own('blob.webm'))).toMatchObject({
      id: data?.id,
      owner: user.userId,
      owner_id: user.userId,
      user_metadata: { seconds: 3 },
      metadata: {
        size: 5,
        contentLength: 5,
        mimetype: 'audio/webm',
        cacheControl: 'max-age=120',
        httpStatusCode: 200,
      },
    });
    expect(await text(own('blob.webm'))).toBe('hello');
  });

  it('take text, bytes, streams and a form of one’s own', async () => {
    const bucket = user.client.storage.from('own');
    const form = new FormData();
    form.append('file', new Blob(['form'], { type: 'text/plain' }), 'name.txt');
    const bodies: Array<[string, Parameters<typeof bucket.upload>[1], string]> = [
      ['text.txt', 'text', 'text'],
      ['bytes.bin', new TextEncoder().encode('bytes'), 'bytes'],
      ['buffer.bin', Buffer.from('buffer'), 'buffer'],
      ['empty.txt', '', ''],
      ['stream.bin', Readable.from([Buffer.from('str'), Buffer.from('eam')]), 'stream'],
      ['form.txt', form, 'form'],
    ];
    for (const [name, body, expected] of bodies) {
      const { error } = await bucket.upload(own(name), body, { metadata: { name } });
      expect(error, name).toBeNull();
      expect(await text(own(name)), name).toBe(expected);
      expect((await row(own(name)))?.user_metadata, name).toEqual({ name });
    }
    expect(await row(own('text.txt'))).toMatchObject({
      metadata: { mimetype: 'text/plain;charset=UTF-8', cacheControl: 'max-age=3600' },
    });
    // The client appends its fields after the file.
    expect(await row(own('form.txt'))).toMatchObject({ metadata: { cacheControl: 'max-age=3600' } });
  });

  it('take names in every script, decoded once', async () => {
    for (const name of [
      '产品目录.pdf',
      'كتالوج المنتجات.pdf',
      'a b+c.txt',
      'sub/folder/x.txt',
      "it's (1).txt",
    ]) {
      const { data, error } = await user.client.storage.from('own').upload(own(name), name);
      expect(error, name).toBeNull();
      expect(data?.path).toBe(own(name));
      expect(await text(own(name)), name).toBe(name);
    }
    const encoded = await server.call(`/object/own/${own('50%2525.txt')}`, {
      method: 'POST',
      body: 'half',
      bearer: user.accessToken,
    });
    expect(await encoded.json()).toMatchObject({ Key: `own/${own('50%25.txt')}` });
  });

  it('refuse a name that exists, and replace it when told to', async () => {
    const bucket = user.client.storage.from('own');
    const first = await bucket.upload(own('twice.txt'), 'first');
    const second = await bucket.upload(own('twice.txt'), 'second');
    expect(refusal(second.error)).toEqual({
      message: 'The resource already exists',
      status: 400,
      statusCode: '409',
    });
    expect(await text(own('twice.txt'))).toBe('first');
    const files = (await settledFiles()).length;
    const replaced = await bucket.upload(own('twice.txt'), 'third', { upsert: true });
    expect(replaced.data?.id).toBe(first.data?.id);
    const updated = await bucket.update(own('twice.txt'), 'fourth');
    expect(updated.data?.id).toBe(first.data?.id);
    expect(await text(own('twice.txt'))).toBe('fourth');
    // The replaced contents are gone from the disk.
    await expect.poll(async () => (await server.filesOnDisk()).length).toBe(files);
  });

  it('give one of many racing uploads of a name', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        user.client.storage.from('own').upload(own('race.txt'), `racer ${index}`),
      ),
    );
    const winners = outcomes.filter(({ error }) => error === null);
    expect(winners).toHaveLength(1);
    expect(await text(own('race.txt'))).toMatch(/^racer \d$/);
    const rows = await server.sql('select version from storage.objects');
    await expect.poll(async () => (await server.filesOnDisk()).length).toBe(rows.length);
  });

  it('stop at the limit of the server and of the bucket, by announcement and on the way', async () => {
    const exact = await user.client.storage.from('own').upload(own('exact.bin'), Buffer.alloc(LIMIT));
    expect(exact.error).toBeNull();
    const tooLarge = { message: expect.stringContaining('maximum'), status: 400, statusCode: '413' };
    const big = Buffer.alloc(LIMIT + 1);
    const bucket = user.client.storage.from('own');
    expect(refusal((await bucket.upload(own('big1.bin'), big)).error)).toEqual(tooLarge);
    expect(refusal((await bucket.upload(own('big2.bin'), new Blob([big]))).error)).toEqual(tooLarge);
    const stream = Readable.from([Buffer.alloc(LIMIT), Buffer.alloc(1)]);
    expect(refusal((await bucket.upload(own('big3.bin'), stream)).error)).toEqual(tooLarge);
    await server.admin.storage.createBucket('small', { public: false, fileSizeLimit: 10 });
    const small = server.admin.storage.from('small');
    expect((await small.upload('ten.txt', '0123456789')).error).toBeNull();
    expect(refusal((await small.upload('eleven.txt', '0123456789a')).error)).toEqual(tooLarge);
    expect(await server.sql(`select name from storage.objects where name like '%big%'`)).toEqual([]);
  });

  it('take the types that the bucket lists and no others', async () => {
    await server.admin.storage.createBucket('pictures', {
      public: false,
      allowedMimeTypes: ['image/*', 'application/pdf'],
    });
    const bucket = server.admin.storage.from('pictures');
    const upload = (name: string, contentType: string, body: string | Buffer = 'x') =>
      bucket.upload(name, body, { contentType });
    expect((await upload('a.png', 'image/png', png('x'))).error).toBeNull();
    expect((await upload('a.pdf', 'Application/PDF; version=2', pdf('x'))).error).toBeNull();
    for (const type of ['text/html', 'imagepng', 'application/pdfx', 'image', 'x/image/png']) {
      expect(refusal((await upload('bad', type)).error), type).toEqual({
        message: `mime type ${type} is not supported`,
        status: 400,
        statusCode: '415',
      });
    }
    const form = await bucket.upload('form.html', new Blob(['<b>'], { type: 'text/html' }));
    expect(refusal(form.error)).toMatchObject({ statusCode: '415' });
  });

  it('refuse names that lead elsewhere or cannot be told apart', async () => {
    // Sent raw, because a client would normalise some of them.
    for (const target of [
      '%2e%2e%2fetc%2fpasswd',
      'a/%2e%2e%2f%2e%2e%2fb',
      '..%2f..%2fsecret',
      'a%5c..%5cb',
      'nul%00.txt',
      '%2fabsolute',
      'a//b',
      'trailing/',
      '%2e',
      'line%0abreak',
      'right%E2%80%AEtoleft.txt',
      'bad%ff.txt',
      'open%',
      'x'.repeat(1025),
    ]) {
      const answer = await server.call(`/object/own/${target}`, {
        method: 'POST',
        body: 'x',
        bearer: server.ctx.apiKeys.secret,
      });
      expect(answer.status, target).toBe(400);
      expect(await answer.json(), target).toMatchObject({ statusCode: '400', code: 'InvalidKey' });
    }
    // Dot segments that a proxy or the parser resolves name another object, on which the policies
    // decide as ever.
    const raw = await rawRequest('POST', `/storage/v1/object/own/${user.userId}/../somebody/x.txt`, 'x');
    expect(raw.body).toMatchObject({ statusCode: '403', code: 'AccessDenied' });
    expect((await rawRequest('GET', '/storage/v1/object/own/a\\..\\b', null)).status).toBe(400);
    for (const bucket of ['%2e%2e', 'a%2fb', '..%2f..']) {
      const answer = await server.call(`/object/${bucket}/x.txt`, { method: 'POST', body: 'x' });
      expect(answer.status, bucket).toBe(400);
    }
  });

  it('are refused by the policies before their bytes are kept', async () => {
    const before = (await settledFiles()).length;
    const denied = {
      message: 'new row violates row-level security policy',
      status: 400,
      statusCode: '403',
    };
    const other = await server.signUp();
    for (const client of [other.client, server.client()]) {
      for (const upsert of [false, true]) {
        const { error } = await client.storage.from('own').upload(own('theirs.txt'), 'x', { upsert });
        expect(refusal(error)).toEqual(denied);
      }
    }
    // Overwriting another user's file reveals only that it is forbidden.
    await user.client.storage.from('own').upload(own('mine.txt'), 'mine');
    expect(refusal((await other.client.storage.from('own').update(own('mine.txt'), 'x')).error)).toEqual(
      denied,
    );
    expect(await text(own('mine.txt'))).toBe('mine');
    const nowhere = await user.client.storage.from('nowhere').upload('x.txt', 'x');
    expect(refusal(nowhere.error)).toEqual({ message: 'Bucket not found', status: 400, statusCode: '404' });
    await expect.poll(async () => (await server.filesOnDisk()).length).toBe(before + 1);
  });

  it('that break off leave no object and no file', async () => {
    const files = (await settledFiles()).sort();
    const boundary = 'frontier';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name=""; filename="x"\r\nContent-Type: text/plain\r\n\r\n`;
    for (const [type, start] of [
      ['text/plain', 'only the beginning'],
      [`multipart/form-data; boundary=${boundary}`, `${head}only the beginning`],
    ] as const) {
      const upload = httpRequest(`${server.url}/storage/v1/object/own/${own('broken.txt')}`, {
        method: 'POST',
        headers: {
          apikey: server.ctx.apiKeys.publishable,
          authorization: `Bearer ${user.accessToken}`,
          'content-type': type,
          'content-length': '100000',
        },
      });
      upload.on('error', () => undefined);
      upload.write(start);
      // Under way: the server has begun a file for it.
      await expect.poll(async () => (await server.filesOnDisk()).length).toBe(files.length + 1);
      upload.destroy();
      await expect.poll(() => server.sql('select * from storage.unowned_files')).toEqual([]);
    }
    expect(await row(own('broken.txt'))).toBeUndefined();
    expect((await server.filesOnDisk()).sort()).toEqual(files);
  });

  it('refuse metadata that cannot be kept, and take no notice of what is no object', async () => {
    const bucket = user.client.storage.from('own');
    const nul = await bucket.upload(own('nul.txt'), 'x', { metadata: { name: 'a\0b' } });
    expect(refusal(nul.error)).toMatchObject({ status: 400, statusCode: '400' });
    expect(await row(own('nul.txt'))).toBeUndefined();
    for (const [index, json] of ['[1]', '"text"', 'null', '{', ''].entries()) {
      const answer = await server.call(`/object/own/${own(`odd${index}.txt`)}`, {
        method: 'POST',
        body: 'x',
        bearer: user.accessToken,
        headers: { 'x-metadata': Buffer.from(json).toString('base64') },
      });
      expect(answer.status, json).toBe(200);
      expect((await row(own(`odd${index}.txt`)))?.user_metadata).toBeNull();
    }
    const polluted = await bucket.upload(own('proto.txt'), 'x', {
      metadata: JSON.parse('{"__proto__": {"size": 0}, "constructor": {"x": 1}}'),
    });
    expect(polluted.error).toBeNull();
    expect(({} as Record<string, unknown>).size).toBeUndefined();
  });

  it('refuse forms that are none', async () => {
    const post = (type: string, body: string) =>
      server.call(`/object/own/${own('form')}`, {
        method: 'POST',
        body,
        bearer: user.accessToken,
        headers: { 'content-type': type },
      });
    const part = (name: string, extra = '') =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${extra}\r\n\r\nx\r\n`;
    for (const [type, body] of [
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=b', 'no form'],
      ['multipart/form-data; boundary=b', `${part('cacheControl')}--b--\r\n`],
      ['multipart/form-data; boundary=b', part('', '; filename="f"')],
      ['multipart/form-data; boundary=b', `${part('f').repeat(40)}--b--\r\n`],
    ] as const) {
      const answer = await post(type, body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' });
    }
    expect(await row(own('form'))).toBeUndefined();
  });
});

/** Sends a target as it is: fetch would resolve its dot segments. */
function rawRequest(method: string, target: string, body: string | null) {
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const outgoing = httpRequest(
      {
        port: new URL(server.url).port,
        path: target,
        method,
        headers: {
          apikey: server.ctx.apiKeys.publishable,
          authorization: `Bearer ${user.accessToken}`,
          'content-type': 'text/plain',
        },
      },
      async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        const received = Buffer.concat(chunks).toString();
        resolve({
          status: answer.statusCode ?? 0,
          body: received.startsWith('{') ? JSON.parse(received) : received,
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
  });
}
