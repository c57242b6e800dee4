import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { call } from '../auth/call.ts';
import type { SignedIn } from '../harness.ts';
import { type MailSink, SMTP_ACCOUNT, startMailSink } from '../mail/smtp-server.ts';
import { type StorageServer, startStorageServer } from '../storage/support.ts';

const PASSWORD = 'a long enough password';
let sink: MailSink;
let server: StorageServer;
let admin: SignedIn;
beforeAll(async () => {
  sink = await startMailSink();
  server = await startStorageServer({
    SMTP_URL: `smtp://${SMTP_ACCOUNT}@127.0.0.1:${sink.port}`,
    MAIL_FROM: 'The Fair <hello@fair.example>',
    PUBLIC_URL: 'https://fair.example',
    AUTH_EMAIL_CONFIRM: 'false',
    RATE_LIMIT_MAIL_DISTANCE_SECONDS: '0',
  });
  admin = await server.signUp();
});
afterAll(async () => {
  await server.stop();
  await sink.close();
});

/** Texts that would end a line and begin another header, a body or a recipient. */
const BREAKS = [
  '\r\nBcc: victim@fair.example',
  '\nBcc: victim@fair.example',
  '\rBcc: victim@fair.example',
  '\r\n\r\n<h1>Your account</h1>',
  '%0d%0aBcc: victim@fair.example',
  '\u2028Bcc: victim@fair.example',
  '\u0085Bcc: victim@fair.example',
  '\0Bcc: victim@fair.example',
  ', victim@fair.example',
  '; victim@fair.example',
  ' victim@fair.example',
  '>, <victim@fair.example',
  '\r\n.\r\nMAIL FROM:<x@fair.example>\r\nRCPT TO:<victim@fair.example>',
];

describe('a line break in a mail', () => {
  it('in an address is refused, or the address is one that gets its own mail alone', async () => {
    const before = sink.attempts.length;
    for (const text of BREAKS) {
      for (const email of [
        `a${text}@fair.example`,
        `a@fair.example${text}`,
        `${text}a@fair.example`,
        `"a${text}"@fair.example`,
      ]) {
        for (const path of ['/otp', '/recover', '/magiclink', '/resend']) {
          const { status } = await call(server, path, { body: { email, type: 'signup' } });
          expect([200, 400, 429]).toContain(status);
        }
      }
    }
    // Mails leave in the order in which they were asked for: when this one is there, those before have gone their way.
    const last = `${randomUUID()}@fair.example`;
    await call(server, '/otp', { body: { email: last } });
    await vi.waitFor(() => expect(sink.attempts).toContain(last), 10_000);
    expect(sink.attempts.slice(before).filter((one) => one.includes('victim'))).toEqual([]);
    for (const { mail, recipients } of sink.received) {
      expect(recipients).toHaveLength(1);
      expect(mail.bcc ?? []).toEqual([]);
      expect(mail.cc ?? []).toEqual([]);
    }
  });

  it('in names, redirects and data stays text, without mark-up', async () => {
    const email = `${randomUUID()}@fair.example`;
    // NUL cannot be stored and is refused.
    const evil = `${BREAKS.filter((text) => !text.includes('\0')).join('')}<script>alert(1)</script>"><img src=x>{{.Token}}{brand}`;
    const query = new URLSearchParams({ redirect_to: `https://fair.example/join/1?next=${evil}` });
    const { status } = await call(server, `/otp?${query}`, {
      body: { email, data: { name: evil, language: `en${evil}`, full_name: evil } },
      headers: { 'user-agent': 'x<script>', 'x-client-info': '<script>' },
    });
    expect(status).toBe(200);
    const { mail, recipients } = await vi.waitFor(() => {
      const found = sink.received.find((one) => one.recipients.includes(email));
      if (!found) throw new Error('no mail yet');
      return found;
    }, 10_000);
    expect(recipients).toEqual([email]);
    expect(mail.headers.map(({ key }) => key).sort()).toEqual(
      [
        'auto-submitted',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
      ].sort(),
    );
    expect(mail.html).not.toMatch(/<script|<img/i);
    expect(mail.html).not.toContain('{{');
    expect(mail.subject).not.toContain('Bcc');
  });
});

describe('a line break in an answer', () => {
  it('in a name for a download ends no header', async () => {
    await server.admin.storage.createBucket('hall', { public: true });
    await server.admin.storage.from('hall').upload('a.txt', 'a');
    for (const text of [...BREAKS, '"; filename="evil.exe', "'', x=1; ", '../../evil.sh', '\u202egnp.exe']) {
      const answer = await fetch(
        `${server.url}/storage/v1/object/public/hall/a.txt?${new URLSearchParams({ download: text })}`,
      );
      expect(answer.status).toBe(200);
      expect(answer.headers.get('bcc')).toBeNull();
      expect(answer.headers.get('content-disposition')).toMatch(
        /^attachment; filename=[\w%.~!-]+; filename\*=UTF-8''[\w%.~!-]+;$/,
      );
    }
  });

  it('in what an upload says of itself ends no header, and makes no page of a file', async () => {
    for (const type of [
      'text/html\r\nSet-Cookie: a=b',
      'text/html',
      'image/svg+xml',
      'text/html;\u0000',
      'x',
      'application/xhtml+xml',
    ]) {
      const name = `${randomUUID()}.txt`;
      const form = new FormData();
      form.append('cacheControl', '1\r\nSet-Cookie: a=b');
      form.append('', new File(['<script>alert(1)</script>'], name, { type: 'text/plain' }));
      await server.call(`/object/hall/form-${name}`, {
        method: 'POST',
        body: form,
        bearer: server.ctx.apiKeys.secret,
      });
      await server.admin.storage
        .from('hall')
        .upload(name, '<script>alert(1)</script>', { contentType: type, cacheControl: '1\r\nx: y' })
        .catch(() => null);
      for (const path of [name, `form-${name}`]) {
        const answer = await fetch(`${server.url}/storage/v1/object/public/hall/${path}`);
        expect(answer.headers.get('set-cookie')).toBeNull();
        if (!answer.ok) continue;
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
        expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      }
    }
  });

  it('in a redirect ends no header', async () => {
    for (const text of BREAKS) {
      const query = new URLSearchParams({
        token: `x${text}`,
        type: `magiclink${text}`,
        redirect_to: `https://fair.example/${text}`,
      });
      const answer = await fetch(`${server.url}/auth/v1/verify?${query}`, { redirect: 'manual' });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('bcc')).toBeNull();
      expect(new URL(answer.headers.get('location') ?? '').origin).toBe('https://fair.example');
    }
  });

  it('in what the data API repeats ends no header', async () => {
    for (const text of BREAKS) {
      const answer = await fetch(
        `${server.url}/rest/v1/profiles?select=id&${new URLSearchParams({ id: `eq.${text}` })}`,
        {
          headers: { apikey: server.ctx.apiKeys.publishable, authorization: `Bearer ${admin.accessToken}` },
        },
      );
      expect(answer.status).toBe(400);
      expect(answer.headers.get('bcc')).toBeNull();
    }
  });
});

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
          cookie: `sb-access-token=${admin.accessToken}; access_token=${admin.accessToken}`,
        },
      });
      expect(answer.headers.get('set-cookie'), target).toBeNull();
    }
    const user = await fetch(`${server.url}/auth/v1/user`, {
      headers: {
        ...foreign,
        apikey: server.ctx.apiKeys.publishable,
        cookie: `sb-access-token=${admin.accessToken}; authorization=Bearer ${admin.accessToken}`,
      },
    });
    expect(user.status).toBe(401);
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
          headers: { apikey: server.ctx.apiKeys.publishable, authorization: `Bearer ${admin.accessToken}` },
        });
        expect({ target, method, refused: answer.status >= 400 }).toEqual({ target, method, refused: true });
      }
    }
    // A function of the database is run by GET, but in a transaction that may not write.
    const joined = await fetch(`${server.url}/rest/v1/rpc/join_session?p_session_id=${randomUUID()}`, {
      headers: { apikey: server.ctx.apiKeys.publishable, authorization: `Bearer ${admin.accessToken}` },
    });
    expect(joined.status).toBeGreaterThanOrEqual(400);
    expect(
      await server.sql(
        'select (select count(*) from auth.users) users, (select count(*) from auth.sessions) sessions',
      ),
    ).toEqual(before);
  });

  it('opens a socket that can do no more than its own key and token', async () => {
    // WebSockets know no CORS: without a cookie there is nothing that a foreign page could make use of.
    const { default: WebSocket } = await import('ws');
    const ws = new WebSocket(`${server.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0`, {
      headers: { ...foreign, cookie: `sb-access-token=${admin.accessToken}` },
    });
    const status = await new Promise((resolve) => {
      ws.once('unexpected-response', (_request, response) => resolve(response.statusCode));
      ws.once('open', () => resolve(101));
    });
    expect(status).toBe(401);
  });
});

describe('what browsers are told', () => {
  it('pages: no script, frame, picture or connection of anybody else, and HTTPS for good', async () => {
    for (const target of ['/', '/login', '/chat/x', '/assets/none.js']) {
      const { headers } = await fetch(server.url + target);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
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
