import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRunningPostgres } from '@dragoman/supabase-server/db/embedded/running';
import pg from 'pg';
import { discard, startProduct } from '../product.ts';
import type { Line } from '../report.ts';

const MESSAGES = 100_000;
const FILES = 1000;
const FILE_BYTES = 1_000_000;
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * `npm run backup` of a running embedded installation with 100,000 messages and 1 GB of files, and
 * `npm run restore` of it into an empty folder, each with the start of its process; the floor is a
 * copy of the same files.
 */
export async function measureBackup(): Promise<Line[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-bench-backup-'));
  const [before, after, archive] = ['before', 'after', 'backup.zip'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  try {
    const product = await startProduct(before);
    let backupMs: number;
    try {
      await fill(before);
      backupMs = await timed(() => command('backup', before, archive));
    } finally {
      await product.stop();
    }
    await mkdir(after);
    await copyFile(path.join(before, 'master.key'), path.join(after, 'master.key'));
    const restoreMs = await timed(() => command('restore', after, archive));
    const copyMs = await timed(() =>
      cp(path.join(before, 'storage'), path.join(folder, 'copy'), { recursive: true }),
    );
    const what = `${MESSAGES} messages and ${(FILES * FILE_BYTES) / 1e9} GB of files`;
    return [line(`backup of ${what}`, backupMs, copyMs), line(`restore of ${what}`, restoreMs, copyMs)];
  } finally {
    await discard(folder);
  }
}

function line(what: string, ms: number, floorMs: number): Line {
  const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`;
  return {
    what,
    product: seconds(ms),
    floor: `${seconds(floorMs)} (copy of the files)`,
    ratio: (ms / floorMs).toFixed(1),
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function command(name: 'backup' | 'restore', dataDir: string, archive: string): Promise<void> {
  const tsx = path.join(ROOT, 'node_modules/tsx/dist/cli.mjs');
  const child = spawn(process.execPath, [tsx, path.join(ROOT, `scripts/${name}.ts`), archive], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`npm run ${name} ended with code ${code}`);
}

/** Rows go in without triggers: the embedded database's owner is a superuser. */
async function fill(dataDir: string): Promise<void> {
  const url = await findRunningPostgres(dataDir);
  const client = new pg.Client({ connectionString: url ?? '' });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `create temp table pair as select gen_random_uuid() as vendor, gen_random_uuid() as visitor, gen_random_uuid() as session`,
    );
    await client.query(
      `with people as (select vendor as id, 'vendor' as role from pair union all select visitor, 'visitor' from pair),
         accounts as (insert into auth.users (id, email) select id, id || '@bench.example' from people)
       insert into public.profiles (id, user_id, role, name, language) select id, id, role, role, 'en' from people`,
    );
    await client.query(
      'insert into public.sessions (id, vendor_id, visitor_id, joined_at) select session, vendor, visitor, now() from pair',
    );
    await client.query(
      `insert into public.messages (session_id, sender_id, recipient_id, content, source_language)
       select session, vendor, visitor, n || ': the lead time is 30 days after we have received the deposit.', 'en'
       from pair, generate_series(1, ${MESSAGES}) n`,
    );
    for (let count = 0; count < FILES; count += 1) {
      const version = randomUUID();
      const target = path.join(dataDir, 'storage/files', version.slice(0, 2), version);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, randomBytes(FILE_BYTES));
      await client.query(
        `insert into storage.objects (bucket_id, name, metadata, version)
         select 'chat-files', session || '/' || $1, jsonb_build_object('size', ${FILE_BYTES}), $1 from pair`,
        [version],
      );
    }
  } finally {
    await client.end();
  }
}
