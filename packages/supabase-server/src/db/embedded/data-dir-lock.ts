/// <reference path="./fs-native-extensions.d.ts" />
import { closeSync, fchownSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { unusableBinaries } from './binaries.ts';
import { EmbeddedPostgresError, systemErrorCode } from './errors.ts';
import type { Account } from './file-access.ts';
import type { LauncherLog } from './launcher-log.ts';
import { waitUntil } from './wait-until.ts';

/** Held from before the first look at the cluster until PostgreSQL has stopped. */
export interface DataDirLock {
  /**
   * False where the file system knows no locks: another server may work in the cluster, and
   * PostgreSQL's own check must decide.
   */
  isHeld: boolean;
  /** Call it once. */
  release(): void;
}

// Beyond the text, because on Windows a locked range cannot be read.
const LOCKED_BYTE = 2 ** 30;
// The wait for an earlier run that is ending at this moment, as in a restart.
const HANDOVER_MS = 2_000;

/**
 * Takes the data directory for this process. The lock is the operating system's, on an open file:
 * it ends with the process however that ends, so there is no stale lock to judge by process ids,
 * and it holds between containers that share a folder.
 * @param account who gets the lock's file, so that a later start may run as it; null: we
 * @throws EmbeddedPostgresError `in-use`, naming the process that has it
 */
export async function lockDataDir(
  dataDir: string,
  account: Account | null,
  log: LauncherLog,
): Promise<DataDirLock> {
  const tryLock = await loadTryLock();
  // A bare descriptor: the garbage collector would close a forgotten FileHandle, and with it the
  // lock.
  const fd = openSync(path.join(dataDir, 'postgres.lock'), 'a+', 0o644);
  let isHeld = true;
  try {
    const taken = await waitUntil(() => {
      try {
        return tryLock(fd, LOCKED_BYTE, 1);
      } catch (error) {
        if (systemErrorCode(error) === 'EBUSY') return false;
        // Some network and virtual file systems know no locks.
        log({ level: 'warn', message: `Cannot lock the data directory (${systemErrorCode(error)}).` });
        isHeld = false;
        return true;
      }
    }, HANDOVER_MS);
    if (!taken) throw inUse(dataDir, readFileSync(fd, 'utf8'));
    if (account) fchownSync(fd, account.uid, account.gid);
    ftruncateSync(fd);
    writeSync(fd, `${process.pid}\n`);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return { isHeld, release: () => closeSync(fd) };
}

function inUse(dataDir: string, owner: string): EmbeddedPostgresError {
  const pid = Number(owner);
  const who = pid === process.pid ? 'this process' : pid > 0 ? `process ${pid}` : 'another process';
  return new EmbeddedPostgresError(
    'in-use',
    `The data directory ${dataDir} is already in use by ${who}. Stop that one first, or set DATA_DIR to another folder.`,
  );
}

type TryLock = typeof import('fs-native-extensions').tryLock;

// Loaded here, not at the top: a platform that lacks it must still be able to run with
// DATABASE_URL.
async function loadTryLock(): Promise<TryLock> {
  try {
    return (await import('fs-native-extensions')).tryLock;
  } catch (error) {
    throw unusableBinaries(error instanceof Error ? error.message : String(error));
  }
}
