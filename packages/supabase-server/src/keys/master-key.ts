import { hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseMasterKey } from '../config/master-key-format.ts';
import type { Queryable } from '../db/database.ts';
import { makeFolders } from '../util/make-folders.ts';
import { syncFolder } from '../util/sync-folder.ts';
import { decrypt, encrypt } from './encrypt.ts';

const KEY_BYTES = 32;
const PREFIX = 'sealed.v1.';

/**
 * Encrypts data that the server must keep in the database and that a copy of the database must not
 * reveal.
 */
export interface MasterKey {
  /**
   * @param purpose what the text is and whose: it must be the same at decryption
   * @returns text for the database, `sealed.v1.…`
   */
  encrypt(text: string, purpose: string): string;
  /** @throws {MasterKeyError} for a text that this key did not encrypt for this purpose */
  decrypt(encrypted: string, purpose: string): string;
  /** @returns 32 bytes that depend on the key and the purpose, for keyed hashes */
  derive(purpose: string): Buffer;
}

/** The master key is missing or is not the one that the database was encrypted with. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

export interface MasterKeyOptions {
  /** Absolute path; the key lies in its file `master.key`. */
  dataDir: string;
  /** The key from `MASTER_KEY`; null: the file. */
  given: Buffer | null;
}

/**
 * Reads the master key and checks that it belongs to the database; makes both at the first start.
 * @throws {MasterKeyError} saying what to restore
 */
export async function openMasterKey(options: MasterKeyOptions, db: Queryable): Promise<MasterKey> {
  const known = await storedCheck(db);
  const bytes = options.given ?? (await keyFromFile(options.dataDir, known !== null));
  const check = derive(bytes, 'check');
  const stored = known ?? (await storeCheck(db, check));
  if (stored.length !== check.length || !timingSafeEqual(stored, check)) {
    throw new MasterKeyError(
      `The master key (${sourceOf(options)}) is not the one that this database was encrypted with. ${HOW_TO_REPAIR}`,
    );
  }
  return createMasterKey(bytes);
}

/**
 * @returns the value that tells the key at hand, as the database keeps it of its own; null where
 * there is no key
 * @throws {MasterKeyError} for a file that holds no key
 */
export async function checkOfMasterKey({ dataDir, given }: MasterKeyOptions): Promise<Buffer | null> {
  const bytes = given ?? (await readKeyFile(keyFile(dataDir)));
  return bytes && derive(bytes, 'check');
}

/** @param bytes 32 random bytes */
export function createMasterKey(bytes: Buffer): MasterKey {
  const secret = bytes.toString('base64url');
  return {
    encrypt: (text, purpose) => `${PREFIX}${encrypt(text, secret, purpose).toString('base64url')}`,
    decrypt(encrypted, purpose) {
      if (!encrypted.startsWith(PREFIX))
        throw new MasterKeyError(`The stored secret "${purpose}" is not encrypted.`);
      try {
        return decrypt(Buffer.from(encrypted.slice(PREFIX.length), 'base64url'), secret, purpose);
      } catch {
        throw new MasterKeyError(`The stored secret "${purpose}" cannot be read. ${HOW_TO_REPAIR}`);
      }
    },
    derive: (purpose) => derive(bytes, purpose),
  };
}

const HOW_TO_REPAIR =
  'Restore the file master.key in DATA_DIR, or MASTER_KEY, from your backup. If the key is lost for good, stop the server and run ' +
  '`npm run keys -- forget`.';

/** @returns where the key is looked for, as messages name it */
export function sourceOf({ dataDir, given }: MasterKeyOptions): string {
  return given ? 'MASTER_KEY' : keyFile(dataDir);
}

function keyFile(dataDir: string): string {
  return path.join(dataDir, 'master.key');
}

function derive(bytes: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', bytes, '', `dragoman ${purpose}`, KEY_BYTES));
}

/** @param needed whether the database is encrypted already, so that a new key could not read it */
async function keyFromFile(dataDir: string, needed: boolean): Promise<Buffer> {
  const file = keyFile(dataDir);
  const found = await readKeyFile(file);
  if (found) return found;
  if (needed) throw new MasterKeyError(`The master key is missing: there is no ${file}. ${HOW_TO_REPAIR}`);
  await makeFolders(path.resolve(dataDir), 0o711);
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  try {
    // Unlike a rename, a link fails where another process was faster; and the file is never seen
    // half-written.
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  // The database, perhaps on another machine, keeps what the key encrypts: a power cut here must not
  // leave it without the key.
  await syncFolder(dataDir);
  const made = await readKeyFile(file);
  if (!made) throw new MasterKeyError(`The master key could not be written to ${file}.`);
  return made;
}

async function readKeyFile(file: string): Promise<Buffer | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new MasterKeyError(`The master key cannot be read: ${(error as Error).message}`);
  }
  const key = parseMasterKey(text.trim());
  if (!key) throw new MasterKeyError(`${file} must hold 64 hexadecimal digits. ${HOW_TO_REPAIR}`);
  // A copy or a restored backup may have left it open to other accounts of the machine.
  await chmod(file, 0o600);
  return key;
}

async function storedCheck(db: Queryable): Promise<Buffer | null> {
  const [row] = await db.query<{ check_value: Buffer }>('select check_value from dragoman.master_key_check');
  return row?.check_value ?? null;
}

/** @returns the check value that counts: that of another process where it was faster */
async function storeCheck(db: Queryable, check: Buffer): Promise<Buffer> {
  await db.query('insert into dragoman.master_key_check (check_value) values ($1) on conflict do nothing', [
    check,
  ]);
  return (await storedCheck(db)) ?? check;
}
