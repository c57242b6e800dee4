import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { storedFiles } from '@dragoman/supabase-server/https/acme/certificate-store';
import { readCertificate } from '@dragoman/supabase-server/https/certificate';
import {
  startAcmeAuthority,
  type TestAcmeAuthority,
} from '@dragoman/supabase-server/https/testing/acme-authority';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const DOMAIN = 'booth.fair.example';

let folder: string;
/** The values of the records, by name. */
let zone: Map<string, string[]>;
let authority: TestAcmeAuthority;
const cleanups: Array<() => unknown> = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-acme-'));
  zone = new Map();
  authority = await startAcmeAuthority(async (name) => zone.get(name) ?? []);
});
afterEach(async () => {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
  await authority.close();
  await rm(folder, { recursive: true });
});

describe('npm run certificate', () => {
  it('prints the record for a person to set, waits for Enter, and stores the certificate', {
    timeout: 60_000,
  }, async () => {
    const root = path.resolve(import.meta.dirname, '../../../..');
    const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/certificate.ts'], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        ACME_DOMAIN: DOMAIN,
        ACME_TERMS_AGREED: 'true',
        ACME_DIRECTORY_URL: authority.directoryUrl,
        ACME_DNS_WAIT_SECONDS: '0',
        DATA_DIR: path.join(folder, 'data'),
      },
    });
    cleanups.push(() => child.kill());
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    // All that it printed has arrived by then.
    const exited = once(child, 'close');
    await expect.poll(() => printed, { timeout: 45_000 }).toContain('Press Enter');
    const [, name = '', value = ''] = /name {3}(\S+)\s+type {3}TXT\s+value {2}(\S+)/.exec(printed) ?? [];
    expect(name).toBe(`_acme-challenge.${DOMAIN}`);
    zone.set(name, [value]);
    child.stdin.write('\n');
    expect(await exited).toEqual([0, null]);
    const { cert } = await readCertificate(storedFiles(path.join(folder, 'data/https')));
    expect(new X509Certificate(cert).checkHost(DOMAIN)).toBe(DOMAIN);
    expect(printed).toContain('valid until');
  });
});
