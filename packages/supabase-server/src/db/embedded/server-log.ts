import { type FileHandle, open, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from './file-access.ts';

const MAX_BYTES = 10 * 1024 * 1024;
const TAIL_LINES = 20;

/** PostgreSQL's own log, apart from ours: `<dataDir>/postgres.log`. */
export interface ServerLog {
  /** Absolute path. */
  file: string;
  /**
   * Give it to a program as its standard output and error, so that the program can write even after
   * we end.
   */
  handle: FileHandle;
  /** The file's present length, in bytes; a mark for `since`. */
  size(): Promise<number>;
  /** The text written after a mark. */
  since(mark: number): Promise<string>;
}

/**
 * Opens the log for appending; one over 10 MB becomes `postgres.log.1` first, in place of an older
 * one.
 * @param account who gets the file, so that a later start may run as it; null: we
 */
export async function openServerLog(dataDir: string, account: Account | null): Promise<ServerLog> {
  const file = path.join(dataDir, 'postgres.log');
  const previous = await stat(file).catch(() => null);
  if (previous && previous.size > MAX_BYTES) await rename(file, `${file}.1`);
  const handle = await open(file, 'a', 0o600);
  if (account) await handle.chown(account.uid, account.gid);
  return {
    file,
    handle,
    size: async () => (await handle.stat()).size,
    since: async (mark) => (await readFile(file)).subarray(mark).toString('utf8'),
  };
}

/** The last lines of a text, for an error message. */
export function tailOf(text: string): string {
  return text.trim().split('\n').slice(-TAIL_LINES).join('\n');
}
