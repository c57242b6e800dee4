import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { makeFolders } from '../../util/make-folders.ts';
import { chooseAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { DATABASE_NAME, prepareCluster } from './cluster.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { describeFullDisk } from './disk-space.ts';
import { EmbeddedPostgresError, isEmbeddedPostgresError, systemErrorCode } from './errors.ts';
import { resolveLaunch } from './launch-mode.ts';
import type { LauncherLog } from './launcher-log.ts';
import { stopLeftovers } from './leftovers.ts';
import { usableMemory } from './memory-settings.ts';
import { type ProcessEnd, startPostmaster } from './postmaster.ts';
import { openServerLog } from './server-log.ts';

export interface EmbeddedPostgresOptions {
  /**
   * DATA_DIR; created when missing. The cluster is `postgres` in it, beside its password, log and
   * lock.
   */
  dataDir: string;
  log: LauncherLog;
  /** A PostgreSQL tree (bin/, lib/, share/) to use instead of the npm package's. */
  nativeDir?: string;
  /** Connections that the server's pool may open; default 16. */
  poolSize?: number;
}

/** A running PostgreSQL of our own. */
export interface EmbeddedPostgres {
  /** `postgresql://postgres:<password>@127.0.0.1:<port>/dragoman`; a secret. */
  url: string;
  port: number;
  /** The version, such as "18.4". */
  version: string;
  /**
   * Fast shutdown, and frees the data directory. Close connections first; may be called again, also
   * after a crash.
   */
  stop(): Promise<void>;
  /**
   * Resolves when the server has ended, also by itself, so that the owner notices a crash. Never
   * rejects.
   */
  exited: Promise<ProcessEnd>;
}

/**
 * Starts the PostgreSQL that comes with the product, creating its database at the first start.
 * Works as root (the server then runs under an unprivileged account) and as an ordinary user, and
 * recovers from whatever a killed run left. See docs/adr/0002-one-machine-at-a-booth.md.
 * @throws EmbeddedPostgresError whose message says what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options);
  } catch (error) {
    if (!systemErrorCode(error) || isEmbeddedPostgresError(error)) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    const message = `Cannot use the data directory ${options.dataDir}: ${detail}${await describeFullDisk(options.dataDir)}`;
    throw new EmbeddedPostgresError('unusable-folder', message, { cause: error });
  }
}

const DEFAULT_POOL_SIZE = 16;

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  const binaries = await findBinaries(options.nativeDir);
  const dataDir = await openDataDir(options.dataDir);
  const clusterDir = path.join(dataDir, 'postgres');
  const account = await chooseAccount(clusterDir);
  const { mode, version, major } = await resolveLaunch(binaries, dataDir, account);
  const lock = await lockDataDir(dataDir, account, log);
  try {
    const clearCluster = async () => {
      if (lock.isHeld) await stopLeftovers(clusterDir, binaries, log);
    };
    await clearCluster();
    const password = await prepareCluster({ dataDir, clusterDir, binaries, mode, account, major, log });
    const serverLog = await openServerLog(dataDir, account);
    const postmaster = await startPostmaster({
      clusterDir,
      binaries,
      mode,
      machine: { memoryBytes: usableMemory(), poolSize: options.poolSize ?? DEFAULT_POOL_SIZE },
      serverLog,
      log,
      clearCluster,
    }).finally(() => serverLog.handle.close());
    let stopping: Promise<void> | undefined;
    return {
      url: `postgresql://postgres:${password}@127.0.0.1:${postmaster.port}/${DATABASE_NAME}`,
      port: postmaster.port,
      version,
      exited: postmaster.exited,
      stop() {
        stopping ??= postmaster.stop().finally(() => lock.release());
        return stopping;
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * All accounts may pass through the folder, since PostgreSQL may run under another account; its
 * contents have permissions of their own.
 */
async function openDataDir(dataDir: string): Promise<string> {
  const absolute = path.resolve(dataDir);
  await makeFolders(absolute, 0o711);
  return realpath(absolute);
}
