import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { listen } from '@dragoman/supabase-server/http/listen';
import {
  type FollowedCertificate,
  followCertificate,
} from '@dragoman/supabase-server/https/follow-certificate';
import { openHttps } from '@dragoman/supabase-server/https/open-https';
import {
  createTestAuthority,
  type TestAuthority,
} from '@dragoman/supabase-server/https/testing/certificate-authority';
import { createLogger, type Logger } from '@dragoman/supabase-server/util/logger';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { freePort } from '../../../../scripts/lib/free-port.ts';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { startTestServer } from '../harness.ts';

const NAME = 'booth.fair.example';
const log = createLogger('silent');
/** The logged errors. */
const errors: string[] = [];
const heard = {
  ...createLogger('silent'),
  error: (_: object, message: string) => void errors.push(message),
} as Logger;
let authority: TestAuthority;
const cleanups: Array<() => unknown> = [];

beforeAll(async () => {
  authority = await createTestAuthority();
});
afterEach(async () => {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
});

async function files(): Promise<{ certificate: string; key: string }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-tls-'));
  cleanups.push(() => rm(folder, { recursive: true }));
  const made = { certificate: path.join(folder, 'chain.pem'), key: path.join(folder, 'key.pem') };
  await issueInto(made);
  return made;
}

async function issueInto(target: { certificate: string; key: string }, to = 90): Promise<void> {
  const { cert, key } = await authority.issue([NAME], { to });
  await writeFile(target.key, key);
  await writeFile(`${target.certificate}.new`, cert);
  await rename(`${target.certificate}.new`, target.certificate);
}

/** @returns the end of the certificate that a new connection gets */
async function servedUntil(port: number): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1', servername: NAME, ca: authority.pem });
  await once(socket, 'secureConnect');
  const end = Date.parse(socket.getPeerCertificate().valid_to);
  socket.destroy();
  return Math.round((end - Date.now()) / 86_400_000);
}

describe('the product over HTTPS', () => {
  it('serves pages and WebSockets to those who trust the authority, and knows that it is https', async () => {
    const { certificate, key } = await files();
    const server = await startTestServer();
    cleanups.push(() => server.stop());
    const settings = { HTTPS: 'true', TLS_CERT_FILE: certificate, TLS_KEY_FILE: key };
    const opened = await openHttps(loadConfig(settings), log);
    cleanups.push(() => opened?.close());
    const app = await createApp(server.ctx);
    const options = { ...server.ctx.config, port: 0, host: '127.0.0.1', tls: opened?.tls };
    const listening = await listen(app, options);
    cleanups.push(() => listening.close());
    const target = { host: '127.0.0.1', port: listening.port, servername: NAME, ca: authority.pem };
    const headers = { host: `${NAME}:${listening.port}` };

    const page = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      https
        .get({ ...target, headers, path: '/config.json' }, (answer) => {
          let text = '';
          answer.on('data', (chunk: Buffer) => {
            text += chunk.toString();
          });
          answer.on('end', () => resolve({ status: answer.statusCode, text }));
        })
        .on('error', reject);
    });
    expect(page.status).toBe(200);
    expect(page.text).toContain(`https://${NAME}:${listening.port}`);

    const socket = new WebSocket(
      `wss://127.0.0.1:${listening.port}/realtime/v1/websocket?apikey=${server.ctx.apiKeys.publishable}&vsn=1.0.0`,
      { ca: authority.pem, headers, ...({ servername: NAME } as object) },
    );
    await once(socket, 'open');
    socket.close();
    await expect(once(https.get({ ...target, ca: undefined, path: '/' }), 'response')).rejects.toThrow();
  });

  it('sends plain HTTP to the HTTPS port', async () => {
    const { certificate, key } = await files();
    const port = await freePort();
    const opened = await openHttps(
      loadConfig({
        HTTPS: 'true',
        TLS_CERT_FILE: certificate,
        TLS_KEY_FILE: key,
        HTTP_REDIRECT_PORT: String(port),
      }),
      log,
    );
    cleanups.push(() => opened?.close());
    await opened?.listen(3443);
    const [answer] = (await once(http.get({ host: '127.0.0.1', port, path: '/a' }), 'response')) as [
      http.IncomingMessage,
    ];
    answer.resume();
    expect([answer.statusCode, answer.headers.location]).toEqual([308, 'https://127.0.0.1:3443/a']);
  });
});

describe('a certificate that changes', () => {
  async function serve(target: { certificate: string; key: string }): Promise<[number, FollowedCertificate]> {
    const followed = await followCertificate(target, heard, 50);
    cleanups.push(() => followed.close());
    const app = {
      http: { fetch: () => new Response('here') },
      handleUpgrade: () => undefined,
      close: async () => undefined,
    };
    const { connections } = loadConfig({});
    const listening = await listen(app, { port: 0, host: '127.0.0.1', connections, tls: followed });
    cleanups.push(() => listening.close());
    return [listening.port, followed];
  }

  it('is served to new connections without a restart', async () => {
    const target = await files();
    const [port] = await serve(target);
    expect(await servedUntil(port)).toBe(90);
    await issueInto(target, 30);
    await expect.poll(() => servedUntil(port)).toBe(30);
  });

  it('is kept as it was while the new one cannot be served', async () => {
    const target = await files();
    const [port, followed] = await serve(target);
    const { cert } = followed.current();
    errors.length = 0;
    await writeFile(target.certificate, 'half a certif');
    // A file may be looked at while it is written, and then once more.
    await expect.poll(() => errors).toContain('certificate not read; the last one stays');
    errors.length = 0;
    // Another key without its certificate.
    await issueInto({ certificate: `${target.certificate}.later`, key: target.key }, 30);
    await expect.poll(() => errors).toContain('certificate not read; the last one stays');
    expect(await servedUntil(port)).toBe(90);
    expect(followed.current().cert).toBe(cert);
    await rename(`${target.certificate}.later`, target.certificate);
    await expect.poll(() => servedUntil(port)).toBe(30);
  });
});
