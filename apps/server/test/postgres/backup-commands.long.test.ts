import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { hasBundledPostgres } from '@dragoman/supabase-server/test/embedded/support';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { loadConfig } from '../../src/config/config.ts';
import { startServer } from '../../src/server.ts';
import { findProjectRoot } from '../../src/util/project-root.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-commands-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `npm run <name>` of the embedded installation in a folder. @returns what it printed */
async function command(name: 'backup' | 'restore', dataDir: string, ...args: string[]): Promise<string> {
  const root = findProjectRoot();
  const { DATABASE_URL, MASTER_KEY, ...rest } = process.env;
  const tsx = path.join(root, 'node_modules/tsx/dist/cli.mjs');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [tsx, path.join(root, `scripts/${name}.ts`), ...args],
    { env: { ...rest, DATA_DIR: dataDir } },
  );
  return stdout;
}

/** The real server with its own PostgreSQL, and a client of it. */
async function serve(dataDir: string) {
  const server = await startServer(
    loadConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'fatal', TRANSLATION_LOCAL: 'off' }),
  );
  const client = createClient(`http://127.0.0.1:${server.port}`, server.ctx.apiKeys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });
  return { server, client };
}

describe.runIf(hasBundledPostgres)('npm run backup and npm run restore', () => {
  it('carry an embedded installation over while it runs; the master key goes its own way', async () => {
    const [before, after] = [path.join(folder, 'before'), path.join(folder, 'after')];
    const file = path.join(folder, 'fair.zip');
    const person = { email: 'mira@fair.example', password: 'a long enough password' };
    const first = await serve(before);
    try {
      await first.client.auth.signUp(person).then(({ error }) => expect(error).toBeNull());
      const printed = await command('backup', before, file);
      expect(printed).toContain(`${file}: `);
      expect(printed).toContain(`The master key is NOT in it: ${path.join(before, 'master.key')}`);
      expect(printed).not.toContain('Tables of your own');
      // The server went on.
      expect((await first.client.auth.getUser()).data.user?.email).toBe(person.email);
      // A restore into an installation that is in use changes nothing.
      await expect(command('restore', before, file)).rejects.toThrow(/already in use/);
    } finally {
      await first.server.stop();
    }

    await expect(command('restore', after, file)).rejects.toThrow(
      /There is no master key .*backups do not contain it/,
    );
    await expect(readdir(after)).rejects.toThrow(/ENOENT/);
    // Without the server, the backup starts the database for itself.
    await command('backup', before, path.join(folder, 'stopped.zip'));

    await mkdir(after);
    await copyFile(path.join(before, 'master.key'), path.join(after, 'master.key'));
    expect(await command('restore', after, file)).toMatch(
      /^Restored the backup of .* rows, 0 files\. Start the server\.$/m,
    );
    const second = await serve(after);
    try {
      const { data } = await second.client.auth.signInWithPassword(person);
      expect(data.user?.email).toBe(person.email);
    } finally {
      await second.server.stop();
    }
  });

  it('say how they are used, and where there is nothing to back up', async () => {
    await expect(command('backup', folder, '--help')).rejects.toThrow(/npm run backup \[-- <file>\]/);
    await expect(command('restore', folder)).rejects.toThrow(/npm run restore -- <file>/);
    await expect(command('backup', path.join(folder, 'none'), path.join(folder, 'none.zip'))).rejects.toThrow(
      /There is no installation in/,
    );
  });
});
