import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Binaries, findBinaries } from '../../src/db/embedded/binaries.ts';
import { runInitdb } from '../../src/db/embedded/cluster.ts';
import { resolveLaunch } from '../../src/db/embedded/launch-mode.ts';
import { findFreePort, type Postmaster, startPostmaster } from '../../src/db/embedded/postmaster.ts';
import type { LaunchMode } from '../../src/db/embedded/run-program.ts';
import { openServerLog } from '../../src/db/embedded/server-log.ts';
import { giveToServerAccount, hasBundledPostgres, makeTempDir, query, removeTempDir } from './support.ts';

// Cases that a start on this machine does not reach by itself.
describe.skipIf(!hasBundledPostgres || process.platform === 'win32')('parts of the launcher', () => {
  let dataDir: string;
  let binaries: Binaries;
  let mode: LaunchMode;
  let workDir: string;

  beforeAll(async () => {
    dataDir = await makeTempDir({ reachable: true });
    binaries = await findBinaries();
    workDir = path.join(dataDir, 'work');
    await mkdir(workDir);
    const account = await giveToServerAccount(workDir);
    ({ mode } = await resolveLaunch(binaries, dataDir, account));
  });

  afterAll(() => removeTempDir(dataDir));

  it("initdb uses PostgreSQL's own locale where the system lacks ours, and its server tries other ports until one is free and knows upper case beyond ASCII", async () => {
    const clusterDir = path.join(workDir, 'cluster');
    const passwordFile = path.join(dataDir, 'password');
    await writeFile(passwordFile, 'for-this-test');
    const initArguments = [
      `--pgdata=${clusterDir}`,
      '--username=postgres',
      '--encoding=UTF8',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
    ];
    const locales = [
      ['--locale=xx_XX.UTF-8'],
      ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ];
    const result = await runInitdb({ binaries, mode }, initArguments, clusterDir, locales);
    expect(result).toMatchObject({ code: 0 });

    const occupant = createServer();
    const taken = await new Promise<number>((resolve) => {
      occupant.listen(0, '127.0.0.1', () => {
        const address = occupant.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    const serverLog = await openServerLog(dataDir, null);
    const offered: number[] = [];
    let postmaster: Postmaster | undefined;
    try {
      postmaster = await startPostmaster({
        clusterDir,
        binaries,
        mode,
        machine: { memoryBytes: 2 * 1024 ** 3, poolSize: 16 },
        serverLog,
        log: () => undefined,
        clearCluster: () => Promise.reject(new Error('The cluster is free.')),
        pickPort: async () => {
          offered.push(offered.length < 2 ? taken : await findFreePort());
          return offered.at(-1) as number;
        },
      });
      expect(offered).toHaveLength(3);
      expect(postmaster.port).toBe(offered[2]);
      const url = `postgresql://postgres:for-this-test@127.0.0.1:${postmaster.port}/postgres`;
      expect(
        await query(url, `select upper('é') as upper, datlocprovider as provider from pg_database limit 1`),
      ).toEqual([{ upper: 'É', provider: 'b' }]);
    } finally {
      await postmaster?.stop();
      await serverLog.handle.close();
      occupant.close();
    }
  });
});
