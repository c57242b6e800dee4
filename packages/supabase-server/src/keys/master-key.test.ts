import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Queryable } from '../db/database.ts';
import { createMasterKey, openMasterKey } from './master-key.ts';

/** Replaces the table dragoman.master_key_check. */
function checkTable(): Queryable {
  let stored: Buffer | null = null;
  return {
    async query(text, values = []) {
      if (text.startsWith('insert')) stored ??= values[0] as Buffer;
      return (stored ? [{ check_value: stored }] : []) as never[];
    },
    execute: async () => 0,
  };
}

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'dragoman-key-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const file = () => path.join(dataDir, 'master.key');

describe('a master key', () => {
  it('decrypts what it encrypted, for the same purpose', () => {
    const key = createMasterKey(Buffer.alloc(32, 1));
    const encrypted = key.encrypt('secret', 'test');
    expect(encrypted).not.toContain('secret');
    expect(key.decrypt(encrypted, 'test')).toBe('secret');
    expect(key.encrypt('secret', 'test')).not.toBe(encrypted);
  });

  it('opens nothing else, and says what to do', () => {
    const key = createMasterKey(Buffer.alloc(32, 1));
    const encrypted = key.encrypt('secret', 'test');
    expect(() => key.decrypt(encrypted, 'other')).toThrow(
      '"other" cannot be read. Restore the file master.key',
    );
    expect(() => createMasterKey(Buffer.alloc(32, 2)).decrypt(encrypted, 'test')).toThrow('cannot be read');
    expect(() => key.decrypt(`${encrypted.slice(0, -2)}AA`, 'test')).toThrow('cannot be read');
    expect(() => key.decrypt('sealed.v1.', 'test')).toThrow('cannot be read');
    expect(() => key.decrypt('secret', 'test')).toThrow('is not encrypted');
  });
});

describe('the file of the master key', () => {
  it('is made at the first start, for its owner alone, and read at the next', async () => {
    const db = checkTable();
    const first = await openMasterKey({ dataDir, given: null }, db);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await readFile(file(), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    expect(await readdir(dataDir)).toEqual(['master.key']);
    await chmod(file(), 0o644);
    const second = await openMasterKey({ dataDir, given: null }, db);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(second.decrypt(first.encrypt('secret', 'test'), 'test')).toBe('secret');
  });

  it('is made once by processes that start at the same moment', async () => {
    const db = checkTable();
    const keys = await Promise.all(
      Array.from({ length: 5 }, () => openMasterKey({ dataDir, given: null }, db)),
    );
    expect(new Set(keys.map((key) => key.derive('test').toString('hex'))).size).toBe(1);
  });

  it('that is lost is not created again: the start is refused', async () => {
    const db = checkTable();
    await openMasterKey({ dataDir, given: null }, db);
    await rm(file());
    await expect(openMasterKey({ dataDir, given: null }, db)).rejects.toThrow('The master key is missing');
    expect(await readdir(dataDir)).toEqual([]);
  });

  it.each([
    ['empty', ''],
    ['too short', 'ab'.repeat(31)],
    ['no key', 'x'.repeat(64)],
  ])('that is %s is refused', async (_what, text) => {
    await writeFile(file(), text);
    await expect(openMasterKey({ dataDir, given: null }, checkTable())).rejects.toThrow(
      'must hold 64 hexadecimal digits',
    );
  });

  it('of another database is refused, and so is another MASTER_KEY', async () => {
    const db = checkTable();
    await openMasterKey({ dataDir, given: null }, db);
    await writeFile(file(), 'ab'.repeat(32));
    await expect(openMasterKey({ dataDir, given: null }, db)).rejects.toThrow(
      `The master key (${file()}) is not the one that this database was encrypted with`,
    );
    await expect(openMasterKey({ dataDir, given: Buffer.alloc(32, 9) }, db)).rejects.toThrow(
      'The master key (MASTER_KEY) is not the one',
    );
  });

  it('is not made where MASTER_KEY holds the key', async () => {
    await openMasterKey({ dataDir, given: Buffer.alloc(32, 9) }, checkTable());
    expect(await readdir(dataDir)).toEqual([]);
  });
});
