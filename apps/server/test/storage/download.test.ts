import { readdir, readlink } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../harness.ts';
import { createOwnFolderBucket, refusal, type StorageServer, startStorageServer } from './support.ts';

const CONTENT = 'abcdefghij';

let server: StorageServer;
let user: SignedIn;
let path: string;
beforeAll(async () => {
  server = await startStorageServer();
  await createOwnFolderBucket(server, 'own');
  await server.admin.storage.createBucket('open', { public: true });
  user = await server.signUp();
  path = `${user.userId}/letters.txt`;
  const options = { contentType: 'text/plain', cacheControl: '60' };
  await user.client.storage.from('own').upload(path, CONTENT, options);
  await server.admin.storage.from('open').upload('letters.txt', CONTENT, options);
});
afterAll(() => server.stop());

const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  server.call(target, { method, headers, bearer: user.accessToken });

describe('downloads', () => {
  it('come with type, length, tag, date and rules for browsers', async () => {
    const answer = await get(`/object/own/${path}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(CONTENT);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=60',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'access-control-allow-origin': '*',
    });
    expect(answer.headers.get('vary')).toMatch(/Authorization/i);
    expect(answer.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/);
    expect(Date.parse(answer.headers.get('last-modified') ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/etag/i);
  });

  it('answer HEAD, and exists() by it', async () => {
    const head = await get(`/object/own/${path}`, {}, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe('10');
    expect(await head.text()).toBe('');
    const bucket = user.client.storage.from('own');
    expect((await bucket.exists(path)).data).toBe(true);
    expect((await bucket.exists(`${path}.not`)).data).toBe(false);
  });

  it('give ranges', async () => {
    const cases: Array<[string, number, string, string | null]> = [
      ['bytes=0-3', 206, 'abcd', 'bytes 0-3/10'],
      ['bytes=7-', 206, 'hij', 'bytes 7-9/10'],
      ['bytes=-2', 206, 'ij', 'bytes 8-9/10'],
      ['bytes=8-99', 206, 'ij', 'bytes 8-9/10'],
      ['bytes=5-2', 200, CONTENT, null],
      ['pages=1-2', 200, CONTENT, null],
      ['bytes=0-1,4-5', 200, CONTENT, null],
    ];
    for (const [range, status, body, contentRange] of cases) {
      const answer = await get(`/object/own/${path}`, { range });
      expect(answer.status, range).toBe(status);
      expect(await answer.text(), range).toBe(body);
      expect(answer.headers.get('content-length'), range).toBe(String(body.length));
      expect(answer.headers.get('content-range'), range).toBe(contentRange);
    }
    const beyond = await get(`/object/own/${path}`, { range: 'bytes=10-' });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe('bytes */10');
    const stale = await get(`/object/own/${path}`, { range: 'bytes=0-3', 'if-range': '"other"' });
    expect(stale.status).toBe(200);
  });

  it('answer 304 to a current copy and the file to a stale one', async () => {
    const first = await get(`/object/own/${path}`);
    const etag = first.headers.get('etag') as string;
    const date = first.headers.get('last-modified') as string;
    const fresh = await get(`/object/own/${path}`, { 'if-none-match': etag });
    expect(fresh.status).toBe(304);
    expect(fresh.headers.get('etag')).toBe(etag);
    expect(await fresh.text()).toBe('');
    expect((await get(`/object/own/${path}`, { 'if-none-match': `"x", W/${etag}` })).status).toBe(304);
    expect((await get(`/object/own/${path}`, { 'if-modified-since': date })).status).toBe(304);
    expect((await get(`/object/own/${path}`, { 'if-none-match': '"x"' })).status).toBe(200);
    const earlier = new Date(Date.parse(date) - 5000).toUTCString();
    expect((await get(`/object/own/${path}`, { 'if-modified-since': earlier })).status).toBe(200);
    // A tag says more than a date.
    const both = { 'if-none-match': '"x"', 'if-modified-since': date };
    expect((await get(`/object/own/${path}`, both)).status).toBe(200);
  });

  it('are named by ?download without letting headers be written', async () => {
    const disposition = async (query: string) =>
      (await get(`/object/public/open/letters.txt${query}`)).headers.get('content-disposition');
    expect(await disposition('')).toBeNull();
    expect(await disposition('?download=')).toBe('attachment;');
    expect(await disposition('?download=%E7%9B%AE%E5%BD%95.txt')).toContain(
      "filename*=UTF-8''%E7%9B%AE%E5%BD%95.txt",
    );
    const injected = await disposition('?download=a%0d%0aSet-Cookie:x%22%3Bfilename%3Devil');
    expect(injected).toContain('a%0D%0ASet-Cookie%3Ax%22%3Bfilename%3Devil');
  });

  it('are public for a public bucket only', async () => {
    const { publicUrl } = server.client().storage.from('open').getPublicUrl('letters.txt').data;
    const open = await fetch(publicUrl);
    expect(open.status).toBe(200);
    expect(open.headers.get('cache-control')).toBe('max-age=60');
    expect(await open.text()).toBe(CONTENT);
    expect((await fetch(`${server.url}/storage/v1/object/open/letters.txt`)).status).toBe(200);
    const closed = await fetch(server.client().storage.from('own').getPublicUrl(path).data.publicUrl);
    expect(closed.status).toBe(400);
    expect(await closed.json()).toMatchObject({ statusCode: '404', error: 'Bucket not found' });
  });

  it('ask the policies, also below /object/authenticated', async () => {
    const { data } = await user.client.storage.from('own').download(path);
    expect(await data?.text()).toBe(CONTENT);
    expect((await get(`/object/authenticated/own/${path}`)).status).toBe(200);
    const missing = { statusCode: '404', error: 'not_found', code: 'NoSuchKey', message: 'Object not found' };
    const other = await server.signUp();
    for (const bearer of [other.accessToken, server.ctx.apiKeys.publishable]) {
      for (const target of [`/object/own/${path}`, `/object/authenticated/own/${path}`]) {
        const answer = await server.call(target, { bearer });
        expect(answer.status).toBe(400);
        expect(await answer.json()).toEqual(missing);
      }
    }
    const { error } = await user.client.storage.from('own').download(`${user.userId}/none.txt`);
    expect(refusal(error)).toEqual({ message: 'Object not found', status: 400, statusCode: '404' });
    const keyless = await fetch(`${server.url}/storage/v1/object/authenticated/own/${path}`);
    expect(await keyless.json()).toMatchObject({
      statusCode: '400',
      message: expect.stringContaining('authorization'),
    });
  });

  it('of a page written by a user run no script in our origin', async () => {
    await server.admin.storage
      .from('open')
      .upload('page.html', '<script>alert(1)</script>', { contentType: 'text/html' });
    const page = await fetch(`${server.url}/storage/v1/object/public/open/page.html`);
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*; sandbox$/);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    await server.admin.storage.from('open').upload('a.pdf', '%PDF-', { contentType: 'application/pdf' });
    const pdf = await fetch(`${server.url}/storage/v1/object/public/open/a.pdf`);
    expect(pdf.headers.get('content-security-policy')).not.toContain('sandbox');
  });

  it.skipIf(process.platform !== 'linux')('that are broken off let go of the file', async () => {
    const open = server.admin.storage.from('open');
    await open.upload('broken-off.bin', Buffer.alloc(20_000_000), { contentType: 'application/x-thing' });
    const aborted = new AbortController();
    const answer = await fetch(`${server.url}/storage/v1/object/public/open/broken-off.bin`, {
      signal: aborted.signal,
    });
    expect(await openFiles(server.dataDir)).toHaveLength(1);
    aborted.abort();
    await expect(answer.arrayBuffer()).rejects.toThrow();
    await expect.poll(() => openFiles(server.dataDir)).toEqual([]);
    await fetch(`${server.url}/storage/v1/object/public/open/broken-off.bin`, { method: 'HEAD' });
    expect(await openFiles(server.dataDir)).toEqual([]);
  });

  it('stream a large file back unchanged', async () => {
    const large = Buffer.alloc(5_000_000, 'dragoman');
    await server.admin.storage
      .from('open')
      .upload('large.bin', large, { contentType: 'application/x-thing' });
    const answer = await fetch(`${server.url}/storage/v1/object/public/open/large.bin`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(large)).toBe(true);
  });
});

/** Stored files that this process, the server's as well, holds open. */
async function openFiles(dataDir: string): Promise<string[]> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return links.filter((link) => link.startsWith(`${dataDir}/storage`));
}
