import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../harness.ts';
import { type StorageServer, startStorageServer } from '../storage/support.ts';

let server: StorageServer;
let user: SignedIn;
beforeAll(async () => {
  server = await startStorageServer({
    SECURITY_CONTACT: 'security@fair.example',
    PUBLIC_URL: 'https://fair.example',
    MAX_URL_BYTES: '2000',
  });
  user = await server.signUp();
  await server.admin.storage.createBucket('hall', { public: true });
  await server.admin.storage.from('hall').upload('a.txt', 'a');
});
afterAll(() => server.stop());

const ask = (method: string, target: string, init: RequestInit = {}) =>
  fetch(server.url + target, {
    method,
    ...init,
    headers: {
      apikey: server.ctx.apiKeys.publishable,
      authorization: `Bearer ${user.accessToken}`,
      'content-type': 'application/json',
      ...(init.headers as Record<string, string>),
    },
  });

const PREFLIGHT = { headers: { origin: 'https://x.example', 'access-control-request-method': 'POST' } };

describe('nosniff', () => {
  it.each<[string, string, RequestInit?]>([
    ['GET', '/'],
    ['GET', '/login'],
    ['GET', '/index.html'],
    ['GET', '/manifest.webmanifest'],
    ['GET', '/sw.js'],
    ['GET', '/assets/none.js'],
    ['GET', '/icons/none.png'],
    ['GET', '/config.json'],
    ['GET', '/brand/none'],
    ['GET', '/healthz'],
    ['GET', '/readyz'],
    ['GET', '/.well-known/security.txt'],
    ['POST', '/nowhere'],
    ['GET', `/login?x=${'y'.repeat(3000)}`],
    ['GET', '/auth/v1/settings'],
    ['POST', '/auth/v1/signup', { body: '{' }],
    ['OPTIONS', '/auth/v1/signup', PREFLIGHT],
    ['GET', '/auth/v1/nothing'],
    ['GET', '/auth/v1/.well-known/jwks.json'],
    ['GET', '/rest/v1/profiles?select=id'],
    ['GET', '/rest/v1/nothing'],
    ['GET', '/rest/v1/'],
    ['OPTIONS', '/rest/v1/profiles'],
    ['OPTIONS', '/rest/v1/profiles', PREFLIGHT],
    ['POST', '/rest/v1/rpc/nothing', { body: '{}' }],
    ['GET', '/storage/v1/bucket'],
    ['POST', '/storage/v1/object/list/hall', { body: '{"prefix":""}' }],
    ['GET', '/storage/v1/object/public/hall/a.txt'],
    ['GET', '/storage/v1/object/public/hall/none.txt'],
    ['GET', '/storage/v1/nothing'],
    ['POST', '/functions/v1/translate', { body: '{}' }],
    ['POST', '/functions/v1/nothing', { body: '{}' }],
    ['OPTIONS', '/functions/v1/translate', PREFLIGHT],
    ['GET', '/realtime/v1/nothing'],
    ['GET', '/realtime/v1/websocket'],
    ['POST', '/realtime/v1/api/broadcast', { body: '{' }],
    ['GET', '/organiser/v1/session'],
    ['GET', '/organiser/v1/nothing'],
  ])('is in the answer to %s %s', async (method, target, init) => {
    const answer = await ask(method, target, init);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each(['/realtime/v1/websocket', '/realtime/v1/websocket?vsn=9', '/nowhere'])(
    'is in the refusal of a WebSocket at %s',
    async (path) => {
      const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
      const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
        const request = http.get(server.url + path, {
          headers: { ...headers, 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' },
        });
        request.on('response', resolve).on('error', reject);
      });
      answer.resume();
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    },
  );
});

describe('no-store', () => {
  it.each<[string, string, RequestInit?]>([
    ['GET', '/rest/v1/profiles?select=id'],
    ['HEAD', '/rest/v1/profiles?select=id'],
    ['GET', '/rest/v1/nothing'],
    ['POST', '/rest/v1/profiles', { body: '{}' }],
    ['POST', '/rest/v1/rpc/chat_list', { body: '{}' }],
    ['GET', '/storage/v1/bucket'],
    ['GET', '/storage/v1/bucket/hall'],
    ['POST', '/storage/v1/object/list/hall', { body: '{"prefix":""}' }],
    ['POST', '/storage/v1/object/list-v2/hall', { body: '{}' }],
    ['POST', '/storage/v1/object/sign/hall/a.txt', { body: '{"expiresIn":60}' }],
    ['GET', '/storage/v1/object/info/public/hall/a.txt'],
    ['GET', '/auth/v1/user'],
  ])('is in the answer to %s %s', async (method, target, init) => {
    expect((await ask(method, target, init)).headers.get('cache-control')).toBe('no-store');
  });

  it('is not in that to a file, which says itself how long it may be kept', async () => {
    const answer = await ask('GET', '/storage/v1/object/public/hall/a.txt');
    expect(answer.headers.get('cache-control')).toMatch(/max-age/);
  });
});

it('security.txt says where flaws are reported', async () => {
  const answer = await fetch(`${server.url}/.well-known/security.txt`);
  const text = await answer.text();
  expect(text).toContain('Contact: mailto:security@fair.example\n');
  expect(text).toContain('Canonical: https://fair.example/.well-known/security.txt\n');
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
});
