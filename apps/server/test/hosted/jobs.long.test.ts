import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasBundledPostgres } from '@dragoman/supabase-server/test/embedded/support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProjectRoot } from '../../src/util/project-root.ts';
import { type HostedCluster, pushMigrations, startHostedCluster } from './hosted-cluster.ts';

/** @returns the command of each job of `supabase/hosted-jobs.sql`, by its name */
async function jobs(): Promise<Map<string, string>> {
  const text = await readFile(path.join(findProjectRoot(), 'supabase/hosted-jobs.sql'), 'utf8');
  const found = text.matchAll(/cron\.schedule\('([^']+)', '[\d* ]+', \$\$([\s\S]*?)\$\$\)/g);
  return new Map([...found].map(([, name = '', command = '']) => [name, command]));
}

// pg_cron runs each command as the role that scheduled it, which is `postgres`. The extension
// itself is not here.
describe.skipIf(!hasBundledPostgres)('the jobs for a hosted Supabase', () => {
  let cluster: HostedCluster;
  beforeAll(async () => {
    cluster = await startHostedCluster({ defaultGrants: true });
    await cluster.as('postgres', pushMigrations);
  });
  afterAll(() => cluster?.stop());

  it('remove idle chats and abandoned guests, and leave the others', async () => {
    const [vera, wei, gone, present] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const left = await cluster.as('postgres', async (client) => {
      await client.query(
        `insert into auth.users (id, is_anonymous, created_at) values
           ($1, false, now() - interval '1 year'), ($2, false, now() - interval '1 year'),
           ($3, true, now() - interval '2 months'), ($4, true, now())`,
        [vera, wei, gone, present],
      );
      await client.query(
        `insert into public.profiles (user_id, role, name) values
           ($1, 'vendor', 'Vera'), ($2, 'visitor', 'Wei'), ($3, 'visitor', 'Gone'), ($4, 'visitor', 'Present')`,
        [vera, wei, gone, present],
      );
      for (const age of ['100 days', '1 day']) {
        await client.query(
          `insert into public.sessions (vendor_id, visitor_id, created_at)
             select v.id, w.id, now() - $3::interval
             from public.profiles v, public.profiles w where v.user_id = $1 and w.user_id = $2`,
          [vera, wei, age],
        );
      }
      // A trigger notes the moment of joining.
      await client.query('update public.sessions set joined_at = created_at');
      const commands = await jobs();
      expect([...commands.keys()]).toEqual(['idle chats', 'abandoned guests', 'devices of booth codes']);
      for (const command of commands.values()) await client.query(command);
      return {
        people: (await client.query('select name from public.profiles order by name')).rows.map(
          (row) => row.name,
        ),
        chats: (
          await client.query(`select created_at > now() - interval '2 days' as fresh from public.sessions`)
        ).rows,
      };
    });
    expect(left).toEqual({ people: ['Present', 'Vera', 'Wei'], chats: [{ fresh: true }] });
  });
});
