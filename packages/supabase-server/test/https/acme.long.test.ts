import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AcmeConfig, acmeConfig, httpsVariables } from '../../src/config/https.ts';
import { loadServerConfig } from '../../src/config/server-environment.ts';
import { listen } from '../../src/http/listen.ts';
import { storedFiles } from '../../src/https/acme/certificate-store.ts';
import { type DnsEditor, dnsEditor } from '../../src/https/acme/dns-editor.ts';
import { keepCertificate } from '../../src/https/acme/keep-certificate.ts';
import { obtainCertificate } from '../../src/https/acme/obtain-certificate.ts';
import { readCertificate, validityOf } from '../../src/https/certificate.ts';
import { followCertificate } from '../../src/https/follow-certificate.ts';
import { startAcmeAuthority, type TestAcmeAuthority } from '../../src/https/testing/acme-authority.ts';
import { createLogger, type Logger } from '../../src/util/logger.ts';

const DOMAIN = 'booth.fair.example';
const POLLING = { backoffAttempts: 20, backoffMin: 10, backoffMax: 50 };
const FAST = { lookMs: 20, retryMs: 20, obtain };

let folder: string;
let authority: TestAcmeAuthority;
let config: AcmeConfig;
/** The logged entries: level, message, reason. */
let logged: Array<[string, string, unknown]>;
let log: Logger;
const cleanups: Array<() => unknown> = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-acme-'));
  // The operator's program keeps the zone in a file.
  const zone = path.join(folder, 'zone.json');
  await writeFile(zone, '[]');
  authority = await startAcmeAuthority(async (name) => {
    const records = JSON.parse(await readFile(zone, 'utf8')) as Array<[string, string]>;
    return records.filter(([owner]) => owner === name).map(([, value]) => value);
  });
  config = configOf({ ACME_DNS_COMMAND: await dnsProgram(zone) });
  logged = [];
  const note = (level: string) => (fields: object, message: string) =>
    void logged.push([level, message, (fields as { reason?: unknown }).reason]);
  log = { ...createLogger('silent'), error: note('error'), warn: note('warn') } as Logger;
});
afterEach(async () => {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
  await authority.close();
  await rm(folder, { recursive: true });
});

function configOf(settings: Record<string, string>): AcmeConfig {
  const env = z.object(httpsVariables).parse({
    ACME_DOMAIN: DOMAIN,
    ACME_TERMS_AGREED: 'true',
    ACME_EMAIL: 'nora@fair.example',
    ACME_DIRECTORY_URL: authority.directoryUrl,
    ACME_DNS_WAIT_SECONDS: '0',
    ...settings,
  });
  return acmeConfig(env, path.join(folder, 'data')) as AcmeConfig;
}

/** @returns a TCP port of 127.0.0.1 without a listener: a server had it a moment ago */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function dnsProgram(zone: string, prelude = ''): Promise<string> {
  const file = path.join(folder, 'dns.cjs');
  await writeFile(
    file,
    `#!${process.execPath}
    const { readFileSync, writeFileSync } = require('node:fs');
    const [, , action, name, value] = process.argv;
    ${prelude}
    const rest = JSON.parse(readFileSync('${zone}', 'utf8')).filter(([owner, text]) => owner !== name || text !== value);
    writeFileSync('${zone}', JSON.stringify(action === 'set' ? [...rest, [name, value]] : rest));`,
  );
  await chmod(file, 0o755);
  return file;
}

function obtain(acme: AcmeConfig, editor: DnsEditor) {
  return obtainCertificate(acme, editor, POLLING);
}

function get(acme = config) {
  return obtain(acme, dnsEditor(acme.dns) as DnsEditor);
}

async function keep() {
  const kept = await keepCertificate(config, log, FAST);
  cleanups.push(() => kept.close());
  return kept;
}

describe('a certificate from an authority', () => {
  it('is got, stored for this account alone, and the record is removed', async () => {
    const { cert } = await get();
    const issued = new X509Certificate(cert);
    expect(issued.checkHost(DOMAIN)).toBe(DOMAIN);
    expect(issued.verify(new X509Certificate(authority.pem).publicKey)).toBe(true);
    expect((await readCertificate(storedFiles(config.folder))).cert).toContain(cert.trim());
    expect(await readFile(path.join(folder, 'zone.json'), 'utf8')).toBe('[]');
    expect(authority.contacts).toEqual(['mailto:nora@fair.example']);
    const modes = ['.', ...(await readdir(config.folder)).sort()].map(async (name) => [
      name,
      ((await stat(path.join(config.folder, name))).mode & 0o777).toString(8),
    ]);
    expect(await Promise.all(modes)).toEqual([
      ['.', '700'],
      ['account.key', '600'],
      ['certificate.pem', '600'],
    ]);
  });

  it('has a new key each time, and one account', async () => {
    const first = await get();
    const second = await get();
    expect(second.key).not.toBe(first.key);
    expect([authority.issued, authority.contacts.length]).toEqual([2, 1]);
  });
});

describe('without a certificate', () => {
  it('a wrong record is explained, and nothing is stored', async () => {
    authority.lookUp = async () => ['something-else'];
    await expect(get()).rejects.toThrow(
      /did not accept the DNS record of the proof: Incorrect TXT record "something-else".*raise ACME_DNS_WAIT_SECONDS/,
    );
    expect(await readdir(config.folder)).toEqual(['account.key']);
    expect(await readFile(path.join(folder, 'zone.json'), 'utf8')).toBe('[]');
  });

  it('a rate limit is told in the authority’s words, at once', async () => {
    authority.rateLimited = true;
    await expect(get()).rejects.toThrow(/answered: too many certificates already issued/);
  });

  it('an authority out of reach is named', async () => {
    const away = `127.0.0.1:${await closedPort()}`;
    await expect(get({ ...config, directoryUrl: `http://${away}/directory` })).rejects.toThrow(
      `${away} cannot be reached (ECONNREFUSED). Is this machine online?`,
    );
  });

  it.each([
    [
      'exits',
      "console.error('a line'); console.error('the zone is locked'); process.exit(3);",
      'the zone is locked',
    ],
    ['says nothing', 'process.exit(3);', 'exit code 3'],
  ])('a program that %s is quoted', async (_, prelude, reason) => {
    await dnsProgram(path.join(folder, 'zone.json'), prelude);
    await expect(get()).rejects.toThrow(new RegExp(`ACME_DNS_COMMAND .*dns\\.cjs set failed: ${reason}`));
  });

  it('a program that is missing or not executable is named', async () => {
    await expect(get(configOf({ ACME_DNS_COMMAND: '/nowhere/dns' }))).rejects.toThrow(
      'there is no such program',
    );
    const program = path.join(folder, 'zone.json');
    await expect(get(configOf({ ACME_DNS_COMMAND: program }))).rejects.toThrow('it may not be run');
  });

  it('the start fails, and says which command a person must run', async () => {
    config = configOf({});
    await expect(keep()).rejects.toThrow(
      /There is no certificate for booth\.fair\.example yet.*npm run certificate/,
    );
    authority.rateLimited = true;
    config = configOf({ ACME_DNS_COMMAND: path.join(folder, 'dns.cjs') });
    await expect(keep()).rejects.toThrow(/too many certificates/);
  });
});

describe('a server that keeps its certificate', () => {
  async function servedUntil(port: number): Promise<number> {
    const socket = connect({
      port,
      host: '127.0.0.1',
      servername: DOMAIN,
      ca: authority.pem,
      rejectUnauthorized: false,
    });
    await once(socket, 'secureConnect');
    const end = Date.parse(socket.getPeerCertificate().valid_to);
    socket.destroy();
    return Math.round((end - Date.now()) / 86_400_000);
  }

  it('renews it in the last third of its life, and serves the new one', async () => {
    authority.days = { from: -61, to: 29 };
    const { files } = await keep();
    authority.days = { to: 90 };
    const followed = await followCertificate(files, log, 20);
    cleanups.push(() => followed.close());
    const app = {
      http: { fetch: () => new Response('here') },
      handleUpgrade: () => undefined,
      close: async () => undefined,
    };
    const options = {
      port: 0,
      host: '127.0.0.1',
      connections: loadServerConfig({}).connections,
      tls: followed,
    };
    const listening = await listen(app, options);
    cleanups.push(() => listening.close());
    await expect.poll(() => servedUntil(listening.port)).toBe(90);
    expect(authority.issued).toBe(2);
    expect(logged).toEqual([]);
  });

  it('leaves one alone that is not due', async () => {
    authority.days = { from: -50, to: 40 };
    await get();
    (await keep()).close();
    expect(authority.issued).toBe(1);
  });

  it('keeps an expired one while it cannot be renewed, and says why', async () => {
    authority.days = { from: -90, to: -1 };
    const old = await get();
    authority.rateLimited = true;
    const { files } = await keep();
    await expect.poll(() => logged.length).toBeGreaterThan(1);
    expect(logged[0]).toEqual([
      'error',
      'certificate not renewed; the last one stays',
      expect.stringContaining('too many certificates'),
    ]);
    expect((await readCertificate(files)).cert).toContain(old.cert.trim());
    const followed = await followCertificate(files, log, 20);
    cleanups.push(() => followed.close());
    expect(logged.at(-1)?.[1]).toBe('the certificate has expired: browsers refuse it');
    authority.rateLimited = false;
    authority.days = { to: 90 };
    await expect
      .poll(async () => validityOf(await readCertificate(files)).to.getTime())
      .toBeGreaterThan(Date.now());
  });

  it('reminds of one that a person renews', async () => {
    authority.days = { from: -80, to: 10 };
    await get();
    config = configOf({});
    await keep();
    await expect
      .poll(() => logged)
      .toEqual([['warn', 'renew the certificate with: npm run certificate', undefined]]);
  });

  it('gets another one for another domain', async () => {
    await get();
    config = configOf({ ACME_DOMAIN: 'stand.fair.example', ACME_DNS_COMMAND: path.join(folder, 'dns.cjs') });
    const { files } = await keep();
    expect(
      new X509Certificate((await readCertificate(files)).cert).checkHost('stand.fair.example'),
    ).toBeTruthy();
  });
});

describe('deSEC', () => {
  interface Desec {
    url: string;
    records: Map<string, string[]>;
    status: number | null;
  }

  /** The two calls of deSEC's API that are used. */
  async function startDesec(): Promise<Desec> {
    const records = new Map<string, string[]>();
    const desec: Desec = { url: '', records, status: null };
    const server = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += (chunk as Buffer).toString();
      const known = request.headers.authorization === 'Token right';
      const url = new URL(request.url ?? '', 'http://desec');
      const status = desec.status ?? (known ? 200 : 401);
      response.writeHead(status, { 'content-type': 'application/json' });
      if (status !== 200) return response.end('{"detail":"no"}');
      if (request.method === 'GET') {
        const owned = url.searchParams.get('owns_qname')?.endsWith('.fair.example');
        return response.end(JSON.stringify(owned ? [{ name: 'fair.example' }] : []));
      }
      for (const set of JSON.parse(text) as Array<{ subname: string; type: string; records: string[] }>) {
        const zone = decodeURIComponent(url.pathname.split('/')[2] ?? '');
        records.set(`${set.type} ${set.subname}.${zone}`, set.records);
      }
      response.end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => server.close());
    desec.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return desec;
  }

  it('gets the record, and loses it', async () => {
    const desec = await startDesec();
    authority.lookUp = async (name) =>
      (desec.records.get(`TXT ${name}`) ?? []).map((text) => text.replaceAll('"', ''));
    await get(configOf({ DESEC_TOKEN: 'right', DESEC_URL: desec.url }));
    expect([...desec.records]).toEqual([[`TXT _acme-challenge.${DOMAIN}`, []]]);
  });

  it.each([
    ['refuses DESEC_TOKEN', { DESEC_TOKEN: 'wrong' }, null],
    ['takes no more changes', { DESEC_TOKEN: 'right' }, 429],
    ['answered 500', { DESEC_TOKEN: 'right' }, 500],
    [
      'has no domain for _acme-challenge.booth.elsewhere.example',
      { DESEC_TOKEN: 'right', ACME_DOMAIN: 'booth.elsewhere.example' },
      null,
    ],
  ])('is quoted when it %s', async (message, settings, status) => {
    const desec = await startDesec();
    desec.status = status;
    await expect(
      get(configOf({ ...settings, DESEC_URL: desec.url } as Record<string, string>)),
    ).rejects.toThrow(message);
  });

  it('is named when it is out of reach', async () => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    await expect(get(configOf({ DESEC_TOKEN: 'right', DESEC_URL: url }))).rejects.toThrow(
      'deSEC cannot be reached',
    );
  });
});
