import { stat } from 'node:fs/promises';
import path from 'node:path';

/** An account of the operating system, without supplementary groups. */
export interface Account {
  uid: number;
  gid: number;
}

/** Permission bits of one class (owner, group, others). */
export const READ = 4;
export const EXECUTE = 1;

/**
 * Checks whether the classic permission bits let an account do something with a file. POSIX asks
 * one class only: an owner without a right does not get it through "others".
 * @param need READ, EXECUTE or their sum; on a folder EXECUTE is the right to pass through it
 */
export function isAllowed(
  file: { mode: number; uid: number; gid: number },
  account: Account,
  need: number,
): boolean {
  const shift = file.uid === account.uid ? 6 : file.gid === account.gid ? 3 : 0;
  return ((file.mode >> shift) & need) === need;
}

/** Every folder on the way to a path, from the root down, the path itself left out. */
export function ancestorsOf(file: string): string[] {
  const parent = path.dirname(file);
  return parent === file ? [] : [...ancestorsOf(parent), parent];
}

/**
 * The first folder or file that keeps an account from using a path, or null.
 * @param file absolute, symbolic links resolved
 * @param need what the account must be able to do with the path itself
 */
export async function findObstacle(file: string, account: Account, need: number): Promise<string | null> {
  for (const folder of ancestorsOf(file)) {
    if (!isAllowed(await stat(folder), account, EXECUTE)) return folder;
  }
  return isAllowed(await stat(file), account, need) ? null : file;
}
