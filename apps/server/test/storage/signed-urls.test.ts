import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../harness.ts';
import { createOwnFolderBucket, refusal, type StorageServer, startStorageServer } from './support.ts';

let server: StorageServer;
let user: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  server = await startStorageServer();
  await createOwnFolderBucket(server, 'own');
  [user, other] = await Promise.all([server.signUp(), server.signUp()]);
  await bucket().upload(own('letter.txt'), 'letter', { cacheControl: '3600' });
  await bucket().upload(own('目录 1.txt'), 'catalogue');
});
afterAll(() => server.stop());

const own = (name: string) => `${user.userId}/${name}`;
const bucket = (of: SignedIn = user) => of.client.storage.from('own');
const nowSeconds = () => Math.floor(Date.now() / 1000);
const signer = { role: 'service_role', sub: null, session: null };
const sign = (claims: Record<string, unknown>) =>
  server.ctx.signingKeys.sign({ iat: nowSeconds(), exp: nowSeconds() + 60, ...claims });
const signedGet = (path: string, token: string) =>
  fetch(`${server.url}/storage/v1/object/sign/own/${path}?token=${token}`);
const signedPut = (path: string, token: string, body = 'x') =>
  fetch(`${server.url}/storage/v1/object/upload/sign/own/${path}?token=${token}`, { method: 'PUT', body });

async function downloadToken(name = 'letter.txt'): Promise<string> {
  const { data } = await bucket().createSignedUrl(own(name), 60);
  return new URL(data?.signedUrl ?? '').searchParams.get('token') as string;
}

describe('signed URLs', () => {
  it('give an object to every holder', async () => {
    for (const [name, content] of [
      ['letter.txt', 'letter'],
      ['目录 1.txt', 'catalogue'],
    ] as const) {
      const { data, error } = await bucket().createSignedUrl(own(name), 60);
      expect(error).toBeNull();
      const answer = await fetch(data?.signedUrl ?? '');
      expect(await answer.text()).toBe(content);
    }
  });

  it('say when the right ends, and are cached no longer', async () => {
    const { data } = await bucket().createSignedUrl(own('letter.txt'), 100);
    const { headers } = await fetch(data?.signedUrl ?? '');
    const expires = Date.parse(headers.get('expires') ?? '') / 1000;
    expect(expires).toBeGreaterThan(nowSeconds() + 90);
    expect(expires).toBeLessThanOrEqual(nowSeconds() + 100);
    const age = Number(/^private, max-age=(\d+)$/.exec(headers.get('cache-control') ?? '')?.[1]);
    expect(age).toBeGreaterThan(90);
    expect(age).toBeLessThanOrEqual(100);
    const ranged = await fetch(data?.signedUrl ?? '', { headers: { range: 'bytes=0-2' } });
    expect([ranged.status, await ranged.text()]).toEqual([206, 'let']);
  });

  it('can ask for a download under another name', async () => {
    const { data } = await bucket().createSignedUrl(own('letter.txt'), 60, { download: 'brief.txt' });
    const { headers } = await fetch(data?.signedUrl ?? '');
    expect(headers.get('content-disposition')).toContain("filename*=UTF-8''brief.txt");
    const unnamed = await bucket().createSignedUrl(own('letter.txt'), 60, { download: true });
    expect((await fetch(unnamed.data?.signedUrl ?? '')).headers.get('content-disposition')).toBe(
      'attachment;',
    );
  });

  it('come many at once, with an error for each that cannot be', async () => {
    const { data } = await bucket().createSignedUrls(
      [own('letter.txt'), own('none.txt'), `${other.userId}/x.txt`, '../x'],
      60,
    );
    const refused = 'Either the object does not exist or you do not have access to it';
    expect(data?.map(({ path, error }) => [path, error])).toEqual([
      [own('letter.txt'), null],
      [own('none.txt'), refused],
      [`${other.userId}/x.txt`, refused],
      ['../x', refused],
    ]);
    expect(await (await fetch(data?.[0]?.signedUrl ?? '')).text()).toBe('letter');
    expect(data?.[1]?.signedUrl).toBeNull();
  });

  it('are made only by those who may read the object', async () => {
    for (const client of [other.client, server.client()]) {
      const { error } = await client.storage.from('own').createSignedUrl(own('letter.txt'), 60);
      expect(refusal(error)).toEqual({ message: 'Object not found', status: 400, statusCode: '404' });
    }
    for (const seconds of [0, -1, 1.5, 1e12]) {
      const { error } = await bucket().createSignedUrl(own('letter.txt'), seconds);
      expect(refusal(error)).toMatchObject({ status: 400, statusCode: '400' });
    }
    const transformed = await bucket().createSignedUrl(own('letter.txt'), 60, { transform: { width: 10 } });
    expect(refusal(transformed.error)).toMatchObject({ message: 'This server does not transform images' });
  });

  it('are refused when expired, forged, for another object or made for something else', async () => {
    const url = `own/${own('letter.txt')}`;
    const good = await downloadToken();
    const [head, payload, signature] = good.split('.') as [string, string, string];
    const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const longer = Buffer.from(
      JSON.stringify({ aud: 'storage.download', url, exp: nowSeconds() + 9999 }),
    ).toString('base64url');
    const upload = (await bucket().createSignedUploadUrl(own('new.txt'))).data?.token as string;
    const cases: Array<[string, string, string]> = [
      [
        'expired',
        await sign({ aud: 'storage.download', url, signer, exp: nowSeconds() - 1 }),
        'ExpiredToken',
      ],
      ['for another object', await downloadToken('目录 1.txt'), 'InvalidSignature'],
      ['without a signature', `${unsigned}.${payload}.`, 'InvalidJWT'],
      ['changed', `${head}.${longer}.${signature}`, 'InvalidJWT'],
      ['no token', 'abc', 'InvalidJWT'],
      ['a session', user.accessToken, 'InvalidJWT'],
      ['an upload token', upload, 'InvalidJWT'],
      [
        'an upload token for it',
        await sign({ aud: 'storage.upload', url, upsert: true, signer }),
        'InvalidJWT',
      ],
      ['a role', await sign({ aud: 'storage.download', url, signer, role: 'service_role' }), 'InvalidJWT'],
      ['of no purpose', await sign({ url, signer }), 'InvalidJWT'],
      ['an API key', server.ctx.apiKeys.secret, 'InvalidJWT'],
    ];
    for (const [what, token, code] of cases) {
      const answer = await signedGet(own('letter.txt'), token);
      expect(answer.status, what).toBe(400);
      expect(await answer.json(), what).toMatchObject({ statusCode: '400', error: code, code });
    }
    const none = await fetch(`${server.url}/storage/v1/object/sign/${url}`);
    expect(await none.json()).toMatchObject({ message: expect.stringContaining('token') });
    expect((await signedGet(own('letter.txt'), good)).status).toBe(200);
  });

  it('give nothing when the object is gone', async () => {
    await bucket().upload(own('short-lived.txt'), 'x');
    const token = await downloadToken('short-lived.txt');
    await bucket().remove([own('short-lived.txt')]);
    const answer = await signedGet(own('short-lived.txt'), token);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ statusCode: '404', code: 'NoSuchKey' });
  });

  it('are no key to any other service', async () => {
    const tokens = [
      await downloadToken(),
      (await bucket().createSignedUploadUrl(own('key.txt'))).data?.token as string,
    ];
    for (const token of tokens) {
      for (const target of [
        '/rest/v1/profiles',
        '/auth/v1/user',
        '/storage/v1/bucket',
        `/storage/v1/object/own/${own('letter.txt')}`,
      ]) {
        const answer = await fetch(`${server.url}${target}`, {
          headers: { apikey: server.ctx.apiKeys.publishable, authorization: `Bearer ${token}` },
        });
        expect(answer.ok, target).toBe(false);
        expect(answer.status, target).toBeLessThan(500);
      }
      // The token does not work in place of the API key either.
      expect((await server.client(token).from('profiles').select()).error).not.toBeNull();
    }
  });
});

describe('signed upload URLs', () => {
  it('let every holder add the one object, in the name of the signer', async () => {
    const { data } = await bucket().createSignedUploadUrl(own('inbox.txt'));
    expect(data).toMatchObject({ path: own('inbox.txt'), token: expect.any(String) });
    const anonymous = server.client().storage.from('own');
    const done = await anonymous.uploadToSignedUrl(
      own('inbox.txt'),
      data?.token ?? '',
      new Blob(['posted']),
      {
        metadata: { by: 'link' },
      },
    );
    expect(done.data).toEqual({ path: own('inbox.txt'), fullPath: `own/${own('inbox.txt')}` });
    expect(await (await bucket().download(own('inbox.txt'))).data?.text()).toBe('posted');
    const [row] = await server.sql('select owner_id, user_metadata from storage.objects where name = $1', [
      own('inbox.txt'),
    ]);
    expect(row).toEqual({ owner_id: user.userId, user_metadata: { by: 'link' } });
    // Once only: the name is taken now.
    const again = await anonymous.uploadToSignedUrl(own('inbox.txt'), data?.token ?? '', 'again', {
      upsert: true,
    });
    expect(refusal(again.error)).toMatchObject({ statusCode: '409' });
  });

  it('overwrite when they were made to', async () => {
    await bucket().upload(own('replace.txt'), 'old');
    expect(refusal((await bucket().createSignedUploadUrl(own('replace.txt'))).error)).toMatchObject({
      statusCode: '409',
    });
    const { data } = await bucket().createSignedUploadUrl(own('replace.txt'), { upsert: true });
    const done = await server
      .client()
      .storage.from('own')
      .uploadToSignedUrl(own('replace.txt'), data?.token ?? '', 'new');
    expect(done.error).toBeNull();
    expect(await (await bucket().download(own('replace.txt'))).data?.text()).toBe('new');
  });

  it('are made only by those who may add the object', async () => {
    for (const client of [other.client, server.client()]) {
      const { error } = await client.storage.from('own').createSignedUploadUrl(own('planted.txt'));
      expect(refusal(error)).toMatchObject({ statusCode: '403' });
    }
    expect(refusal((await bucket().createSignedUploadUrl('../x')).error)).toMatchObject({ status: 400 });
    expect(await server.sql(`select * from storage.unowned_files where reason = 'uploading'`)).toEqual([]);
  });

  it('are refused when expired, forged, for another object or made for something else', async () => {
    const url = `own/${own('target.txt')}`;
    const good = { aud: 'storage.upload', url, upsert: false, signer };
    const cases: Array<[string, string, string]> = [
      ['expired', await sign({ ...good, exp: nowSeconds() - 1 }), 'ExpiredToken'],
      ['for another object', await sign({ ...good, url: `own/${own('else.txt')}` }), 'InvalidSignature'],
      ['a download token', await downloadToken(), 'InvalidJWT'],
      ['a download token for it', await sign({ aud: 'storage.download', url, signer }), 'InvalidJWT'],
      ['a session', user.accessToken, 'InvalidJWT'],
      ['a role', await sign({ ...good, role: 'service_role' }), 'InvalidJWT'],
      ['without its grant', await sign({ aud: 'storage.upload', url, signer }), 'InvalidJWT'],
    ];
    for (const [what, token, code] of cases) {
      const answer = await signedPut(own('target.txt'), token);
      expect(answer.status, what).toBe(400);
      expect(await answer.json(), what).toMatchObject({ code });
    }
    expect((await bucket().exists(own('target.txt'))).data).toBe(false);
  });

  it('keep to the limits of the bucket', async () => {
    await server.admin.storage.createBucket('strict', {
      public: false,
      fileSizeLimit: 4,
      allowedMimeTypes: ['text/plain'],
    });
    const strict = server.admin.storage.from('strict');
    const { data } = await strict.createSignedUploadUrl('a.txt');
    const put = (body: string, contentType: string) =>
      server
        .client()
        .storage.from('strict')
        .uploadToSignedUrl('a.txt', data?.token ?? '', body, { contentType });
    expect(refusal((await put('12345', 'text/plain')).error)).toMatchObject({ statusCode: '413' });
    expect(refusal((await put('1', 'text/html')).error)).toMatchObject({ statusCode: '415' });
    expect((await put('1234', 'text/plain')).error).toBeNull();
  });
});
