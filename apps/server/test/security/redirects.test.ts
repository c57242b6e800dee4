import { randomUUID } from 'node:crypto';
import { call } from '@dragoman/supabase-server/test/auth/call';
import { openLink } from '@dragoman/supabase-server/test/auth/mails';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../servers.ts';

const SITE = 'https://fair.example';
const PASSWORD = 'a long enough password';
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer({
    PUBLIC_URL: SITE,
    REDIRECT_ALLOW_LIST: 'https://*.partner.example/**,dragoman://**',
    RATE_LIMIT_SIGN_UPS_PER_ADDRESS: '0',
    RATE_LIMIT_MAILS_PER_ADDRESS: '0',
    RATE_LIMIT_CODES_PER_ADDRESS: '0',
  });
});
afterAll(() => server.stop());

/** Targets that no redirect may have, in any spelling. */
const EVIL = [
  'https://evil.example',
  'https://evil.example/login',
  'http://fair.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'https://fair.example@evil.example',
  'https://fair.example:x@evil.example/',
  'https://someone@fair.example/',
  'https://fair.example.evil.example',
  'https://evilfair.example',
  'https://fair.example%2eevil.example',
  'https://fair.example%00.evil.example',
  'https://fair.example%0d%0a.evil.example',
  'https://fair.example\u3002evil.example',
  'https://evil.example#https://fair.example',
  'https://evil.example?https://fair.example',
  'https://evil.example/https://fair.example/',
  'https://fair.example:8443/',
  'javascript:alert(1)//https://fair.example',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://fair.example/x',
  'about:blank',
  'view-source:https://fair.example',
  'https://partner.example.evil.example/x',
  'https://evil.example/.partner.example/x',
  'https://evil.example?.partner.example/x',
  'https://evil.example#.partner.example/x',
  'https://a.b.partner.example/x',
  ' https://evil.example',
  'https://evil.example\r\nSet-Cookie: a=b',
  'http://[::ffff:7f00:1]@evil.example',
  'http://127.0.0.1.evil.example',
  'http://127.0.0.1@evil.example',
  'http://2130706433.evil.example',
];

const address = () => `${randomUUID()}@fair.example`;
const inHeader = (value: string) => value.replaceAll(/[^\x20-\x7e]/g, '');

/**
 * Every call that takes `redirect_to` and mails a link. Each creates a fresh account and returns
 * the link's target.
 */
const mailing: Record<string, (requested: string) => Promise<string>> = {
  'signup, by query': async (requested) => {
    const email = address();
    await call(server, `/signup?${new URLSearchParams({ redirect_to: requested })}`, {
      body: { email, password: PASSWORD },
    });
    return requestedTarget(email);
  },
  'signup, by header': async (requested) => {
    const email = address();
    await call(server, '/signup', {
      body: { email, password: PASSWORD },
      headers: { redirect_to: inHeader(requested) },
    });
    return requestedTarget(email);
  },
  'signup, by the page that calls': async (requested) => {
    const email = address();
    await call(server, '/signup', {
      body: { email, password: PASSWORD },
      headers: { referer: inHeader(requested) },
    });
    return requestedTarget(email);
  },
  'otp, by query': async (requested) => {
    const email = address();
    await call(server, `/otp?${new URLSearchParams({ redirect_to: requested })}`, { body: { email } });
    return requestedTarget(email);
  },
  'magiclink, by query': async (requested) => {
    const email = address();
    await call(server, `/magiclink?${new URLSearchParams({ redirect_to: requested })}`, { body: { email } });
    return requestedTarget(email);
  },
  'recover, by query': async (requested) => {
    const email = await account();
    await call(server, `/recover?${new URLSearchParams({ redirect_to: requested })}`, { body: { email } });
    return requestedTarget(email);
  },
  'resend, by query': async (requested) => {
    const email = address();
    await call(server, '/signup', { body: { email, password: PASSWORD } });
    await server.mailTo(email);
    await call(server, `/resend?${new URLSearchParams({ redirect_to: requested })}`, {
      body: { type: 'signup', email },
    });
    return requestedTarget(email);
  },
  'invite, by query': async (requested) => {
    const email = address();
    await call(server, `/invite?${new URLSearchParams({ redirect_to: requested })}`, {
      body: { email },
      bearer: server.ctx.apiKeys.secret,
    });
    return requestedTarget(email);
  },
  'generate_link, by body': async (requested) => {
    const { body } = await call(server, '/admin/generate_link', {
      body: { type: 'magiclink', email: await account(), redirect_to: requested },
      bearer: server.ctx.apiKeys.secret,
    });
    return new URL(body.action_link).searchParams.get('redirect_to') as string;
  },
};

async function requestedTarget(email: string): Promise<string> {
  const { link } = await server.mailTo(email);
  expect(link.origin).toBe(SITE);
  return link.searchParams.get('redirect_to') as string;
}

async function account(): Promise<string> {
  const email = address();
  await server.sql('insert into auth.users (email, email_confirmed_at) values ($1, now())', [email]);
  return email;
}

const isOurs = (target: string) => target === SITE || target.startsWith(`${SITE}/`);

describe('a link that shall lead elsewhere', () => {
  it('leads to the product instead, however it is written', async () => {
    const targets = await Promise.all(
      EVIL.map(async (requested) => ({
        wish: requested,
        target: (await mailing['generate_link, by body']?.(requested)) as string,
      })),
    );
    expect(targets.filter(({ target }) => !isOurs(target))).toEqual([]);
  });

  // One rule decides for all of them: a sample shows that each asks it.
  it.each(Object.keys(mailing))('leads to the product instead: %s', async (name) => {
    for (const requested of [
      'https://evil.example/login',
      'https://fair.example@evil.example',
      'javascript:alert(1)',
    ]) {
      expect({ wish: requested, ours: isOurs((await mailing[name]?.(requested)) as string) }).toEqual({
        wish: requested,
        ours: true,
      });
    }
  });

  it('keeps to it when its redirect_to is changed on the way', async () => {
    for (const requested of EVIL) {
      for (const token of ['wrong', 'pkce_wrong', '']) {
        const query = new URLSearchParams({ token, type: 'magiclink', redirect_to: requested });
        const answer = await fetch(`${server.url}/auth/v1/verify?${query}`, { redirect: 'manual' });
        const location = answer.headers.get('location');
        expect({
          wish: requested,
          ours: location === null || isOurs(location.replace(/[?#].*$/, '')),
        }).toEqual({
          wish: requested,
          ours: true,
        });
      }
    }
  });

  it('gives its tokens to the product alone', async () => {
    const email = await account();
    await call(server, '/recover', { body: { email } });
    const { link } = await server.mailTo(email);
    const local = new URL(link.pathname + link.search, server.url);
    local.searchParams.set('redirect_to', 'https://evil.example/steal');
    const { target, given } = await openLink(local);
    expect(target.origin).toBe(SITE);
    expect(given.get('access_token')).toBeTruthy();
  });

  it('may lead where the operator allows, so that the refusals above mean something', async () => {
    for (const requested of ['https://hall.partner.example/x', 'dragoman://open/chat', `${SITE}/join/1`]) {
      expect(await mailing['otp, by query']?.(requested)).toBe(requested);
    }
  });
});

describe('a host that the caller names', () => {
  const lies = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-prefix': '/evil',
    'x-forwarded-port': '666',
    'x-host': 'evil.example',
    'x-original-host': 'evil.example',
    'x-original-url': '/auth/v1/admin/users',
    'x-rewrite-url': '/auth/v1/admin/users',
    forwarded: 'for=203.0.113.9;host=evil.example;proto=https',
    'x-real-ip': '203.0.113.9',
  };

  it('is in no mail, answer or redirect, with PUBLIC_URL', async () => {
    const email = address();
    await call(server, '/signup', { body: { email, password: PASSWORD }, headers: lies });
    const mail = await server.mailTo(email);
    expect(mail.link.origin).toBe(SITE);
    expect(JSON.stringify(mail)).not.toContain('evil');
    for (const target of [
      '/config.json',
      '/login',
      '/auth/v1/settings',
      '/auth/v1/verify?token=x&type=signup',
    ]) {
      const answer = await fetch(server.url + target, {
        headers: { ...lies, apikey: server.ctx.apiKeys.publishable },
        redirect: 'manual',
      });
      const all = `${JSON.stringify([...answer.headers])} ${await answer.text()}`;
      expect(all, target).not.toContain('evil');
    }
  });

  it('is believed of no proxy that is not trusted, without PUBLIC_URL', async () => {
    const open = await startMailServer();
    try {
      const email = address();
      await call(open, '/signup', { body: { email, password: PASSWORD }, headers: lies });
      const mail = await open.mailTo(email);
      expect(mail.link.origin).toBe(open.url);
      expect(JSON.stringify(mail)).not.toContain('evil');
      const config = await fetch(`${open.url}/config.json`, { headers: lies });
      expect(await config.json()).toMatchObject({ supabaseUrl: open.url });
      const [session] = await open.sql<{ ip: string }>(
        `select count(*)::text as ip from auth.sessions where ip = '203.0.113.9'`,
      );
      expect(session?.ip).toBe('0');
    } finally {
      await open.stop();
    }
  });

  it('leaves nothing in a shared cache: what is made from the host is not kept', async () => {
    for (const target of ['/config.json', '/login', '/auth/v1/settings']) {
      const answer = await fetch(server.url + target, {
        headers: { apikey: server.ctx.apiKeys.publishable },
      });
      expect(answer.headers.get('cache-control'), target).toMatch(/no-cache|no-store/);
    }
  });
});
