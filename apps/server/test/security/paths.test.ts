import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createLogger } from '@dragoman/supabase-server/util/logger';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrandStore } from '../../src/brand/brand-store.ts';
import { createCodeGuessLimit } from '../../src/web/code-guess-limit.ts';
import { openEntryServer } from '../../src/web/entry-server.ts';
import { createWebApp } from '../../src/web/web-app.ts';
import { type StorageServer, startStorageServer } from '../storage/support.ts';

/** Ways to write a path that leads out of a folder, none of which may. */
const ESCAPES = [
  '../secret.txt',
  '../../secret.txt',
  './../secret.txt',
  'a/../../secret.txt',
  '..%2fsecret.txt',
  '%2e%2e/secret.txt',
  '%2e%2e%2fsecret.txt',
  '..%252fsecret.txt',
  '%252e%252e%252fsecret.txt',
  '%25252e%25252e%25252fsecret.txt',
  '..%5csecret.txt',
  '..\\secret.txt',
  '%2e%2e%5csecret.txt',
  '..%00/secret.txt',
  'index.html%00.png',
  '..%c0%afsecret.txt',
  '%c0%ae%c0%ae/secret.txt',
  '%e0%80%ae%e0%80%ae/secret.txt',
  '%uff0e%uff0e/secret.txt',
  '\uff0e\uff0e/secret.txt',
  '%ef%bc%8e%ef%bc%8e%ef%bc%8fsecret.txt',
  '\u2025/secret.txt',
  '....//secret.txt',
  '..;/secret.txt',
  '/secret.txt',
  '//secret.txt',
  '%2fsecret.txt',
  'file:///secret.txt',
  'C:/secret.txt',
  '.%2e/secret.txt',
  '..%0d%0a/secret.txt',
];

/** Sends a target as it is written: fetch would tidy it up. */
function rawGet(port: number, target: string, headers = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.write(
        `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers}Connection: close\r\n\r\n`,
      );
    });
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('static files', () => {
  let folder: string;
  let port: number;
  let server: ReturnType<typeof createAdaptorServer>;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-web-'));
    await mkdir(path.join(folder, 'dist/assets'), { recursive: true });
    await writeFile(path.join(folder, 'secret.txt'), 'the secret');
    await writeFile(path.join(folder, 'dist/index.html'), '<title>Dragoman</title><p>the app</p>');
    await writeFile(path.join(folder, 'dist/assets/main.js'), 'the script');
    await symlink(path.join(folder, 'secret.txt'), path.join(folder, 'dist/linked.txt')).catch(
      () => undefined,
    );
    const log = createLogger('fatal');
    const app = createWebApp(path.join(folder, 'dist'), {
      config: {
        publicUrl: null,
        securityContact: null,
        mail: { smtpUrl: null, from: 'no-reply@localhost' },
        trustProxy: false,
        speech: null,
        translation: [],
        models: { translation: false },
        assistant: { model: null },
        auth: {
          anonymousUsersEnabled: true,
          signupEnabled: true,
          captcha: null,
          passkeys: { enabled: true, maximum: 10, challengeSeconds: 300 },
        },
        joinPage: { waitMs: 0 },
      },
      brand: openBrandStore(folder, log),
      settings: {
        current: () => ({ retentionDays: 0, guestsEnabled: true, announcement: null, brand: {} }),
      },
      models: { files: () => null },
      apiKeys: { publishable: 'sb_publishable_none' },
      pushKeys: { publicKey: 'none' },
      // No page of these needs either.
      db: { request: () => Promise.reject(new Error('no page asks the database')) },
      log,
      guesses: createCodeGuessLimit(),
      entryServer: openEntryServer(path.join(folder, 'none.js'), log),
    });
    server = createAdaptorServer({ fetch: app.fetch });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as net.AddressInfo).port;
  });
  afterAll(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('are served', async () => {
    expect(await rawGet(port, '/assets/main.js')).toContain('the script');
    expect(await rawGet(port, '/login')).toContain('the app');
  });

  it.each(ESCAPES)('%j leads nowhere else', async (way) => {
    for (const prefix of ['/', '/assets/', '/assets/../']) {
      const answer = await rawGet(port, encodeURI(decodeURI(encodeURI(prefix + way))));
      expect(answer).toMatch(/^HTTP\/1.1 (200|400|404)/);
      expect(answer).not.toContain('the secret');
    }
    const raw = await rawGet(port, `/${Buffer.from(way).toString('latin1')}`);
    expect(raw).not.toContain('the secret');
  });

  it('a folder is not listed', async () => {
    for (const target of ['/assets', '/assets/', '/assets/.']) {
      expect(await rawGet(port, target)).not.toContain('main.js');
    }
  });
});

describe('names of stored objects', () => {
  let server: StorageServer;
  let port: number;
  beforeAll(async () => {
    server = await startStorageServer();
    port = Number(new URL(server.url).port);
    await server.admin.storage.createBucket('hall', { public: true });
    await server.admin.storage.createBucket('safe', { public: false });
    await server.admin.storage.from('safe').upload('secret.txt', 'the secret');
    await writeFile(path.join(server.dataDir, 'secret.txt'), 'the secret');
    await writeFile(path.join(server.dataDir, 'storage/secret.txt'), 'the secret');
  });
  afterAll(() => server.stop());

  it.each(ESCAPES)('%j reads nothing outside of its bucket', async (way) => {
    for (const endpoint of [
      'object/public/hall',
      'object/hall',
      'object/info/public/hall',
      'object/authenticated/hall',
    ]) {
      for (const name of [way, `../safe/${way.split('/').at(-1)}`]) {
        const target = `/storage/v1/${endpoint}/${Buffer.from(name).toString('latin1')}`;
        const answer = await rawGet(
          port,
          target,
          `apikey: ${server.ctx.apiKeys.publishable}\r\nAuthorization: Bearer ${server.ctx.apiKeys.publishable}\r\n`,
        );
        expect(answer).toMatch(/^HTTP\/1.1 4\d\d/);
        expect(answer).not.toContain('the secret');
      }
    }
  });

  it('are never names of files: what is accepted lies under a name of the server’s own', async () => {
    await server.admin.storage.createBucket('foyer', { public: true });
    for (const way of ESCAPES) {
      const { error } = await server.admin.storage.from('foyer').upload(way, 'harmless', { upsert: true });
      if (error) expect((error as { statusCode?: string }).statusCode).toMatch(/^4/);
    }
    const files = await server.filesOnDisk();
    expect(files.filter((name) => !/^[0-9a-f-]{36}$/.test(name))).toEqual(['secret.txt']);
    const stored = await server.sql<{ name: string }>(
      `select name from storage.objects where bucket_id = 'foyer'`,
    );
    for (const { name } of stored) {
      expect(name.split('/')).not.toContain('..');
      expect(name.includes('\\') || name.includes('\0')).toBe(false);
    }
  });

  it.each(['copy', 'move'] as const)('%s takes no name that leads elsewhere', async (verb) => {
    const bucket = server.admin.storage.from('safe');
    for (const name of ['../hall/x', '..', '.', 'a/../b', 'a//b', '/a', 'a\\b', 'a\u0000b', '']) {
      expect((await bucket[verb]('secret.txt', name)).error, name).not.toBeNull();
      expect((await bucket[verb](name, 'x')).error, name).not.toBeNull();
    }
    expect(await (await bucket.download('secret.txt')).data?.text()).toBe('the secret');
  });

  it('a bucket’s name leads nowhere either', async () => {
    for (const id of ['..', '.', '../safe', 'a/b', 'a\\b', '', ' hall', 'a\u0000', '%2e%2e']) {
      expect((await server.admin.storage.createBucket(id)).error, id).not.toBeNull();
    }
  });
});
