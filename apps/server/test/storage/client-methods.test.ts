import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, type StorageServer, startStorageServer } from './support.ts';

// One call of each method that the official client has, with what it gives; the other files of this
// folder go deeper.

let server: StorageServer;
let storage: SupabaseClient['storage'];
beforeAll(async () => {
  server = await startStorageServer();
  storage = server.admin.storage;
  await storage.createBucket('hall', { public: true });
  await storage.createBucket('safe', { public: false });
  await storage.from('hall').upload('plan.txt', 'the plan', { metadata: { floor: 2 } });
  await storage.from('hall').upload('old/plan.txt', 'the old plan');
  await storage.from('safe').upload('plan.txt', 'the plan');
});
afterAll(() => server.stop());

const hall = () => storage.from('hall');
const textOf = async (answer: { data: Blob | null }) => answer.data?.text();
const NO_TRANSFORM = { status: 400, statusCode: '400', message: 'This server does not transform images' };

const fileMethods: Record<string, () => Promise<void>> = {
  async upload() {
    const { data, error } = await hall().upload('new.txt', new Blob(['new'], { type: 'text/plain' }));
    expect(error).toBeNull();
    expect(data).toEqual({ id: expect.any(String), path: 'new.txt', fullPath: 'hall/new.txt' });
  },
  async update() {
    await hall().upload('news.txt', 'new');
    const { data, error } = await hall().update('news.txt', 'newer', { upsert: false });
    expect(error).toBeNull();
    expect(data).toMatchObject({ path: 'news.txt', fullPath: 'hall/news.txt' });
    expect(await textOf(await hall().download('news.txt'))).toBe('newer');
  },
  async createSignedUploadUrl() {
    const { data } = await hall().createSignedUploadUrl('offered.txt');
    expect(data).toMatchObject({ path: 'offered.txt', token: expect.stringMatching(/^ey/) });
    expect(data?.signedUrl).toMatch(/\/storage\/v1\/object\/upload\/sign\/hall\/offered\.txt\?token=ey/);
  },
  async uploadToSignedUrl() {
    const grant = await hall().createSignedUploadUrl('signed.txt', { upsert: true });
    for (const body of [
      'text',
      new Blob(['blob']),
      new Uint8Array([98, 121]).buffer,
      Buffer.from('buffer'),
    ]) {
      const { data, error } = await server
        .client()
        .storage.from('hall')
        .uploadToSignedUrl('signed.txt', grant.data?.token ?? '', body);
      expect(error).toBeNull();
      expect(data).toMatchObject({ path: 'signed.txt', fullPath: 'hall/signed.txt' });
    }
    expect(await textOf(await hall().download('signed.txt'))).toBe('buffer');
  },
  async download() {
    expect(await textOf(await hall().download('plan.txt'))).toBe('the plan');
    const stream = await hall().download('plan.txt').asStream();
    expect(await new Response(stream.data).text()).toBe('the plan');
    const missing = await hall().download('none.txt');
    expect(missing.data).toBeNull();
    expect((await hall().download('plan.txt', { transform: { width: 10 } })).error).not.toBeNull();
  },
  async list() {
    const { data } = await hall().list('', { sortBy: { column: 'name', order: 'asc' }, search: 'plan' });
    expect(data).toEqual([
      expect.objectContaining({
        name: 'plan.txt',
        metadata: expect.objectContaining({
          size: 8,
          mimetype: 'text/plain;charset=UTF-8',
          httpStatusCode: 200,
        }),
      }),
    ]);
    const folders = (await hall().list()).data?.filter(({ id }) => id === null);
    expect(folders).toEqual([
      { name: 'old', id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null },
    ]);
  },
  async listV2() {
    const { data } = await hall().listV2({ prefix: 'old/', limit: 1 });
    expect(data).toMatchObject({ hasNext: false, folders: [], objects: [{ name: 'old/plan.txt' }] });
  },
  async info() {
    const { data } = await hall().info('plan.txt');
    expect(data).toMatchObject({ name: 'plan.txt', bucketId: 'hall', size: 8, metadata: { floor: 2 } });
  },
  async exists() {
    expect(await hall().exists('plan.txt')).toMatchObject({ data: true, error: null });
    expect(await hall().exists('none.txt')).toMatchObject({ data: false });
  },
  async copy() {
    expect((await hall().copy('plan.txt', 'copy.txt')).data).toEqual({ path: 'hall/copy.txt' });
    const away = await hall().copy('plan.txt', 'copy.txt', { destinationBucket: 'safe' });
    expect(away.data).toEqual({ path: 'safe/copy.txt' });
    expect((await storage.from('safe').info('copy.txt')).data).toMatchObject({ metadata: { floor: 2 } });
    expect(await textOf(await storage.from('safe').download('copy.txt'))).toBe('the plan');
  },
  async move() {
    await hall().upload('draft.txt', 'the draft');
    expect((await hall().move('draft.txt', 'moved.txt')).data).toMatchObject({
      message: 'Successfully moved',
    });
    expect((await hall().move('moved.txt', 'moved.txt', { destinationBucket: 'safe' })).error).toBeNull();
    expect((await storage.from('safe').exists('moved.txt')).data).toBe(true);
    expect((await hall().exists('moved.txt')).data).toBe(false);
  },
  async createSignedUrl() {
    const { data } = await storage.from('safe').createSignedUrl('plan.txt', 60, { download: 'hall.txt' });
    const answer = await fetch(data?.signedUrl ?? '');
    expect(await answer.text()).toBe('the plan');
    expect(answer.headers.get('content-disposition')).toContain('hall.txt');
    const { error } = await storage
      .from('safe')
      .createSignedUrl('plan.txt', 60, { transform: { width: 10 } });
    expect(refusal(error)).toEqual(NO_TRANSFORM);
  },
  async createSignedUrls() {
    const { data } = await storage.from('safe').createSignedUrls(['plan.txt', 'none.txt'], 60);
    expect(data?.map(({ path, error }) => [path, error !== null])).toEqual([
      ['plan.txt', false],
      ['none.txt', true],
    ]);
    expect((await fetch(data?.[0]?.signedUrl ?? '')).status).toBe(200);
  },
  async getPublicUrl() {
    const { publicUrl } = hall().getPublicUrl('old/plan.txt', { download: true }).data;
    const answer = await fetch(publicUrl);
    expect([answer.status, await answer.text()]).toEqual([200, 'the old plan']);
    expect(answer.headers.get('content-disposition')).toBe('attachment;');
    const closed = await fetch(storage.from('safe').getPublicUrl('plan.txt').data.publicUrl);
    expect(closed.status).toBe(400);
    const small = await fetch(hall().getPublicUrl('plan.txt', { transform: { width: 10 } }).data.publicUrl);
    expect([small.status, await small.json()]).toMatchObject([400, { message: NO_TRANSFORM.message }]);
  },
  async remove() {
    await hall().upload('useless.txt', 'useless');
    const { data } = await hall().remove(['useless.txt', 'none.txt']);
    expect(data?.map(({ name }) => name)).toEqual(['useless.txt']);
  },
  async purgeCache() {
    const { error } = await hall().purgeCache('plan.txt');
    expect(refusal(error)).toMatchObject({
      status: 400,
      message: 'This server has no content delivery network',
    });
  },
  async toBase64() {
    // Helps `upload` with metadata; sends nothing.
    expect(hall().toBase64('{}')).toBe('e30=');
  },
};

const createSmallBucket = (id: string) =>
  storage.createBucket(id, { public: false, fileSizeLimit: '1KB', allowedMimeTypes: ['text/*'] });

const bucketMethods: Record<string, () => Promise<void>> = {
  async createBucket() {
    expect((await createSmallBucket('stand')).data).toEqual({ name: 'stand' });
  },
  async getBucket() {
    await createSmallBucket('corner');
    expect((await storage.getBucket('corner')).data).toMatchObject({
      id: 'corner',
      name: 'corner',
      public: false,
      allowed_mime_types: ['text/*'],
      file_size_limit: expect.any(Number),
    });
    expect(refusal((await storage.getBucket('none')).error)).toEqual({
      message: 'Bucket not found',
      status: 400,
      statusCode: '404',
    });
  },
  async listBuckets() {
    for (const id of ['zone-a', 'zone-b', 'zone-c']) await createSmallBucket(id);
    const listed = (await storage.listBuckets()).data?.map(({ id }) => id);
    expect(listed).toEqual(
      expect.arrayContaining(['avatars', 'booth-logos', 'catalogue', 'chat-files', 'hall', 'safe', 'zone-a']),
    );
    const all = await server.sql<{ id: string }>('select id from storage.buckets');
    expect(listed?.sort()).toEqual(all.map(({ id }) => id).sort());
    const page = await storage.listBuckets({ limit: 2, offset: 1, sortColumn: 'name', sortOrder: 'desc' });
    expect(page.data?.map(({ id }) => id)).toEqual(['zone-b', 'zone-a']);
    expect((await storage.listBuckets({ search: 'zone-c' })).data?.map(({ id }) => id)).toEqual(['zone-c']);
  },
  async updateBucket() {
    await createSmallBucket('booth');
    expect((await storage.updateBucket('booth', { public: true })).data).toEqual({
      message: 'Successfully updated',
    });
    expect((await storage.getBucket('booth')).data?.public).toBe(true);
  },
  async emptyBucket() {
    await createSmallBucket('bin');
    await storage.from('bin').upload('a.txt', 'a', { contentType: 'text/plain' });
    expect((await storage.deleteBucket('bin')).error).toMatchObject({ statusCode: '409' });
    expect((await storage.emptyBucket('bin')).data).toEqual({
      message: 'Empty bucket has been queued. Completion may take up to an hour.',
    });
    expect((await storage.from('bin').list()).data).toEqual([]);
  },
  async deleteBucket() {
    await createSmallBucket('tent');
    await storage.from('tent').upload('a.txt', 'a', { contentType: 'text/plain' });
    await storage.emptyBucket('tent');
    expect((await storage.deleteBucket('tent')).data).toEqual({ message: 'Successfully deleted' });
  },
  async purgeBucketCache() {
    const { error } = await storage.purgeBucketCache('hall', { transformations: true });
    expect(refusal(error)).toMatchObject({
      status: 400,
      message: 'This server has no content delivery network',
    });
  },
};

/** Names of the methods that a class and those above it offer to callers. */
function publicMethods(instance: object): string[] {
  const names = new Set<string>();
  for (
    let type = Object.getPrototypeOf(instance);
    type !== Object.prototype;
    type = Object.getPrototypeOf(type)
  ) {
    for (const name of Object.getOwnPropertyNames(type)) names.add(name);
  }
  return [...names];
}

/** Methods that the client's classes share, or that TypeScript marks as private. */
const INNER =
  /^(constructor|_.*|throwOnError|setHeader|handleOperation|uploadOrUpdate|encodeMetadata|transformOptsToQueryString|applyTransformOptsToQuery|listBucketOptionsToQueryString|from|vectors|analytics)$/;

describe.each([
  ['a bucket', () => server.admin.storage.from('hall') as object, fileMethods],
  ['buckets', () => server.admin.storage as object, bucketMethods],
])('every method on %s', (_name, instance, methods) => {
  it.each(Object.keys(methods))('%s', async (name) => {
    await methods[name]?.();
  });

  it('is among those above', () => {
    const offered = publicMethods(instance()).filter((name) => !INNER.test(name));
    expect(offered.sort()).toEqual(Object.keys(methods).sort());
  });
});
