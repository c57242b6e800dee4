import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../src/db/migrate.ts';
import { startTestServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('migrations', () => {
  it('are safe to run twice', async () => {
    const again = await migrate({ url: server.databaseUrl, root: server.ctx.root, log: server.ctx.log });
    expect(again).toEqual([]);
    // The product's files alone (as on a Supabase whose own bookkeeping ran them before) change nothing either.
    await server.sql(`delete from dragoman.migrations where scope = 'product'`);
    const product = await migrate({ url: server.databaseUrl, root: server.ctx.root, log: server.ctx.log });
    expect(product.length).toBeGreaterThan(0);
  });

  it('give every table in public row-level security and every published table its feed', async () => {
    const open = await server.sql(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`,
    );
    expect(open).toEqual([]);
    const feeds = await server.sql<{ table: string }>(
      `select tgrelid::regclass::text as table from pg_trigger where tgname = 'dragoman_change_feed' order by 1`,
    );
    expect(feeds.map((row) => row.table)).toEqual([
      'blocks',
      'leads',
      'messages',
      'profile_changes',
      'profiles',
      'scanned_cards',
      'session_reads',
      'sessions',
    ]);
  });

  it('are refused when an applied file was changed', async () => {
    await server.sql(`update dragoman.migrations set checksum = 'other' where name like '%join.sql'`);
    await expect(
      migrate({ url: server.databaseUrl, root: server.ctx.root, log: server.ctx.log }),
    ).rejects.toThrow(/was changed after it had been applied/);
  });
});
