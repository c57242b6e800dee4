import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listClusterProcesses } from '../../src/db/embedded/cluster-processes.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded/launcher.ts';
import {
  collectLog,
  hasBundledPostgres,
  hasProgram,
  isRunning,
  makeTempDir,
  postmasterPid,
  query,
  removeTempDir,
  spawnFixture,
  startLauncherProcess,
  urlOf,
  withoutSetpriv,
} from './support.ts';

const isLinux = process.platform === 'linux';

// Tests start several servers, which takes a busy machine long.
describe.skipIf(!hasBundledPostgres || process.platform === 'win32')(
  'after a crash',
  {
    timeout: 60_000,
  },
  () => {
    let parent: string;
    let dataDir: string;
    let clusterDir: string;
    let running: EmbeddedPostgres | undefined;

    /** Starts in this process, checks that the data is there, and gives what the launcher said. */
    async function startHere(): Promise<string[]> {
      const { log, messages } = collectLog();
      running = await startEmbeddedPostgres({ dataDir, log });
      expect(await query(running.url, 'select body from kept')).toEqual([{ body: 'kept' }]);
      return messages;
    }

    beforeAll(async () => {
      // Started by root on Linux, PostgreSQL's account must be able to reach the folder: without
      // setpriv it has no way around that.
      parent = await makeTempDir({ reachable: true });
      dataDir = path.join(parent, 'data');
      clusterDir = path.join(dataDir, 'postgres');
      running = await startEmbeddedPostgres({ dataDir, log: () => undefined });
      await query(running.url, `create table kept as select 'kept' as body`);
      await running.stop();
    });

    afterEach(() => running?.stop());
    afterAll(() => removeTempDir(parent));

    it('stops the server that a killed run left, and starts its own', async () => {
      const earlier = await startLauncherProcess({ dataDir }, { env: withoutSetpriv });
      expect(earlier.outcome.kind).toBe('ready');
      const orphan = await postmasterPid(dataDir);
      await earlier.kill();
      expect(await isRunning(orphan)).toBe(true);
      const logBefore = await readServerLog();

      expect(await startHere()).toEqual([
        expect.stringContaining(`(process ${orphan}) that an earlier run left`),
      ]);
      expect(await isRunning(orphan)).toBe(false);
      // Asked to, not forced to: nothing had to be repaired.
      const newLines = (await readServerLog()).slice(logBefore.length);
      expect(newLines).toContain('received fast shutdown request');
      expect(newLines).not.toContain('was not properly shut down');
    });

    it.runIf(isLinux && hasProgram('setpriv'))(
      'leaves no server behind where Linux can see to it',
      async () => {
        const earlier = await startLauncherProcess({ dataDir });
        expect(earlier.outcome.kind).toBe('ready');
        const server = await postmasterPid(dataDir);
        await earlier.kill();
        await expect.poll(() => isRunning(server), { timeout: 10_000 }).toBe(false);
        expect(await startHere()).toEqual([]);
      },
    );

    it('starts while the server of a killed run is still stopping', async () => {
      const earlier = await startLauncherProcess({ dataDir });
      expect(earlier.outcome.kind).toBe('ready');
      await earlier.kill();
      await startHere();
    });

    it.runIf(isLinux)('starts after everything was killed at once', async () => {
      const earlier = await startLauncherProcess({ dataDir }, { env: withoutSetpriv });
      expect(earlier.outcome.kind).toBe('ready');
      let processes: number[] = [];
      // The server is ready before it has started all of its background processes.
      await expect
        .poll(async () => {
          processes = await listClusterProcesses(clusterDir);
          return processes.length;
        })
        .toBeGreaterThan(3);
      earlier.child.kill('SIGKILL');
      for (const pid of processes) killIfThere(pid);
      expect(await readdir(clusterDir)).toContain('postmaster.pid');
      await startHere();
    });

    it.runIf(isLinux)('ends a session that outlives its killed server', async () => {
      const earlier = await startLauncherProcess({ dataDir }, { env: withoutSetpriv });
      const url = urlOf(earlier);
      const endless = query(
        url,
        `set application_name = 'endless'`,
        'do $$ begin loop end loop; end $$',
      ).catch(() => 'ended');
      const find = () => query(url, `select pid from pg_stat_activity where application_name = 'endless'`);
      await expect.poll(find).toHaveLength(1);
      const session = Number((await find())[0]?.pid);
      const server = await postmasterPid(dataDir);
      earlier.child.kill('SIGKILL');
      process.kill(server, 'SIGKILL');
      await expect.poll(() => isRunning(server)).toBe(false);
      expect(await isRunning(session)).toBe(true);

      await startHere();
      expect(await isRunning(session)).toBe(false);
      expect(await endless).toBe('ended');
    });

    it('ignores a process id that belongs to another program by now', async () => {
      // In the very folder, as a shell might be.
      const other = spawn('sleep', ['60'], { cwd: clusterDir, stdio: 'ignore' });
      await once(other, 'spawn');
      await writePidFile(`${other.pid}\n${clusterDir}\n1700000000\n5432\n\n127.0.0.1\n  1 2\nready   \n`);
      await startHere();
      expect(other.exitCode).toBeNull();
      expect(other.signalCode).toBeNull();
      other.kill();
    });

    it.each(['', 'garbage\n', '999999999\n'])('ignores a damaged postmaster.pid (%j)', async (text) => {
      await writePidFile(text);
      await startHere();
    });

    it('sets a new password when the old one is lost', async () => {
      await rm(path.join(dataDir, 'postgres.password'));
      expect(await startHere()).toEqual([expect.stringContaining('password')]);
      await running?.stop();
      expect(await startHere()).toEqual([]);
    });

    it('begins again when the first start was killed half-way', async () => {
      const fresh = path.join(parent, 'fresh');
      const first = spawnFixture('run-launcher.ts', [JSON.stringify({ dataDir: fresh })]);
      // The marker that initdb writes among its first files.
      await expect
        .poll(async () => (await readdir(fresh, { recursive: true }).catch(() => [])).join('\n'), {
          interval: 5,
          timeout: 45_000,
        })
        .toMatch(/postgres\.new-\w+\/cluster\/PG_VERSION/);
      first.kill('SIGKILL');
      await once(first, 'exit');
      expect(await readdir(fresh)).not.toContain('postgres');

      const { log, messages } = collectLog();
      running = await startEmbeddedPostgres({ dataDir: fresh, log });
      expect(messages).toEqual([
        expect.stringContaining('interrupted first start'),
        expect.stringContaining('creating the database'),
      ]);
      expect(await query(running.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      await expect
        .poll(() => readdir(fresh))
        .toEqual(['postgres', 'postgres.lock', 'postgres.log', 'postgres.password']);
    });

    async function readServerLog(): Promise<string> {
      return readFile(path.join(dataDir, 'postgres.log'), 'utf8');
    }

    async function writePidFile(text: string): Promise<void> {
      await writeFile(path.join(clusterDir, 'postmaster.pid'), text);
    }
  },
);

/** Ends a process that may have ended by itself. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
