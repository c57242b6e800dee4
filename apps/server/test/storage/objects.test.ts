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
});
afterAll(() => server.stop());

const own = (name: string) => `${user.userId}/${name}`;

async function put(...names: string[]): Promise<void> {
  for (const name of names) {
    const { error } = await user.client.storage.from('own').upload(own(name), name, { upsert: true });
    expect(error, name).toBeNull();
  }
}

describe('list', () => {
  const NAMES = [
    'b.txt',
    'a.txt',
    'C.txt',
    'sub/one.txt',
    'sub/two/deep.txt',
    'Zub/x.txt',
    'a_b.txt',
    'axb.txt',
  ];
  beforeAll(() => put(...NAMES.map((name) => `list/${name}`)));
  const bucket = () => user.client.storage.from('own');
  const names = async (path: string, options = {}) =>
    (await bucket().list(path, options)).data?.map(({ name }) => name);

  it('shows a folder: sub-folders first, then files, in the order of their bytes', async () => {
    const { data } = await bucket().list(own('list'));
    expect(data?.map(({ name }) => name)).toEqual([
      'Zub',
      'sub',
      'C.txt',
      'a.txt',
      'a_b.txt',
      'axb.txt',
      'b.txt',
    ]);
    expect(data?.[0]).toEqual({
      name: 'Zub',
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    });
    expect(data?.[3]).toMatchObject({
      id: expect.any(String),
      created_at: expect.stringMatching(/^\d{4}-/),
      metadata: { size: 10, mimetype: 'text/plain;charset=UTF-8', contentLength: 10 },
    });
    expect(await names(own('list/sub'))).toEqual(['two', 'one.txt']);
    expect(await names(own('list/sub/two'))).toEqual(['deep.txt']);
    expect(await names(own('lis'))).toEqual([]);
  });

  it('pages, sorts and searches without patterns', async () => {
    expect(await names(own('list'), { limit: 2, offset: 1 })).toEqual(['sub', 'C.txt']);
    expect((await names(own('list'), { sortBy: { column: 'created_at', order: 'desc' } }))?.slice(2)).toEqual(
      ['axb.txt', 'a_b.txt', 'C.txt', 'a.txt', 'b.txt'],
    );
    expect((await names(own('list'), { sortBy: { order: 'desc' } }))?.slice(0, 3)).toEqual([
      'sub',
      'Zub',
      'b.txt',
    ]);
    expect(await names(own('list'), { search: 'A_B' })).toEqual(['a_b.txt']);
    expect(await names(own('list'), { search: 'SU' })).toEqual(['sub']);
    expect(await names(own('l_st'))).toEqual([]);
  });

  it('shows no other user’s files', async () => {
    expect((await other.client.storage.from('own').list(own('list'))).data).toEqual([]);
    expect((await other.client.storage.from('own').list()).data).toEqual([]);
    expect((await server.client().storage.from('own').list()).data).toEqual([]);
    expect((await bucket().list()).data?.map(({ name }) => name)).toEqual([user.userId]);
  });

  it('refuses columns, orders and limits outside the lists', async () => {
    const column = { sortBy: { column: 'name; drop table storage.objects' } };
    for (const options of [
      column,
      { sortBy: { order: 'up' } },
      { limit: 0 },
      { offset: -1 },
      { search: '\0' },
    ]) {
      const { error } = await bucket().list(own('list'), options);
      expect(refusal(error)).toMatchObject({ status: 400, statusCode: '400' });
    }
  });

  it('v2 walks through pages, flat and by folder', async () => {
    const prefix = own('list/');
    for (const sortBy of [
      undefined,
      { column: 'name', order: 'desc' },
      { column: 'created_at', order: 'asc' },
      { column: 'updated_at', order: 'desc' },
    ] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { data, error } = await bucket().listV2({ prefix, limit: 3, cursor, sortBy });
        expect(error).toBeNull();
        expect(data?.folders).toEqual([]);
        seen.push(...(data?.objects.map(({ name }) => name) ?? []));
        expect(data?.hasNext).toBe(data?.nextCursor !== undefined);
        cursor = data?.nextCursor;
      } while (cursor);
      expect(seen).toHaveLength(NAMES.length);
      expect(new Set(seen)).toEqual(new Set(NAMES.map((name) => `${prefix}${name}`)));
    }
    const page = await bucket().listV2({ prefix, with_delimiter: true });
    expect(page.data?.folders).toEqual([
      { name: `${prefix}Zub/`, key: 'Zub' },
      { name: `${prefix}sub/`, key: 'sub' },
    ]);
    expect(page.data?.objects.map(({ key }) => key)).toEqual([
      'C.txt',
      'a.txt',
      'a_b.txt',
      'axb.txt',
      'b.txt',
    ]);
    const halves: string[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await bucket().listV2({ prefix, limit: 2, cursor, with_delimiter: true });
      halves.push(...[...(data?.folders ?? []), ...(data?.objects ?? [])].map(({ name }) => name));
      cursor = data?.nextCursor;
    } while (cursor);
    expect(halves).toHaveLength(7);
    const hostile = await bucket().listV2({
      prefix,
      cursor: Buffer.from('["1; drop",""]').toString('base64url'),
    });
    expect(refusal(hostile.error)).toMatchObject({ statusCode: '400' });
  });
});

describe('remove', () => {
  it('answers with the rows really removed, and their files go', async () => {
    await put('rm/a.txt', 'rm/b.txt');
    await expect.poll(() => server.sql('select * from storage.unowned_files')).toEqual([]);
    const files = (await server.filesOnDisk()).length;
    const { data, error } = await user.client.storage
      .from('own')
      .remove([own('rm/a.txt'), own('rm/none.txt'), '../x', 'nul\0']);
    expect(error).toBeNull();
    expect(data).toEqual([expect.objectContaining({ name: own('rm/a.txt'), bucket_id: 'own' })]);
    await expect.poll(async () => (await server.filesOnDisk()).length).toBe(files - 1);
    // A prefix is a whole name.
    expect((await user.client.storage.from('own').remove([own('rm/')])).data).toEqual([]);
    expect((await user.client.storage.from('own').exists(own('rm/b.txt'))).data).toBe(true);
  });

  it('leaves others’ files alone', async () => {
    await put('rm/kept.txt');
    for (const client of [other.client, server.client()]) {
      expect(await client.storage.from('own').remove([own('rm/kept.txt')])).toEqual({
        data: [],
        error: null,
      });
    }
    const single = await server.call(`/object/own/${own('rm/kept.txt')}`, {
      method: 'DELETE',
      bearer: other.accessToken,
    });
    expect(await single.json()).toMatchObject({ statusCode: '404', code: 'NoSuchKey' });
    const mine = await server.call(`/object/own/${own('rm/kept.txt')}`, {
      method: 'DELETE',
      bearer: user.accessToken,
    });
    expect(await mine.json()).toEqual({ message: 'Successfully deleted' });
  });
});

describe('move, copy and info', () => {
  const text = async (name: string) =>
    (await user.client.storage.from('own').download(own(name))).data?.text();

  it('move gives another name and keeps the rest', async () => {
    await put('mv/a.txt');
    const bucket = user.client.storage.from('own');
    const before = (await bucket.info(own('mv/a.txt'))).data;
    expect((await bucket.move(own('mv/a.txt'), own('mv/b.txt'))).data).toMatchObject({
      message: 'Successfully moved',
    });
    expect(await text('mv/b.txt')).toBe('mv/a.txt');
    expect((await bucket.info(own('mv/b.txt'))).data).toMatchObject({
      id: before?.id,
      version: before?.version,
    });
    expect((await bucket.exists(own('mv/a.txt'))).data).toBe(false);
  });

  it('copy makes an object of its own', async () => {
    const bucket = user.client.storage.from('own');
    await bucket.upload(own('cp/a.txt'), 'content', { metadata: { seen: 1 }, contentType: 'text/x' });
    const { data } = await bucket.copy(own('cp/a.txt'), own('cp/b.txt'));
    expect(data).toEqual({ path: `own/${own('cp/b.txt')}` });
    await bucket.remove([own('cp/a.txt')]);
    await expect.poll(() => server.sql('select * from storage.unowned_files')).toEqual([]);
    expect(await text('cp/b.txt')).toBe('content');
    expect((await bucket.info(own('cp/b.txt'))).data).toMatchObject({
      name: own('cp/b.txt'),
      bucketId: 'own',
      size: 7,
      contentType: 'text/x',
      cacheControl: 'max-age=3600',
      etag: expect.stringMatching(/^"/),
      metadata: { seen: 1 },
      lastModified: expect.any(String),
      createdAt: expect.any(String),
    });
  });

  it('copy takes new metadata where the caller does not want the old', async () => {
    await user.client.storage
      .from('own')
      .upload(own('cp/old.txt'), 'content', { metadata: { seen: 1 }, contentType: 'text/plain' });
    const answer = await server.call('/object/copy', {
      method: 'POST',
      bearer: user.accessToken,
      headers: {
        'content-type': 'application/json',
        'x-metadata': Buffer.from('{"seen":2}').toString('base64'),
      },
      body: JSON.stringify({
        bucketId: 'own',
        sourceKey: own('cp/old.txt'),
        destinationKey: own('cp/new.txt'),
        copyMetadata: false,
        metadata: { cacheControl: 'max-age=7' },
      }),
    });
    expect(answer.status).toBe(200);
    expect((await user.client.storage.from('own').info(own('cp/new.txt'))).data).toMatchObject({
      contentType: 'text/plain',
      cacheControl: 'max-age=7',
      metadata: { seen: 2 },
    });
  });

  it('have empty metadata and an entity tag where information about them is asked for', async () => {
    await user.client.storage.from('own').upload(own('bare.txt'), 'content');
    const { data } = await user.client.storage.from('own').info(own('bare.txt'));
    expect(data).toMatchObject({ metadata: {}, etag: expect.stringMatching(/^"/) });
    const head = await server.call(`/object/info/own/${own('bare.txt')}`, {
      method: 'HEAD',
      bearer: user.accessToken,
    });
    expect(head.headers.get('etag')).toBe(data?.etag);
  });

  it('reach another bucket under its rules', async () => {
    await server.admin.storage.createBucket('tiny', {
      public: false,
      fileSizeLimit: 3,
      allowedMimeTypes: ['text/*'],
    });
    const own = server.admin.storage.from('own');
    const to = { destinationBucket: 'tiny' };
    await own.upload('x/ok.txt', 'abc', { contentType: 'text/plain' });
    await own.upload('x/big.txt', 'abcd', { contentType: 'text/plain' });
    await own.upload('x/odd.png', 'abc', { contentType: 'image/png' });
    expect((await own.copy('x/ok.txt', 'copied.txt', to)).data).toEqual({ path: 'tiny/copied.txt' });
    expect((await own.move('x/ok.txt', 'moved.txt', to)).error).toBeNull();
    for (const verb of ['copy', 'move'] as const) {
      expect(refusal((await own[verb]('x/big.txt', 'big.txt', to)).error)).toMatchObject({
        statusCode: '413',
      });
      expect(refusal((await own[verb]('x/odd.png', 'odd.png', to)).error)).toMatchObject({
        statusCode: '415',
      });
      const nowhere = await own[verb]('x/big.txt', 'x', { destinationBucket: 'nowhere' });
      expect(refusal(nowhere.error)).toMatchObject({ statusCode: '404', message: 'Bucket not found' });
    }
  });

  it('refuse what exists, what is missing, bad names and strangers', async () => {
    await put('tr/a.txt', 'tr/b.txt');
    const bucket = user.client.storage.from('own');
    const theirs = other.client.storage.from('own');
    for (const verb of ['move', 'copy'] as const) {
      const status = async (run: Promise<{ error: unknown }>) => refusal((await run).error);
      expect(await status(bucket[verb](own('tr/a.txt'), own('tr/b.txt')))).toMatchObject({
        statusCode: '409',
      });
      expect(await status(bucket[verb](own('tr/none'), own('tr/c')))).toMatchObject({ statusCode: '404' });
      expect(await status(bucket[verb](own('tr/a.txt'), '../../x'))).toMatchObject({ statusCode: '400' });
      expect(await status(bucket[verb](own('tr/a.txt'), `${other.userId}/x`))).toMatchObject({
        statusCode: '403',
      });
      expect(await status(theirs[verb](own('tr/a.txt'), `${other.userId}/x`))).toMatchObject({
        statusCode: '404',
      });
    }
    expect(refusal((await theirs.info(own('tr/a.txt'))).error)).toMatchObject({ statusCode: '404' });
    expect(await text('tr/a.txt')).toBe('tr/a.txt');
    const rows = await server.sql('select version from storage.objects');
    await expect.poll(async () => (await server.filesOnDisk()).length).toBe(rows.length);
  });
});
