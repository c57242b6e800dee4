import { readFile, stat } from 'node:fs/promises';
import { EmbeddedPostgresError, systemErrorCode } from './errors.ts';
import type { Account } from './file-access.ts';

/** Accounts to run PostgreSQL as when we are root, best first. */
const preferredNames = ['postgres', 'nobody'];

/**
 * The account that PostgreSQL must be started under, or null for our own. PostgreSQL refuses to run
 * as root, and refuses a data directory that it does not own: so root takes the owner of an
 * existing cluster, else an unprivileged system account.
 * @param clusterDir may be missing
 * @throws EmbeddedPostgresError `wrong-owner`
 */
export async function chooseAccount(clusterDir: string): Promise<Account | null> {
  const self = process.geteuid?.();
  if (self === undefined) return null; // Windows
  const owner = await ownerOf(clusterDir);
  if (self !== 0) {
    if (owner && owner.uid !== self) {
      throw new EmbeddedPostgresError(
        'wrong-owner',
        `${clusterDir} belongs to the user with id ${owner.uid}, but this process runs as ${self}. Start it as that user, ` +
          'give the folder to this one (chown -R), or set DATA_DIR to another folder.',
      );
    }
    return null;
  }
  if (owner && owner.uid !== 0) return owner;
  const account = findAccount(await readFile('/etc/passwd', 'utf8').catch(() => ''), preferredNames);
  if (account) return account;
  throw new EmbeddedPostgresError(
    'wrong-owner',
    'PostgreSQL refuses to run as root, and this system has neither a user "postgres" nor a user "nobody". ' +
      'Start the server as an ordinary user, or set DATABASE_URL.',
  );
}

/**
 * Looks accounts up in the text of /etc/passwd.
 * @param names in order of preference
 */
export function findAccount(passwd: string, names: readonly string[]): Account | null {
  const rows = passwd.split('\n').map((line) => line.split(':'));
  for (const name of names) {
    const row = rows.find(([first]) => first === name);
    const uid = Number(row?.[2]);
    const gid = Number(row?.[3]);
    if (Number.isInteger(uid) && Number.isInteger(gid) && uid > 0 && gid > 0) return { uid, gid };
  }
  return null;
}

async function ownerOf(folder: string): Promise<Account | null> {
  try {
    const { uid, gid } = await stat(folder);
    return { uid, gid };
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
