import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { Upload, type UploadOptions } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type SignedIn, startTestServer, type TestServer } from '../harness.ts';
import { createOwnFolderBucket, type StorageServer, startStorageServer } from './support.ts';

const MIB = 1024 * 1024;

let server: StorageServer;
let user: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  server = await startStorageServer({ STORAGE_MAX_FILE_BYTES: String(20 * MIB) });
  await createOwnFolderBucket(server, 'own');
  user = await server.signUp();
  other = await server.signUp();
});
afterAll(() => server.stop());

const own = (name: string, who = user) => `${who.userId}/${name}`;

interface Attempt {
  key: string;
  who?: SignedIn;
  bucket?: string;
  type?: string;
  options?: Partial<UploadOptions>;
  headers?: Record<string, string>;
}

/** Uploads with the client that Supabase documents. @returns what it sent, as `METHOD offset` */
async function upload(
  content: Buffer,
  { key, who = user, bucket = 'own', type = 'text/plain', options, headers }: Attempt,
) {
  const sent: string[] = [];
  let made!: Upload;
  await new Promise<void>((resolve, reject) => {
    made = new Upload(content, {
      endpoint: `${server.url}/storage/v1/upload/resumable`,
      chunkSize: 6 * MIB,
      retryDelays: null,
      headers: {
        authorization: `Bearer ${who.accessToken}`,
        apikey: server.ctx.apiKeys.publishable,
        ...headers,
      },
      metadata: { bucketName: bucket, objectName: key, contentType: type, cacheControl: '120' },
      onBeforeRequest: (request) => {
        sent.push(`${request.getMethod()} ${request.getHeader('Upload-Offset') ?? ''}`.trim());
      },
      onSuccess: () => resolve(),
      onError: reject,
      ...options,
    });
    made.start();
  });
  return { url: made.url as string, sent };
}

/** The HTTP status and the code of the refusal that ended an upload. */
async function refusal(attempt: Promise<unknown>): Promise<{ status?: number; code?: string }> {
  const error = await attempt.then(
    () => null,
    (reason) => reason,
  );
  const response = error?.originalResponse;
  return { status: response?.getStatus(), code: JSON.parse(response?.getBody() || '{}').code };
}

const headers = (who = user) => ({
  apikey: server.ctx.apiKeys.publishable,
  authorization: `Bearer ${who.accessToken}`,
  'tus-resumable': '1.0.0',
});

async function begin(key: string, length: number, more: Record<string, string> = {}): Promise<string> {
  const pairs = { bucketName: 'own', objectName: key, contentType: 'text/plain' };
  const metadata = Object.entries(pairs).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
  );
  const answer = await fetch(`${server.url}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: {
      ...headers(),
      'upload-length': String(length),
      'upload-metadata': metadata.join(','),
      ...more,
    },
  });
  expect(answer.status, await answer.text()).toBe(201);
  return new URL(answer.headers.get('location') as string, server.url).href;
}

const patch = (url: string, offset: number, body: Buffer, who = user) =>
  fetch(url, {
    method: 'PATCH',
    headers: {
      ...headers(who),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    },
    body: new Uint8Array(body),
  });

async function reached(url: string, who = user): Promise<number> {
  const answer = await fetch(url, { method: 'HEAD', headers: headers(who) });
  return answer.ok ? Number(answer.headers.get('upload-offset')) : -answer.status;
}

/** A request that has sent `content` of the bytes it announces, and neither ends nor goes on. */
async function hang(url: string, content: Buffer, length: number): Promise<ClientRequest> {
  const request = httpRequest(url, {
    method: 'PATCH',
    headers: {
      ...headers(),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'content-length': String(length),
    },
  });
  request.on('error', () => undefined);
  await new Promise((resolve) => request.write(content, resolve));
  return request;
}

/** Bytes that have come of each request under way. */
async function incoming(): Promise<number[]> {
  const folder = path.join(server.dataDir, 'storage/incoming');
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).size));
}

const download = async (key: string) => {
  const { data } = await user.client.storage.from('own').download(key);
  return data ? Buffer.from(await data.arrayBuffer()) : null;
};

async function parts(): Promise<string[]> {
  const rows = await server.sql<{ version: string }>('select version from storage.resumable_parts');
  return rows.map(({ version }) => version);
}

/** Looks at what a test adds: others leave uploads that are not complete. */
async function watchAdded(list: () => Promise<string[]>): Promise<() => Promise<string[]>> {
  const before = await list();
  return async () => (await list()).filter((each) => !before.includes(each));
}

describe('resumable uploads', () => {
  it('take a file in chunks', async () => {
    const content = randomBytes(13 * MIB);
    const addedParts = await watchAdded(parts);
    const addedFiles = await watchAdded(server.filesOnDisk);
    const { url, sent } = await upload(content, {
      key: own('chunks.bin'),
      type: 'application/octet-stream',
    });
    expect(sent).toEqual(['POST', 'PATCH 0', `PATCH ${6 * MIB}`, `PATCH ${12 * MIB}`]);
    expect(content.equals((await download(own('chunks.bin'))) as Buffer)).toBe(true);
    expect((await user.client.storage.from('own').info(own('chunks.bin'))).data).toMatchObject({
      size: content.length,
      contentType: 'application/octet-stream',
      cacheControl: 'max-age=120',
    });
    // A client that did not hear the last answer asks again.
    expect(await reached(url)).toBe(content.length);
    expect(await addedParts()).toEqual([]);
    await expect.poll(addedFiles).toHaveLength(1);
  });

  it('are not seen before the last chunk has come', async () => {
    const content = randomBytes(3 * 1024);
    const key = own('in-parts.txt');
    const url = await begin(key, content.length);
    const isSeen: boolean[] = [];
    for (const at of [0, 1024, 2048]) {
      expect((await patch(url, at, content.subarray(at, at + 1024))).status).toBe(204);
      isSeen.push((await user.client.storage.from('own').exists(key)).data);
    }
    expect(isSeen).toEqual([false, false, true]);
  });

  it('go on where the connection was cut', async () => {
    const content = randomBytes(MIB);
    const at = Math.round(content.length * 0.9);
    const url = await begin(own('cut.txt'), content.length);
    const cut = await hang(url, content.subarray(0, at), content.length);
    await expect.poll(incoming).toEqual([at]);
    cut.destroy();
    await expect.poll(() => reached(url)).toBe(at);
    const { sent } = await upload(content, { key: own('cut.txt'), options: { uploadUrl: url } });
    expect(sent).toEqual(['HEAD', `PATCH ${at}`]);
    expect(content.equals((await download(own('cut.txt'))) as Buffer)).toBe(true);
  });

  it('go on although the server has not noticed the cut', async () => {
    const content = randomBytes(64 * 1024);
    const url = await begin(own('silent.txt'), content.length);
    const silent = await hang(url, content.subarray(0, 60_000), content.length);
    await expect.poll(incoming).toEqual([60_000]);
    await expect.poll(() => reached(url)).toBe(60_000);
    expect((await patch(url, 60_000, content.subarray(60_000))).status).toBe(204);
    expect(content.equals((await download(own('silent.txt'))) as Buffer)).toBe(true);
    silent.destroy();
  });

  it('refuse bytes for another place, too many, and of another form', async () => {
    const url = await begin(own('places.txt'), 10);
    expect((await patch(url, 0, Buffer.from('12345'))).headers.get('upload-offset')).toBe('5');
    expect((await patch(url, 0, Buffer.from('12345'))).status).toBe(409);
    expect((await patch(url, 5, Buffer.from('123456'))).status).toBe(413);
    const wrong = { ...headers(), 'upload-offset': '5' };
    expect((await fetch(url, { method: 'PATCH', headers: wrong, body: '12345' })).status).toBe(415);
    const old = await fetch(url, { method: 'HEAD', headers: { ...headers(), 'tus-resumable': '0.2.2' } });
    expect([old.status, old.headers.get('tus-version')]).toEqual([412, '1.0.0']);
    expect(await reached(url)).toBe(5);
    expect(await download(own('places.txt'))).toBeNull();
    // The PATCH requests do not get through.
    const posted = await fetch(url, {
      method: 'POST',
      headers: {
        ...wrong,
        'content-type': 'application/offset+octet-stream',
        'x-http-method-override': 'PATCH',
      },
      body: '67890',
    });
    expect(posted.status).toBe(204);
    expect(String(await download(own('places.txt')))).toBe('1234567890');
  });

  it('take one of two requests that bring the same bytes', async () => {
    const url = await begin(own('twice.txt'), 6);
    const answers = await Promise.all([
      patch(url, 0, Buffer.from('first!')).then(
        (answer) => answer.status,
        () => 0,
      ),
      patch(url, 0, Buffer.from('second')).then(
        (answer) => answer.status,
        () => 0,
      ),
    ]);
    expect(answers.filter((status) => status === 204).length).toBeLessThanOrEqual(1);
    expect(['first!', 'second']).toContain(String(await download(own('twice.txt'))));
  });

  it('may bring the file with the first request, or have none', async () => {
    const whole = await upload(Buffer.from('at once'), {
      key: own('once.txt'),
      options: { uploadDataDuringCreation: true },
    });
    expect(whole.sent).toEqual(['POST']);
    expect(String(await download(own('once.txt')))).toBe('at once');
    await upload(Buffer.alloc(0), { key: own('empty.txt') });
    expect(await download(own('empty.txt'))).toHaveLength(0);
  });

  it('are completed when the client asks again, where the server failed after the last byte', async () => {
    const url = await begin(own('late-row.txt'), 4);
    await server.sql(`create function storage.fail() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '57014', message = 'too slow'; end $$`);
    await server.sql(`create trigger fail before insert on storage.objects for each row
      when (new.name like '%late-row.txt') execute function storage.fail()`);
    expect((await patch(url, 0, Buffer.from('late'))).status).toBe(544);
    expect(await reached(url)).toBe(-544);
    await server.sql('drop function storage.fail() cascade');
    expect(await download(own('late-row.txt'))).toBeNull();
    expect(await reached(url)).toBe(4);
    expect(String(await download(own('late-row.txt')))).toBe('late');
  });

  it('belong to the one who began them', async () => {
    const url = await begin(own('private.txt'), 4);
    expect(await reached(url, other)).toBe(-404);
    expect((await patch(url, 0, Buffer.from('evil'), other)).status).toBe(404);
    expect((await fetch(url, { method: 'DELETE', headers: headers(other) })).status).toBe(404);
    expect((await fetch(url, { method: 'DELETE', headers: headers() })).status).toBe(204);
    expect(await reached(url)).toBe(-404);
  });

  it('ask row-level security when they begin and when they end', async () => {
    expect(await refusal(upload(Buffer.from('x'), { key: own('x.txt', other) }))).toEqual({
      status: 403,
      code: 'AccessDenied',
    });
    const added = await watchAdded(parts);
    const url = await begin(own('late.txt'), 4);
    await server.sql(
      `create policy "late" on storage.objects as restrictive for insert to authenticated with check (name not like '%late.txt')`,
    );
    expect((await patch(url, 0, Buffer.from('late'))).status).toBe(403);
    expect(await reached(url)).toBe(-404);
    await expect.poll(added).toEqual([]);
  });

  it('are checked as other uploads are: name, size, type and content', async () => {
    await server.admin.storage.createBucket('pictures', { public: true, allowedMimeTypes: ['image/png'] });
    await server.sql(
      `create policy "pictures" on storage.objects for insert to authenticated with check (bucket_id = 'pictures')`,
    );
    expect(await refusal(upload(Buffer.from('x'), { bucket: 'nowhere', key: 'x' }))).toEqual({
      status: 404,
      code: 'NoSuchBucket',
    });
    expect(await refusal(upload(Buffer.from('x'), { key: own('a//../b') }))).toEqual({
      status: 400,
      code: 'InvalidKey',
    });
    expect(await refusal(upload(randomBytes(21 * MIB), { key: own('large.bin') }))).toEqual({
      status: 413,
      code: 'EntityTooLarge',
    });
    expect(await refusal(upload(Buffer.from('x'), { bucket: 'pictures', key: 'a.txt' }))).toEqual({
      status: 415,
      code: 'InvalidMimeType',
    });
    expect(
      await refusal(
        upload(Buffer.from('no picture'), { bucket: 'pictures', key: 'a.png', type: 'image/png' }),
      ),
    ).toEqual({ status: 415, code: 'InvalidMimeType' });
    await upload(Buffer.from('x'), { key: own('kept.txt') });
    expect(await refusal(upload(Buffer.from('y'), { key: own('kept.txt') }))).toEqual({
      status: 409,
      code: 'KeyAlreadyExists',
    });
    await upload(Buffer.from('replaced'), { key: own('kept.txt'), headers: { 'x-upsert': 'true' } });
    expect(String(await download(own('kept.txt')))).toBe('replaced');
  });

  it('work with an upload link, whose token decides', async () => {
    const { data } = await user.client.storage.from('own').createSignedUploadUrl(own('link.txt'));
    const signed = (token: string): Attempt => ({
      key: own('link.txt'),
      options: {
        endpoint: `${server.url}/storage/v1/upload/resumable/sign`,
        headers: { 'x-signature': token },
      },
    });
    expect(await refusal(upload(Buffer.from('x'), signed('nonsense')))).toMatchObject({ status: 400 });
    const { url } = await upload(Buffer.from('by link'), signed(data?.token ?? ''));
    expect(url).toContain('/upload/resumable/sign/');
    expect(String(await download(own('link.txt')))).toBe('by link');
  });

  it('end after a day, and leave no file', async () => {
    await upload(Buffer.from('x'), { key: own('removed.txt') });
    const added = await watchAdded(parts);
    const url = await begin(own('expired.txt'), 10);
    const answer = await patch(url, 0, Buffer.from('12345'));
    const expires = Date.parse(answer.headers.get('upload-expires') as string);
    expect(Math.abs(expires - Date.now() - 86_400_000)).toBeLessThan(60_000);
    const [part] = await added();
    expect(await server.filesOnDisk()).toContain(part);
    await server.sql(`update storage.resumable_uploads set expires_at = now() where name = $1`, [
      own('expired.txt'),
    ]);
    expect(await reached(url)).toBe(-404);
    // Any removal wakes the clean-up.
    await user.client.storage.from('own').remove([own('removed.txt')]);
    await expect.poll(() => server.filesOnDisk()).not.toContain(part);
    expect(
      await server.sql('select from storage.resumable_uploads where name = $1', [own('expired.txt')]),
    ).toEqual([]);
  });

  it('tell a browser of another origin what it needs', async () => {
    const preflight = await fetch(`${server.url}/storage/v1/upload/resumable`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers':
          'authorization,apikey,tus-resumable,upload-length,upload-metadata,upload-offset,x-upsert,x-signature,content-type',
      },
    });
    const allowed = preflight.headers.get('access-control-allow-headers')?.split(',') ?? [];
    for (const name of ['tus-resumable', 'upload-length', 'upload-metadata', 'upload-offset', 'x-signature'])
      expect(allowed).toContain(name);
    const url = await begin(own('cors.txt'), 3);
    const head = await fetch(url, {
      method: 'HEAD',
      headers: { ...headers(), origin: 'https://elsewhere.example' },
    });
    const exposed = head.headers.get('access-control-expose-headers') ?? '';
    for (const name of ['location', 'upload-offset', 'upload-length', 'tus-resumable'])
      expect(exposed.split(',')).toContain(name);
    const options = await fetch(`${server.url}/storage/v1/upload/resumable`, { method: 'OPTIONS' });
    expect(options.headers.get('tus-extension')).toBe('creation,creation-with-upload,termination,expiration');
    expect(options.headers.get('tus-max-size')).toBe(String(20 * MIB));
  });
});

describe('a restart', () => {
  it('loses nothing that an upload has brought', async () => {
    const database = await createDatabase();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dragoman-resumable-'));
    const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir };
    let running = await startTestServer(settings);
    try {
      await running.client(running.ctx.apiKeys.secret).storage.createBucket('files', { public: true });
      const content = randomBytes(300_000);
      const sent: string[] = [];
      const uploadTo = ({ url, ctx }: TestServer, options: Partial<UploadOptions>) => {
        const key = ctx.apiKeys.secret;
        const made = new Upload(content, {
          endpoint: `${url}/storage/v1/upload/resumable`,
          chunkSize: 100_000,
          retryDelays: null,
          headers: { authorization: `Bearer ${key}`, apikey: key },
          metadata: { bucketName: 'files', objectName: 'a.bin', contentType: 'application/octet-stream' },
          ...options,
        });
        made.start();
        return made;
      };
      const address = await new Promise<string>((resolve, reject) => {
        const made = uploadTo(running, {
          onChunkComplete: (_size, accepted) => {
            if (accepted === 200_000) void made.abort().then(() => resolve(made.url as string), reject);
          },
          onError: reject,
        });
      });
      await running.stop();
      running = await startTestServer(settings);
      await new Promise<void>((resolve, reject) => {
        uploadTo(running, {
          uploadUrl: running.url + new URL(address).pathname,
          onBeforeRequest: (request) => {
            sent.push(`${request.getMethod()} ${request.getHeader('Upload-Offset') ?? ''}`.trim());
          },
          onSuccess: () => resolve(),
          onError: reject,
        });
      });
      expect(sent).toEqual(['HEAD', 'PATCH 200000']);
      const { data } = await running
        .client(running.ctx.apiKeys.secret)
        .storage.from('files')
        .download('a.bin');
      expect(content.equals(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0)))).toBe(true);
    } finally {
      await running.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

describe('the quota', () => {
  it('counts what unfinished uploads announce', async () => {
    const small = await startStorageServer({ STORAGE_MAX_BYTES_PER_USER: '1000' });
    try {
      await createOwnFolderBucket(small, 'own');
      const person = await small.signUp();
      const start = (name: string, length: number) => {
        const key = Buffer.from(`${person.userId}/${name}`).toString('base64');
        return fetch(`${small.url}/storage/v1/upload/resumable`, {
          method: 'POST',
          headers: {
            apikey: small.ctx.apiKeys.publishable,
            authorization: `Bearer ${person.accessToken}`,
            'tus-resumable': '1.0.0',
            'upload-length': String(length),
            'upload-metadata': `bucketName ${Buffer.from('own').toString('base64')},objectName ${key}`,
          },
        });
      };
      const first = await start('a', 700);
      expect(first.status).toBe(201);
      const second = await start('b', 400);
      expect(second.status).toBe(413);
      expect(await second.json()).toMatchObject({ code: 'QuotaExceeded' });
      expect((await start('c', 300)).status).toBe(201);
    } finally {
      await small.stop();
    }
  });
});
