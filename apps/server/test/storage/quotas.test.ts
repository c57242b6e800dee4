import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../harness.ts';
import { createOwnFolderBucket, refusal, type StorageServer, startStorageServer } from './support.ts';

let server: StorageServer;
beforeAll(async () => {
  server = await startStorageServer({
    STORAGE_MAX_FILES_PER_USER: '4',
    STORAGE_MAX_BYTES_PER_USER: '1000',
    STORAGE_MAX_FILES_PER_GUEST: '2',
    STORAGE_MAX_BYTES_PER_GUEST: '500',
  });
  await createOwnFolderBucket(server, 'own');
});
afterAll(() => server.stop());

const files = ({ client }: Pick<SignedIn, 'client'>) => client.storage.from('own');
const body = (bytes: number) => new Blob(['x'.repeat(bytes)], { type: 'text/plain' });
const quota = (message: string) => ({
  message: `Quota reached: ${message}`,
  status: 400,
  statusCode: '413',
});

async function usageOf(userId: string) {
  const [row] = await server.sql('select files::int, bytes::int from storage.usage_of($1)', [userId]);
  return row;
}

describe('the files of one user', () => {
  it('end in number at the quota, which is named, and go on once one is removed', async () => {
    const [user, other] = await Promise.all([server.signUp(), server.signUp()]);
    const path = (n: number) => `${user.userId}/${n}.txt`;
    for (const n of [1, 2, 3, 4]) expect((await files(user).upload(path(n), body(1))).error).toBeNull();
    expect(refusal((await files(user).upload(path(5), body(1))).error)).toEqual(quota('4 files'));
    expect(refusal((await files(user).copy(path(1), path(5))).error)).toEqual(quota('4 files'));
    // Replacing one does not add to the count.
    expect((await files(user).upload(path(4), body(2), { upsert: true })).error).toBeNull();
    expect((await files(user).move(path(4), path(6))).error).toBeNull();
    expect((await files(other).upload(`${other.userId}/1.txt`, body(1))).error).toBeNull();
    await files(user).remove([path(1)]);
    expect((await files(user).upload(path(5), body(1))).error).toBeNull();
    expect(await usageOf(user.userId)).toEqual({ files: 4, bytes: 5 });
  });

  it('end in bytes at the quota, announced or not, and leave nothing', async () => {
    const user = await server.signUp();
    const path = (n: number) => `${user.userId}/${n}.txt`;
    expect((await files(user).upload(path(1), body(600))).error).toBeNull();
    expect(refusal((await files(user).upload(path(2), body(401))).error)).toEqual(
      quota('1000 bytes of files'),
    );
    const bare = await files(user).upload(path(2), 'x'.repeat(401), { contentType: 'text/plain' });
    expect(refusal(bare.error)).toEqual(quota('1000 bytes of files'));
    const larger = await files(user).upload(path(1), body(1001), { upsert: true });
    expect(refusal(larger.error)).toEqual(quota('1000 bytes of files'));
    expect(await (await files(user).download(path(1))).data?.text()).toHaveLength(600);
    expect((await files(user).upload(path(2), body(400))).error).toBeNull();
    expect(await usageOf(user.userId)).toEqual({ files: 2, bytes: 1000 });
    expect(await server.sql(`select 1 from storage.unowned_files where reason = 'uploading'`)).toEqual([]);
  });

  it('end exactly there when many come at once, and by signed links', async () => {
    const user = await server.signUp();
    const links = await Promise.all(
      [1, 2, 3].map((n) => files(user).createSignedUploadUrl(`${user.userId}/link-${n}.txt`)),
    );
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, n) => files(user).upload(`${user.userId}/${n}.txt`, body(1))),
      ...links.map(({ data }) => files(user).uploadToSignedUrl(data?.path ?? '', data?.token ?? '', body(1))),
    ]);
    expect(answers.filter(({ error }) => error === null)).toHaveLength(4);
    expect(await usageOf(user.userId)).toEqual({ files: 4, bytes: 4 });
  });

  it('are fewer for a guest', async () => {
    const client = server.client();
    const { data } = await client.auth.signInAnonymously();
    const path = (n: number) => `${data.user?.id}/${n}.txt`;
    expect((await files({ client }).upload(path(1), body(500))).error).toBeNull();
    expect(refusal((await files({ client }).upload(path(2), body(1))).error)).toEqual(
      quota('500 bytes of files'),
    );
  });

  it('of the secret key have no quota', async () => {
    for (const n of [1, 2, 3, 4, 5, 6]) {
      expect((await server.admin.storage.from('own').upload(`fair/${n}.txt`, body(500))).error).toBeNull();
    }
  });
});

it('what is kept is counted through every change of a row', async () => {
  await server.sql('delete from storage.objects');
  const [row] = await server.sql(
    'select coalesce(sum(files), 0)::int as files, coalesce(sum(bytes), 0)::int as bytes from storage.usage',
  );
  expect(row).toEqual({ files: 0, bytes: 0 });
});

describe('the files of all', () => {
  it('end at the quota of the installation, also for the secret key', async () => {
    const small = await startStorageServer({ STORAGE_MAX_TOTAL_BYTES: '1000' });
    try {
      await small.admin.storage.createBucket('plain', { public: false });
      const plain = small.admin.storage.from('plain');
      expect((await plain.upload('a.txt', body(900))).error).toBeNull();
      for (const content of [body(101), 'x'.repeat(101)]) {
        expect(refusal((await plain.upload('b.txt', content)).error)).toEqual({
          message: 'The storage of this installation is full; tell its operator',
          status: 507,
          statusCode: '507',
        });
      }
      expect((await plain.upload('b.txt', body(100))).error).toBeNull();
    } finally {
      await small.stop();
    }
  });

  it('leave free on the disk what the operator says', async () => {
    const full = await startStorageServer({ STORAGE_MIN_FREE_BYTES: '999999999999999' });
    try {
      await full.admin.storage.createBucket('plain', { public: false });
      expect(refusal((await full.admin.storage.from('plain').upload('a.txt', body(1))).error)).toEqual({
        message: 'The disk of this installation is full; tell its operator',
        status: 507,
        statusCode: '507',
      });
      expect(await full.filesOnDisk()).toEqual([]);
    } finally {
      await full.stop();
    }
  });
});
