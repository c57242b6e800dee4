import { randomUUID } from 'node:crypto';
import { openDatabase } from '@dragoman/supabase-server/db/database';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runCleanup } from '../../src/cleanup/cleanup.ts';
import { openFair, say } from '../account/support.ts';
import type { Person } from '../harness.ts';
import { type StorageServer, startStorageServer } from '../storage/support.ts';

// Chats are deleted a number of days after their last message. Time passes in the data: rows are
// dated back.

let server: StorageServer;
beforeAll(async () => {
  server = await startStorageServer({ RETENTION_DAYS: '30' });
});
afterAll(() => server.stop());

/** A joined chat of a certain age, in days, with messages of certain ages. */
async function chat(
  vendor: Person,
  visitor: Person | null,
  age: number,
  messages: number[] = [],
): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into sessions (id, vendor_id, visitor_id, created_at) values ($1, $2, $3, now() - $4 * interval '1 day')`,
    [id, vendor.profileId, visitor?.profileId ?? null, age],
  );
  await server.sql(`update sessions set joined_at = created_at where id = $1 and visitor_id is not null`, [
    id,
  ]);
  await server.sql(
    `insert into messages (session_id, sender_id, content, created_at)
     select $1, $2, 'Hello', now() - age * interval '1 day' from unnest($3::float8[]) age`,
    [id, vendor.profileId, messages],
  );
  return id;
}

async function kept(ids: string[]): Promise<string[]> {
  const rows = await server.sql<{ id: string }>('select id from sessions where id = any ($1::uuid[])', [ids]);
  return ids.filter((id) => rows.some((row) => row.id === id));
}

it('deletes chats whose last word is older, with their messages, files and cached translations, and no other', async () => {
  const { vendor, visitor, sessionId } = await openFair(server);
  const idle = await chat(vendor, visitor, 90, [80, 30.01]);
  const silent = await chat(vendor, visitor, 31);
  const talking = await chat(vendor, visitor, 90, [80, 29.9]);
  const joinedLately = await chat(vendor, visitor, 90);
  await server.sql(`update sessions set joined_at = now() - interval '2 days' where id = $1`, [joinedLately]);
  const poster = await chat(vendor, null, 90);
  const soliloquy = await chat(vendor, null, 90, [60]);
  await server.sql(
    `update sessions set created_at = now() - interval '40 days', joined_at = now() - interval '40 days' where id = $1`,
    [sessionId],
  );
  await server.sql(`update messages set created_at = now() - interval '31 days' where session_id = $1`, [
    sessionId,
  ]);
  await server.sql(`update dragoman.translation_cache set created_at = now() - interval '31 days'`);
  const files = () =>
    server.sql(`select from storage.objects where bucket_id = 'chat-files' and starts_with(name, $1)`, [
      sessionId,
    ]);
  expect(await files()).toHaveLength(1);

  const removed = await runCleanup(server.ctx, { batch: 2 });
  expect(removed).toMatchObject({ 'idle chats': 4, 'files of deleted chats': 1, 'old translations': 2 });
  expect(await kept([sessionId, idle, silent, soliloquy, talking, joinedLately, poster])).toEqual([
    talking,
    joinedLately,
    poster,
  ]);
  expect(
    await server.sql('select from messages where session_id = any ($1::uuid[])', [[sessionId, idle]]),
  ).toEqual([]);
  expect(await files()).toEqual([]);
  // Notes about people do not belong to a chat.
  expect((await vendor.client.from('leads').select()).data).toHaveLength(1);
});

it('follows the organiser’s word, in either direction, and says it to the app', async () => {
  const vendor = await server.person({ role: 'vendor' });
  const visitor = await server.person({ role: 'visitor' });
  const old = await chat(vendor, visitor, 50, [40]);
  const fresh = await chat(vendor, visitor, 50, [10]);
  const told = async () =>
    ((await (await fetch(`${server.url}/config.json`)).json()) as { retentionDays: number }).retentionDays;
  expect(await told()).toBe(30);
  await server.ctx.settings.set('retentionDays', 0);
  await runCleanup(server.ctx);
  expect([await kept([old, fresh]), await told()]).toEqual([[old, fresh], 0]);
  await server.ctx.settings.set('retentionDays', 20);
  await runCleanup(server.ctx);
  expect([await kept([old, fresh]), await told()]).toEqual([[fresh], 20]);
  await server.ctx.settings.set('retentionDays', 7);
  await say(visitor, fresh, 'Still here');
  await runCleanup(server.ctx);
  expect(await kept([fresh])).toEqual([fresh]);
  await server.ctx.settings.set('retentionDays', undefined);
  await vi.waitFor(async () => expect(await told()).toBe(30), 10_000);
});

it('gives chats with very many messages the time that it takes to delete them', async () => {
  const { vendor, visitor } = await openFair(server);
  const long = await chat(vendor, visitor, 90, [80, 80, 80, 80]);
  await server.sql(
    `create function public.dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(0.4); return old; end'`,
  );
  await server.sql(
    'create trigger dawdle before delete on public.messages for each row execute function public.dawdle()',
  );
  // Other statements reach their time limit before the last of these messages is deleted.
  const db = openDatabase({
    url: server.databaseUrl,
    poolSize: 1,
    statementTimeoutMs: 1_000,
    log: server.ctx.log,
  });
  try {
    const slow = db.transaction((tx) => tx.execute('delete from messages where session_id = $1', [long]));
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    expect(await runCleanup({ ...server.ctx, db })).toMatchObject({ 'idle chats': 1 });
  } finally {
    await db.close();
    await server.sql('drop function public.dawdle cascade');
  }
  expect(await kept([long])).toEqual([]);
});
