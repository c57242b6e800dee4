import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import type { SignedIn } from '../harness.ts';
import { type StorageServer, startStorageServer } from '../storage/support.ts';

const PASSWORD = 'a long enough password';
let server: StorageServer;
let user: SignedIn;
beforeAll(async () => {
  server = await startStorageServer({ PUBLIC_URL: 'https://fair.example' });
  user = await server.signUp();
});
afterAll(() => server.stop());

describe('a page of another origin', () => {
  const foreign = { origin: 'https://evil.example' };
  const targets = [
    '/auth/v1/settings',
    '/rest/v1/profiles',
    '/storage/v1/bucket',
    '/functions/v1/translate',
    '/realtime/v1/api/broadcast',
    '/config.json',
  ];

  it('has no cookie to ride on: none is ever set, none is read', async () => {
    for (const target of [...targets, '/', '/login', '/healthz']) {
      const answer = await fetch(server.url + target, {
        headers: {
          ...foreign,
          cookie: `sb-access-token=${user.accessToken}; access_token=${user.accessToken}`,
        },
      });
      expect(answer.headers.get('set-cookie'), target).toBeNull();
    }
    const asked = await fetch(`${server.url}/auth/v1/user`, {
      headers: {
        ...foreign,
        apikey: server.ctx.apiKeys.publishable,
        cookie: `sb-access-token=${user.accessToken}; authorization=Bearer ${user.accessToken}`,
      },
    });
    expect(asked.status).toBe(401);
  });

  it('may not send credentials, whatever it asks', async () => {
    for (const target of targets) {
      for (const method of ['OPTIONS', 'GET']) {
        const answer = await fetch(server.url + target, {
          method,
          headers: {
            ...foreign,
            apikey: server.ctx.apiKeys.publishable,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization,cookie,x-evil',
            'access-control-request-private-network': 'true',
          },
        });
        expect(answer.headers.get('access-control-allow-origin'), target).toBe('*');
        expect(answer.headers.get('access-control-allow-credentials'), target).toBeNull();
        expect(answer.headers.get('access-control-allow-private-network'), target).toBeNull();
        expect(answer.headers.get('access-control-allow-headers') ?? '', target).not.toMatch(
          /cookie|x-evil|\*/,
        );
      }
    }
    const page = await fetch(`${server.url}/login`, { headers: foreign });
    expect(page.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('cannot write by a form: a form brings no key', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      for (const [target, body] of [
        ['/auth/v1/signup', `{"email":"form@fair.example","password":"${PASSWORD}"}`],
        ['/auth/v1/logout', ''],
        ['/rest/v1/messages', '{}'],
        ['/storage/v1/object/hall/form.txt', 'x'],
        ['/functions/v1/translate', '{}'],
        ['/realtime/v1/api/broadcast', '{"messages":[]}'],
      ]) {
        const answer = await fetch(server.url + target, {
          method: 'POST',
          body,
          headers: { ...foreign, 'content-type': type },
        });
        expect({ target, type, refused: [400, 401, 403].includes(answer.status) }).toEqual({
          target,
          type,
          refused: true,
        });
      }
    }
    expect(await server.sql(`select 1 from auth.users where email = 'form@fair.example'`)).toEqual([]);
  });

  it('changes nothing by a link: what changes something is not to be had by GET', async () => {
    const before = await server.sql(
      'select (select count(*) from auth.users) users, (select count(*) from auth.sessions) sessions',
    );
    for (const target of [
      '/auth/v1/signup',
      '/auth/v1/token?grant_type=password',
      '/auth/v1/otp',
      '/auth/v1/logout',
      '/auth/v1/recover',
      '/auth/v1/invite',
      '/storage/v1/object/move',
      '/realtime/v1/api/broadcast',
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await fetch(server.url + target, {
          method,
          headers: { apikey: server.ctx.apiKeys.publishable, authorization: `Bearer ${user.accessToken}` },
        });
        expect({ target, method, refused: answer.status >= 400 }).toEqual({ target, method, refused: true });
      }
    }
    // A function of the database is run by GET, but in a transaction that may not write.
    const joined = await fetch(`${server.url}/rest/v1/rpc/join_session?p_session_id=${randomUUID()}`, {
      headers: { apikey: server.ctx.apiKeys.publishable, authorization: `Bearer ${user.accessToken}` },
    });
    expect(joined.status).toBeGreaterThanOrEqual(400);
    expect(
      await server.sql(
        'select (select count(*) from auth.users) users, (select count(*) from auth.sessions) sessions',
      ),
    ).toEqual(before);
  });

  it('opens no socket', async () => {
    // WebSockets know no CORS: the server checks the Origin header, and takes no cookie.
    const ws = new WebSocket(`${server.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0`, {
      headers: { ...foreign, cookie: `sb-access-token=${user.accessToken}` },
    });
    const status = await new Promise((resolve) => {
      ws.once('unexpected-response', (_request, response) => resolve(response.statusCode));
      ws.once('open', () => resolve(101));
    });
    expect(status).toBe(403);
  });
});

describe('what browsers are told', () => {
  it('pages: no script, frame, picture or connection of anybody else, and HTTPS for good', async () => {
    for (const target of ['/', '/login', '/chat/x', '/assets/none.js']) {
      const { headers } = await fetch(server.url + target);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'self'");
      // Hashes: scripts in the built page itself, each by its very text.
      expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval'(?: 'sha256-[\w+/]{43}=')*;/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("connect-src 'self' https://fair.example wss://fair.example;");
      expect(policy).not.toMatch(/(?:^|\s)(?:https?:|wss?:|\*)(?:;|\s|$)|unsafe-eval'.*unsafe-eval/);
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=(self)');
    }
  });

  it('answers of every service: not to be taken for anything else', async () => {
    for (const target of [
      '/auth/v1/settings',
      '/rest/v1/profiles',
      '/storage/v1/bucket',
      '/functions/v1/none',
      '/realtime/v1/none',
      '/config.json',
    ]) {
      const { headers } = await fetch(server.url + target);
      expect(headers.get('x-content-type-options'), target).toBe('nosniff');
      expect(headers.get('content-type'), target).toContain('application/json');
    }
  });
});
