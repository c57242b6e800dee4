import { randomUUID } from 'node:crypto';
import { call } from '@dragoman/supabase-server/test/auth/call';
import { type MailSink, SMTP_ACCOUNT, startMailSink } from '@dragoman/supabase-server/test/mail/smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SignedIn } from '../harness.ts';
import { type StorageServer, startStorageServer } from '../storage/support.ts';

let sink: MailSink;
let server: StorageServer;
let user: SignedIn;
beforeAll(async () => {
  sink = await startMailSink();
  server = await startStorageServer({
    SMTP_URL: `smtp://${SMTP_ACCOUNT}@127.0.0.1:${sink.port}`,
    MAIL_FROM: 'The Fair <hello@fair.example>',
    PUBLIC_URL: 'https://fair.example',
    AUTH_EMAIL_CONFIRM: 'false',
    RATE_LIMIT_MAIL_DISTANCE_SECONDS: '0',
  });
  user = await server.signUp();
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
  it('in an address is refused, or the address is one that gets its own mail alone', {
    timeout: 60_000,
  }, async () => {
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
    // Mails leave in the order in which they were asked for: when this one is there, those before
    // have gone their way.
    const last = `${randomUUID()}@fair.example`;
    await call(server, '/otp', { body: { email: last } });
    await vi.waitFor(() => expect(sink.attempts).toContain(last), 30_000);
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
          headers: { apikey: server.ctx.apiKeys.publishable, authorization: `Bearer ${user.accessToken}` },
        },
      );
      expect(answer.status).toBe(400);
      expect(answer.headers.get('bcc')).toBeNull();
    }
  });
});
