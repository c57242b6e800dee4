import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, type StorageServer, startStorageServer } from './support.ts';

let server: StorageServer;
beforeAll(async () => {
  server = await startStorageServer();
});
afterAll(() => server.stop());

describe('buckets', () => {
  it('are created, read, listed, changed and deleted', async () => {
    const { storage } = server.admin;
    const created = await storage.createBucket('brochures', {
      public: true,
      fileSizeLimit: '2MB',
      allowedMimeTypes: ['application/pdf', 'image/*'],
    });
    expect(created).toEqual({ data: { name: 'brochures' }, error: null });
    const { data: bucket } = await storage.getBucket('brochures');
    expect(bucket).toMatchObject({
      id: 'brochures',
      name: 'brochures',
      owner: '',
      public: true,
      type: 'STANDARD',
      file_size_limit: 2_000_000,
      allowed_mime_types: ['application/pdf', 'image/*'],
    });
    const { data: changed } = await storage.updateBucket('brochures', { public: false });
    expect(changed).toEqual({ message: 'Successfully updated' });
    expect((await storage.getBucket('brochures')).data).toMatchObject({
      public: false,
      file_size_limit: 2_000_000,
    });
    await storage.updateBucket('brochures', { public: false, fileSizeLimit: null, allowedMimeTypes: null });
    expect((await storage.getBucket('brochures')).data).toMatchObject({
      file_size_limit: null,
      allowed_mime_types: null,
    });
    const { data: listed } = await storage.listBuckets({ search: 'BROCH', limit: 10, sortColumn: 'name' });
    expect(listed?.map((row) => row.id)).toEqual(['brochures']);
    expect((await storage.deleteBucket('brochures')).data).toEqual({ message: 'Successfully deleted' });
    expect(refusal((await storage.getBucket('brochures')).error)).toEqual({
      message: 'Bucket not found',
      status: 400,
      statusCode: '404',
    });
  });

  it('bring chat-files, private, at the first start', async () => {
    expect((await server.admin.storage.getBucket('chat-files')).data).toMatchObject({
      public: false,
      file_size_limit: 10_485_760,
    });
  });

  it('take a size limit in decimal units', async () => {
    await server.admin.storage.createBucket('decimal', { public: false, fileSizeLimit: '20mb' });
    expect((await server.admin.storage.getBucket('decimal')).data?.file_size_limit).toBe(20_000_000);
  });

  it('say which kind of refusal a full one gives', async () => {
    await server.admin.storage.createBucket('kept');
    await server.admin.storage.from('kept').upload('a.txt', 'a');
    const answer = await server.call('/bucket/kept', {
      method: 'DELETE',
      bearer: server.ctx.apiKeys.secret,
      headers: { apikey: server.ctx.apiKeys.secret },
    });
    expect(await answer.json()).toMatchObject({ error: 'ResourceNotEmpty', code: 'ResourceNotEmpty' });
    await server.admin.storage.emptyBucket('kept');
  });

  it('are emptied before they can be deleted', async () => {
    const { storage } = server.admin;
    await storage.createBucket('full');
    await storage.from('full').upload('a.txt', 'a');
    expect(refusal((await storage.deleteBucket('full')).error)).toEqual({
      message: 'The bucket you tried to delete is not empty',
      status: 400,
      statusCode: '409',
    });
    expect((await storage.emptyBucket('full')).error).toBeNull();
    expect((await storage.deleteBucket('full')).error).toBeNull();
    await expect.poll(() => server.filesOnDisk()).toEqual([]);
  });

  it('refuse a name twice, a bad name, a bad limit, a bad type', async () => {
    const { storage } = server.admin;
    await storage.createBucket('taken');
    expect(refusal((await storage.createBucket('taken')).error)).toEqual({
      message: 'The resource already exists',
      status: 400,
      statusCode: '409',
    });
    for (const name of ['', ' lead', 'a/b', '..', 'a\\b', 'x'.repeat(101), 'nul\0']) {
      expect((await storage.createBucket(name)).error?.message, name).toMatch(/^Bucket name invalid/);
    }
    const tooLarge = await storage.createBucket('huge', { public: false, fileSizeLimit: '1GB' });
    expect(refusal(tooLarge.error)).toMatchObject({ statusCode: '413' });
    const badLimit = await storage.createBucket('odd', { public: false, fileSizeLimit: 'some' });
    expect(refusal(badLimit.error)).toMatchObject({ statusCode: '400' });
    const badType = await storage.createBucket('odd', { public: false, allowedMimeTypes: ['image'] });
    expect(refusal(badType.error)).toMatchObject({ statusCode: '415' });
  });

  it('are out of reach for users without a policy', async () => {
    const user = await server.signUp();
    const { storage } = user.client;
    expect((await storage.listBuckets()).data).toEqual([]);
    expect(refusal((await storage.createBucket('mine')).error)).toEqual({
      message: 'new row violates row-level security policy',
      status: 400,
      statusCode: '403',
    });
    for (const attempt of [
      storage.getBucket('chat-files'),
      storage.updateBucket('chat-files', { public: true }),
      storage.deleteBucket('chat-files'),
      storage.emptyBucket('chat-files'),
    ]) {
      expect(refusal((await attempt).error)).toMatchObject({ status: 400, statusCode: '404' });
    }
  });

  it('refuse callers without a key and with a bad token', async () => {
    const bare = await fetch(`${server.url}/storage/v1/bucket`);
    expect(bare.status).toBe(400);
    expect(await bare.json()).toMatchObject({
      statusCode: '400',
      error: 'Error',
      message: expect.stringContaining('authorization'),
    });
    const forged = await server.call('/bucket', { bearer: 'e30.e30.e30' });
    expect(forged.status).toBe(400);
    expect(await forged.json()).toMatchObject({
      statusCode: '403',
      error: 'Unauthorized',
      code: 'AccessDenied',
    });
  });

  it('can be called by pages of any origin', async () => {
    const preflight = await fetch(`${server.url}/storage/v1/object/x/y`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://fair.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers':
          'authorization,apikey,x-upsert,x-metadata,cache-control,content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-methods')).toMatch(/PUT.*DELETE/);
    const allowed = preflight.headers.get('access-control-allow-headers')?.split(',');
    for (const header of ['authorization', 'apikey', 'x-upsert', 'x-metadata', 'cache-control', 'range']) {
      expect(allowed, header).toContain(header);
    }
  });

  it('answer bad JSON, a wrong field and an unknown route with an error of the protocol', async () => {
    for (const [body, message] of [
      ['{', /JSON/],
      ['{"name": 7}', /body\/name/],
      ['[]', /body/],
    ] as const) {
      const answer = await server.call('/bucket', { method: 'POST', body });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        statusCode: '400',
        message: expect.stringMatching(message),
      });
    }
    for (const [method, target, body] of [
      ['GET', '/bucket/nul%00', undefined],
      ['POST', '/object/list/nul%00', '{}'],
      ['DELETE', '/object/nul%00', '{"prefixes": ["x"]}'],
    ] as const) {
      const answer = await server.call(target, { method, body });
      expect(answer.status, target).toBe(400);
    }
    const nowhere = await server.call('/nowhere');
    expect(await nowhere.json()).toMatchObject({ statusCode: '404', code: 'NotFound' });
  });
});
