import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCleanup } from '../../src/cleanup/cleanup.ts';
import type { SignedIn } from '../harness.ts';
import { type StorageServer, startStorageServer } from '../storage/support.ts';
import { openFair, PICTURE, say, tablesWith as tablesOf } from './support.ts';

let server: StorageServer;
beforeAll(async () => {
  server = await startStorageServer();
});
afterAll(() => server.stop());

const tablesWith = (words: readonly string[]) => tablesOf(server, words);

const deleteWith = (user: Pick<SignedIn, 'client'>, body: object = {}) =>
  user.client.functions.invoke('delete-account', { body: { confirmed: true, ...body } });

/** The rows of every table but those that come and go by themselves. */
async function counts(): Promise<Record<string, number>> {
  const tables = await server.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'auth', 'storage', 'realtime') order by 1`,
  );
  const all: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await server.sql<{ count: number }>(`select count(*)::int as count from ${name}`);
    all[name] = row?.count ?? 0;
  }
  return all;
}

describe('deleting an account', () => {
  it.each(['visitor', 'vendor'] as const)(
    'leaves nothing of a %s in any table or on the disk',
    async (who) => {
      const fair = await openFair(server);
      const [gone, other] = [fair[who], who === 'visitor' ? fair.vendor : fair.visitor];
      const theirs = await server.sql<{ version: string }>(
        `select version from storage.objects where name like any (array[$1, $2, $3])`,
        [`${gone.userId}/%`, `${gone.profileId}/%`, `${fair.sessionId}/%`],
      );
      const words = [gone.userId, gone.profileId, gone.email, fair.sessionId];
      // Proves that the search finds existing data.
      expect((await tablesWith(words)).length).toBeGreaterThan(12);
      expect(theirs.length).toBeGreaterThan(1);

      const about = await gone.client.functions.invoke('delete-account', { method: 'GET' });
      expect(about.data).toEqual({ proof: 'password', chats: 1, messages: 3, files: theirs.length });
      expect((await deleteWith(gone, { password: gone.password })).data).toEqual({ deleted: true });

      expect(await tablesWith(words)).toEqual([]);
      const cached = await server.sql('select from dragoman.translation_cache');
      expect(cached).toEqual([]);
      await vi.waitFor(async () => {
        const left = await server.filesOnDisk();
        expect(theirs.filter(({ version }) => left.includes(version))).toEqual([]);
      }, 10_000);
      // The other user has lost the chat and the notes about the deleted user, and no other data.
      const { data: sessions } = await other.client.from('sessions').select();
      const { data: leads } = await other.client.from('leads').select();
      const { data: cards } = await other.client.from('scanned_cards').select('name').throwOnError();
      expect([sessions, leads, cards]).toEqual([[], [], [{ name: 'Omar Haddad' }]]);
      expect(
        await server.sql('select from storage.objects where name like $1', [`${other.userId}/%`]),
      ).not.toEqual([]);
      await deleteWith(other, { password: other.password });
    },
  );

  it('ends all of the user’s sessions: nothing of theirs can be renewed, read or written', async () => {
    const user = await server.person({ role: 'visitor' });
    const elsewhere = server.client();
    const { data } = await elsewhere.auth.signInWithPassword(user);
    await deleteWith(user, { password: user.password });
    expect((await elsewhere.auth.getUser()).error).toMatchObject({ code: 'user_not_found', status: 403 });
    expect(await elsewhere.from('profiles').select()).toMatchObject({ data: null, status: 401 });
    const back = { user_id: user.userId, role: 'visitor', name: 'Back again' };
    expect((await elsewhere.from('profiles').insert(back)).error).not.toBeNull();
    const refresh = await server
      .client()
      .auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' });
    expect(refresh.error).toMatchObject({ code: 'refresh_token_not_found' });
    expect((await server.client().auth.signInWithPassword(user)).error).toMatchObject({
      code: 'invalid_credentials',
    });
    // The address is free again.
    expect((await server.signUp(user.email)).userId).not.toBe(user.userId);
  });

  it('tells live readers of the chat that went, and not of each of its messages', async () => {
    const { vendor, visitor, sessionId } = await openFair(server);
    const heard: string[] = [];
    const channel = vendor.client.channel('everything');
    for (const table of ['messages', 'sessions']) {
      channel.on(
        'postgres_changes',
        { event: '*', schema: 'public', table },
        ({ eventType, old, new: row }) =>
          heard.push(`${table} ${eventType} ${(old as { id?: string }).id ?? (row as { id?: string }).id}`),
      );
    }
    await new Promise<void>((resolve) => {
      channel.on('system', {}, ({ status }: { status?: string }) => status === 'ok' && resolve());
      channel.subscribe();
    });
    await deleteWith(visitor, { password: visitor.password });
    const { data: next } = await vendor.client
      .from('sessions')
      .insert({ vendor_id: vendor.profileId })
      .select('id')
      .single()
      .throwOnError();
    await vi.waitFor(() => expect(heard.at(-1)).toBe(`sessions INSERT ${next.id}`), 10_000);
    expect(heard).toEqual([`sessions DELETE ${sessionId}`, `sessions INSERT ${next.id}`]);
    // All users see vendors: the tests below rely on none being left.
    await deleteWith(vendor, { password: vendor.password });
  });

  it('cleanup removes what was still being uploaded; a forgotten tab uploads nothing', async () => {
    const user = await server.person({ role: 'visitor' });
    await deleteWith(user, { password: user.password });
    const path = `${user.userId}/${randomUUID()}.jpg`;
    const upload = await user.client.storage
      .from('avatars')
      .upload(path, PICTURE, { contentType: 'image/jpeg' });
    expect(upload.error).toMatchObject({ statusCode: '403' });
    // A leftover of an upload that was admitted before.
    const version = randomUUID();
    await server.sql(`insert into storage.unowned_files (version, reason) values ($1, 'uploading')`, [
      version,
    ]);
    await server.sql(`insert into storage.objects (bucket_id, name, version) values ('avatars', $1, $2)`, [
      path,
      version,
    ]);
    expect(await runCleanup(server.ctx)).toMatchObject({ 'files of deleted users': 1 });
    expect(await tablesWith([user.userId])).toEqual([]);
  });

  it('asks for the password, and counts guesses', async () => {
    const user = await server.person({ role: 'visitor' });
    expect((await deleteWith(user)).error?.context.status).toBe(400);
    expect((await deleteWith(user, { password: 'a wrong password' })).error?.context.status).toBe(422);
    expect(
      (await user.client.functions.invoke('delete-account', { body: { password: user.password } })).error
        ?.context.status,
    ).toBe(400);
    expect((await user.client.from('profiles').select().eq('user_id', user.userId)).data).toHaveLength(1);
  });

  it('asks who has no password for the address, and guests for nothing', async () => {
    const user = await server.person({ role: 'visitor' });
    await server.sql('update auth.users set encrypted_password = null where id = $1', [user.userId]);
    const about = await user.client.functions.invoke('delete-account', { method: 'GET' });
    expect(about.data).toMatchObject({ proof: 'address' });
    expect((await deleteWith(user, { address: 'other@fair.example' })).error?.context.status).toBe(400);
    expect((await deleteWith(user, { address: ` ${user.email.toUpperCase()}` })).error).toBeNull();
    const guest = server.client();
    const { data } = await guest.auth.signInAnonymously();
    expect((await guest.functions.invoke('delete-account', { method: 'GET' })).data).toMatchObject({
      proof: 'none',
    });
    expect((await deleteWith({ client: guest })).error).toBeNull();
    expect(await tablesWith([data.user?.id ?? ''])).toEqual([]);
  });

  it('asks a session that has not proved the second factor for it', async () => {
    const user = await server.person({ role: 'visitor' });
    await server.sql(
      `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'x')`,
      [user.userId],
    );
    const { error } = await deleteWith(user, { password: user.password });
    expect(error?.context.status).toBe(403);
    expect(await error?.context.json()).toMatchObject({ code: 'insufficient_aal' });
  });

  it('is refused without a user, and with the secret key', async () => {
    expect((await deleteWith({ client: server.client() })).error?.context.status).toBe(403);
    expect((await deleteWith({ client: server.admin })).error?.context.status).toBe(403);
  });

  it('deletes nothing when it fails in the middle', async () => {
    const { visitor, vendor } = await openFair(server);
    await server.sql(
      `create function public.fail() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$`,
    );
    await server.sql(
      'create trigger fail before delete on public.scanned_cards for each row execute function public.fail()',
    );
    const before = [await counts(), (await server.filesOnDisk()).sort()];
    const failed = await deleteWith(visitor, { password: visitor.password });
    expect(failed.error?.context.status).toBe(500);
    expect([await counts(), (await server.filesOnDisk()).sort()]).toEqual(before);
    await server.sql('drop function public.fail() cascade');
    for (const person of [visitor, vendor]) {
      expect((await deleteWith(person, { password: person.password })).error).toBeNull();
    }
  });

  it('is done once when two devices do it at the same time, and while the other one writes', async () => {
    const { visitor, vendor, sessionId } = await openFair(server);
    const answers = await Promise.allSettled([
      deleteWith(visitor, { password: visitor.password }),
      deleteWith(visitor, { password: visitor.password }),
      ...Array.from({ length: 10 }, (_, count) => say(vendor, sessionId, `Still there? ${count}`)),
    ]);
    expect(answers[0]).toMatchObject({ value: { error: null } });
    expect(await tablesWith([visitor.userId, visitor.profileId, sessionId])).toEqual([]);
    await deleteWith(vendor, { password: vendor.password });
  });

  it('can be done to every table: what refers to a user or a profile goes with it', async () => {
    const kept = await server.sql(
      `select conrelid::regclass::text as table, conname from pg_constraint
       where contype = 'f' and confdeltype not in ('c', 'n')
         and confrelid in ('auth.users'::regclass, 'public.profiles'::regclass, 'public.sessions'::regclass, 'public.messages'::regclass)`,
    );
    expect(kept).toEqual([]);
  });
});
