import { Writable } from 'node:stream';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthService } from '../../src/auth/service.ts';
import { listen } from '../../src/http/listen.ts';
import type { ServerEnv } from '../../src/http/request-info.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { call } from './call.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('error bodies', () => {
  const wrong = { body: { email: 'nobody@fair.example', password: 'x' } };
  const withVersion = (version: string | null) =>
    call(server, '/token?grant_type=password', { ...wrong, headers: { 'x-supabase-api-version': version } });

  it('have the form of 2024-01-01 for who asks, with the echo that the client needs', async () => {
    for (const version of ['2024-01-01', '2025-12-31']) {
      const { headers, body } = await withVersion(version);
      expect(body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' });
      expect(headers.get('x-supabase-api-version')).toBe('2024-01-01');
      expect(headers.get('x-sb-error-code')).toBe('invalid_credentials');
    }
  });

  it('have the initial form otherwise, without the echo', async () => {
    for (const version of [null, '2023-12-31', 'nonsense', '2024-13-01']) {
      const { headers, body } = await withVersion(version);
      expect(body).toEqual({
        code: 400,
        error_code: 'invalid_credentials',
        msg: 'Invalid login credentials',
      });
      expect(headers.get('x-supabase-api-version'), String(version)).toBeNull();
      expect(headers.get('x-sb-error-code')).toBe('invalid_credentials');
    }
  });

  it('are readable by pages of other origins; good answers carry no echo', async () => {
    const refused = await call(server, '/user', { headers: { origin: 'https://fair.example' } });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(refused.headers.get('access-control-expose-headers')).toContain('x-supabase-api-version');
    const good = await call(server, '/settings');
    expect(good.headers.get('x-supabase-api-version')).toBeNull();
    expect(good.headers.get('cache-control')).toBe('no-store');
  });
});

describe('bodies', () => {
  it('that are no JSON are refused', async () => {
    for (const body of ['{"email":', 'email=a', '']) {
      expect(await call(server, '/signup', { method: 'POST', body }), body).toMatchObject({
        status: 400,
        body: { code: 'bad_json' },
      });
    }
  });

  it('over the limit are refused, announced or not', async () => {
    const large = JSON.stringify({ email: 'a@fair.example', password: 'x'.repeat(10_485_760) });
    expect(await call(server, '/signup', { body: large })).toMatchObject({
      status: 413,
      body: { code: 'request_entity_too_large' },
    });
    const chunk = new TextEncoder().encode('x'.repeat(65_536));
    let left = 160;
    const response = await fetch(`${server.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: server.ctx.apiKeys.publishable, 'content-type': 'application/json' },
      body: new ReadableStream({
        pull(controller) {
          if (left-- > 0) controller.enqueue(chunk);
          else controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 413, error_code: 'request_entity_too_large' });
    expect((await call(server, '/health')).status).toBe(200);
  });
});

describe('the other endpoints', () => {
  it('settings tell what a sign-in page may offer', async () => {
    const { body } = await call(server, '/settings');
    expect(body).toMatchObject({
      external: { email: true, phone: true, anonymous_users: true, google: false },
      disable_signup: false,
      mailer_autoconfirm: true,
      phone_autoconfirm: false,
      sms_provider: 'outbox',
      saml_enabled: false,
    });
  });

  it('health names the protocol', async () => {
    expect((await call(server, '/health')).body).toMatchObject({
      name: 'GoTrue',
      version: expect.stringMatching(/^v\d/),
      description: expect.any(String),
    });
  });

  it('unknown ones give a JSON 404', async () => {
    for (const [method, path] of [
      ['GET', '/nowhere'],
      ['POST', '/secrets'],
      ['DELETE', '/user'],
      ['GET', '/token'],
    ] as const) {
      expect(await call(server, path, { method }), path).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    }
  });
});

describe('an outage', () => {
  it('answers 500 with an id for the log, and neither holds the e-mail address, the password or SQL', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const broken = await createAuthService({
      ...server.ctx,
      log: pino({ level: 'debug' }, sink),
      db: {
        ...server.ctx.db,
        // The table is missing, and the message names a value, as PostgreSQL's sometimes do.
        query: (_text, values) =>
          server.ctx.db.query('select $1::text::jsonb, 1 from auth.missing', [String(values?.[0])]),
      },
    });
    const http = new Hono<ServerEnv>().route('/auth/v1', broken.routes);
    const app = { http, handleUpgrade: () => undefined, close: broken.close };
    const listening = await listen(app, { ...server.ctx.config, port: 0, host: '127.0.0.1' });
    const response = await fetch(`http://127.0.0.1:${listening.port}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: server.ctx.apiKeys.publishable, 'x-supabase-api-version': '2024-01-01' },
      body: JSON.stringify({ email: 'secret@fair.example', password: 'hidden password' }),
    });
    const body = (await response.json()) as { error_id: string };
    expect(response.status).toBe(500);
    expect(body).toEqual({
      code: 'unexpected_failure',
      message: expect.any(String),
      error_id: expect.any(String),
    });
    await listening.close();
    const written = lines.join('');
    expect(written).toContain(body.error_id);
    expect(written).toContain('42P01');
    expect(written).not.toMatch(/secret@fair|hidden password|jsonb/);
  });
});
