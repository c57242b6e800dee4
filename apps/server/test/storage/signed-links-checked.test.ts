import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person, SignedIn } from '../harness.ts';
import { meet } from '../trust/support.ts';
import { createOwnFolderBucket, refusal, type StorageServer, startStorageServer } from './support.ts';

// Links check row-level security again when they are used, with the signer's rights.

let server: StorageServer;
beforeAll(async () => {
  server = await startStorageServer();
  await createOwnFolderBucket(server, 'own');
});
afterAll(() => server.stop());

const GONE = { statusCode: '404', code: 'NoSuchKey' };
const REFUSED = { statusCode: '403', code: 'AccessDenied' };

/** A user with one file. */
async function writer(): Promise<SignedIn & { path: string }> {
  const user = await server.signUp();
  const path = `${user.userId}/letter.txt`;
  await user.client.storage.from('own').upload(path, 'letter');
  return { ...user, path };
}

async function link(of: Pick<SignedIn, 'client'>, path: string, bucket = 'own'): Promise<string> {
  const { data, error } = await of.client.storage.from(bucket).createSignedUrl(path, 60);
  if (error) throw error;
  return data.signedUrl;
}

async function uploadToken(of: Pick<SignedIn, 'client'>, path: string, bucket = 'own'): Promise<string> {
  const { data, error } = await of.client.storage.from(bucket).createSignedUploadUrl(path);
  if (error) throw error;
  return data.token;
}

/** A PUT with the token only. */
const put = (path: string, token: string, bucket = 'own') =>
  server.call(`/object/upload/sign/${bucket}/${path}?token=${token}`, {
    method: 'PUT',
    body: 'x',
    headers: { 'content-type': 'application/pdf' },
  });

async function expectGone(url: string): Promise<void> {
  const answer = await fetch(url);
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining(GONE)]);
}

describe('the life of a link', () => {
  it('is an hour at most, and a longer one is refused with the bound in the message', async () => {
    const user = await writer();
    const files = user.client.storage.from('own');
    expect((await files.createSignedUrl(user.path, 3600)).error).toBeNull();
    const said = {
      message: 'body/expiresIn: must be at most 3600 seconds',
      status: 400,
      statusCode: '400',
    };
    expect(refusal((await files.createSignedUrl(user.path, 3601)).error)).toEqual(said);
    expect(refusal((await files.createSignedUrls([user.path], 86_400)).error)).toEqual(said);
  });

  it('is the operator’s to set', async () => {
    const strict = await startStorageServer({ STORAGE_SIGNED_URL_MAX_SECONDS: '60' });
    try {
      await strict.admin.storage.createBucket('plain', { public: false });
      const files = strict.admin.storage.from('plain');
      await files.upload('a.txt', 'a');
      expect((await files.createSignedUrl('a.txt', 60)).error).toBeNull();
      expect(refusal((await files.createSignedUrl('a.txt', 61)).error)).toMatchObject({
        message: 'body/expiresIn: must be at most 60 seconds',
      });
    } finally {
      await strict.stop();
    }
  });
});

describe('a download link', () => {
  it('ends when its signer may no longer read the file', async () => {
    const user = await writer();
    const url = await link(user, user.path);
    expect((await fetch(url)).status).toBe(200);
    await server.sql(
      `create policy "own closed" on storage.objects as restrictive for select to authenticated
       using (bucket_id <> 'own' or owner_id is distinct from '${user.userId}')`,
    );
    await expectGone(url);
    await server.sql('drop policy "own closed" on storage.objects');
    expect((await fetch(url)).status).toBe(200);
  });

  it('ends with the account, a ban and the session of its signer', async () => {
    const [deleted, banned, left] = await Promise.all([writer(), writer(), writer()]);
    const urls = await Promise.all([deleted, banned, left].map((user) => link(user, user.path)));
    for (const url of urls) expect((await fetch(url)).status).toBe(200);
    await server.sql('delete from auth.users where id = $1', [deleted.userId]);
    await server.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      banned.userId,
    ]);
    await left.client.auth.signOut();
    for (const url of urls) await expectGone(url);
  });

  it('ends with its chat', async () => {
    const [vendor, visitor] = await Promise.all([
      server.person({ role: 'vendor' }),
      server.person({ role: 'visitor' }),
    ]);
    const chat = await meet(vendor, visitor);
    const path = `${chat}/offer.pdf`;
    await vendor.client.storage
      .from('chat-files')
      .upload(path, new Blob(['%PDF-1.7\n'], { type: 'application/pdf' }));
    const url = await link(visitor, path, 'chat-files');
    expect((await fetch(url)).status).toBe(200);
    await server.sql('delete from sessions where id = $1', [chat]);
    await expectGone(url);
  });

  it('is no better than its signer’s second factor, as a policy may ask for one', async () => {
    const user = await writer();
    const url = await link(user, user.path);
    await server.sql(
      `create policy "own aal2" on storage.objects as restrictive for select to authenticated
       using (bucket_id <> 'own' or owner_id is distinct from '${user.userId}' or auth.jwt() ->> 'aal' = 'aal2')`,
    );
    await expectGone(url);
    await server.sql(`update auth.sessions set aal = 'aal2' where user_id = $1`, [user.userId]);
    expect((await fetch(url)).status).toBe(200);
    await server.sql('drop policy "own aal2" on storage.objects');
  });

  it('of the secret key stays good', async () => {
    const user = await writer();
    const url = await link({ client: server.admin }, user.path);
    await server.sql('delete from auth.users where id = $1', [user.userId]);
    expect(await (await fetch(url)).text()).toBe('letter');
  });

  it('without a signer, as older servers made them, is refused', async () => {
    const user = await writer();
    const now = Math.floor(Date.now() / 1000);
    const token = await server.ctx.signingKeys.sign({
      aud: 'storage.download',
      url: `own/${user.path}`,
      iat: now,
      exp: now + 60,
    });
    const answer = await server.call(`/object/sign/own/${user.path}?token=${token}`);
    expect(await answer.json()).toMatchObject({ code: 'InvalidJWT' });
  });
});

describe('an upload link', () => {
  let vendor: Person;
  let visitor: Person;
  let chat: string;
  beforeAll(async () => {
    [vendor, visitor] = await Promise.all([
      server.person({ role: 'vendor' }),
      server.person({ role: 'visitor' }),
    ]);
    chat = await meet(vendor, visitor);
  });

  it('ends with a block', async () => {
    const path = `${chat}/late.pdf`;
    const token = await uploadToken(visitor, path, 'chat-files');
    await vendor.client
      .from('blocks')
      .insert({ blocker_id: vendor.profileId, blocked_id: visitor.profileId })
      .throwOnError();
    const answer = await put(path, token, 'chat-files');
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining(REFUSED)]);
    expect(await server.sql('select 1 from storage.objects where name = $1', [path])).toEqual([]);
  });

  it('ends with the account and the session of its signer', async () => {
    const [deleted, left] = await Promise.all([server.signUp(), server.signUp()]);
    const tokens = await Promise.all(
      [deleted, left].map((user) => uploadToken(user, `${user.userId}/new.txt`)),
    );
    await server.sql('delete from auth.users where id = $1', [deleted.userId]);
    await left.client.auth.signOut();
    for (const [index, user] of [deleted, left].entries()) {
      const answer = await put(`${user.userId}/new.txt`, tokens[index] as string);
      expect(await answer.json()).toMatchObject(REFUSED);
    }
    expect(await server.sql(`select * from storage.unowned_files where reason = 'uploading'`)).toEqual([]);
  });

  it('of the secret key stays good', async () => {
    const token = await uploadToken({ client: server.admin }, 'inbox/new.txt');
    expect((await put('inbox/new.txt', token)).status).toBe(200);
  });
});
