import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFor, readCertificate, validityOf } from './certificate.ts';
import { createTestAuthority, type TestAuthority } from './testing/certificate-authority.ts';

let folder: string;
let authority: TestAuthority;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-https-'));
  authority = await createTestAuthority();
});
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
}

describe('a certificate', () => {
  it('comes out of two files, or of one with both', async () => {
    const { cert, key } = await authority.issue(['booth.fair.example'], { to: 30 });
    const apart = { certificate: await write('a.pem', cert), key: await write('a-key.pem', key) };
    expect(await readCertificate(apart)).toEqual({ cert, key });
    const both = await write('both.pem', key + cert);
    expect(await readCertificate({ certificate: both, key: both })).toMatchObject({ cert: key + cert });
  });

  it('says for whom and how long it is', async () => {
    const made = await authority.issue(['booth.fair.example', '*.hall.example'], { from: -2, to: 30 });
    expect(isFor(made, 'booth.fair.example')).toBe(true);
    expect(isFor(made, 'a.hall.example')).toBe(true);
    expect(isFor(made, 'fair.example')).toBe(false);
    const { from, to } = validityOf(made);
    expect(Math.round((to.getTime() - from.getTime()) / 86_400_000)).toBe(32);
  });

  it('is refused with the file and the reason', async () => {
    const { cert, key } = await authority.issue(['booth.fair.example']);
    const other = await authority.issue(['booth.fair.example']);
    const certificate = await write('b.pem', cert);
    const good = await write('b-key.pem', key);
    const read = (names: { certificate?: string; key?: string }) =>
      readCertificate({ certificate, key: good, ...names });
    await expect(read({ key: path.join(folder, 'none.pem') })).rejects.toThrow(/none\.pem cannot be read/);
    await expect(read({ certificate: good })).rejects.toThrow(/b-key\.pem has no certificate/);
    await expect(read({ key: certificate })).rejects.toThrow(/b\.pem has no private key/);
    await expect(read({ key: await write('other.pem', other.key) })).rejects.toThrow(
      /cannot be used with the key/,
    );
    await expect(read({ key: await write('large.pem', ' '.repeat(1_048_577)) })).rejects.toThrow(/too large/);
  });
});
