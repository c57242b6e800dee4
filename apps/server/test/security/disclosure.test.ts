import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Listening, listen } from '@dragoman/supabase-server/http/listen';
import { listOutbox } from '@dragoman/supabase-server/mail/outbox';
import { loggerOptions } from '@dragoman/supabase-server/util/logger';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { type App, createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { type AppContext, buildContext } from '../../src/context.ts';
import { createDatabase } from '../harness.ts';
import { webm } from '../storage/samples.ts';

/** Values that an operator would not want to read anywhere. */
const SECRETS = {
  JWT_SECRET: `jwt-${randomUUID()}-${randomUUID()}`,
  TRANSLATION_OPENAI_KEY: `openai-${randomUUID()}`,
  LIBRETRANSLATE_API_KEY: `libre-${randomUUID()}`,
  SUPABASE_SECRET_KEY: `sb_secret_${randomUUID().replaceAll('-', '')}`,
};

let dataDir: string;
let database: Awaited<ReturnType<typeof createDatabase>>;
let ctx: AppContext;
let app: App;
let listening: Listening;
let url: string;
const lines: string[] = [];

// A server like that of the other tests, except that it logs all it can into memory.
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'dragoman-logs-'));
  database = await createDatabase();
  const config = loadConfig({
    ...SECRETS,
    LOG_LEVEL: 'debug',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '8',
    AUTH_EMAIL_CONFIRM: 'true',
    RATE_LIMIT_MAIL_DISTANCE_SECONDS: '0',
    TRANSLATION_OPENAI_URL: 'http://127.0.0.1:9/v1',
    TRANSLATION_OPENAI_MODEL: 'none',
    LIBRETRANSLATE_URL: 'http://127.0.0.1:9',
  });
  const log = pino(loggerOptions('trace'), { write: (line: string) => void lines.push(line) });
  ctx = await buildContext(config, database.url, { log });
  app = await createApp(ctx);
  listening = await listen(app, { ...config, port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${listening.port}`;
});
afterAll(async () => {
  await listening?.close();
  await ctx?.db.close();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function client(): SupabaseClient {
  return createClient(url, ctx.apiKeys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport: WebSocket as never },
  });
}

async function codeFor(address: string): Promise<{ code: string; link: string }> {
  return vi.waitFor(async () => {
    const mail = (await listOutbox(dataDir)).find(({ to }) => to === address);
    if (!mail) throw new Error('no mail yet');
    const link = /^https?:\S+$/m.exec(mail.text)?.[0] ?? '';
    return { link, code: /(?<!\w)\d{6}(?!\w)/.exec(mail.text.replace(link, ''))?.[0] ?? '' };
  }, 10_000);
}

describe('an endpoint', () => {
  const targets = [
    '/config.json',
    '/healthz',
    '/readyz',
    '/',
    '/login',
    '/.env',
    '/.git/config',
    '/package.json',
    '/server.js',
    '/metrics',
    '/debug',
    '/env',
    '/api',
    '/admin',
    '/console',
    '/phpinfo',
    '/actuator/env',
    '/assets/../../server/package.json',
    '/auth/v1/settings',
    '/auth/v1/health',
    '/auth/v1/.well-known/jwks.json',
    '/auth/v1/config',
    '/auth/v1/admin/users',
    '/auth/v1/admin/config',
    '/rest/v1/',
    '/rest/v1/api_keys',
    '/rest/v1/signing_keys',
    '/rest/v1/rpc/pg_read_file',
    '/rest/v1/rpc/current_setting',
    '/rest/v1/pg_settings',
    '/storage/v1/health',
    '/storage/v1/status',
    '/storage/v1/config',
    '/functions/v1/',
    '/functions/v1/env',
    '/realtime/v1/api/tenants',
    '/realtime/v1/metrics',
    '/realtime/v1/',
  ];

  it.each(targets)('%s prints no setting, key or way into the database', async (target) => {
    for (const bearer of [undefined, ctx.apiKeys.publishable]) {
      const answer = await fetch(url + target, {
        redirect: 'manual',
        headers: bearer === undefined ? {} : { apikey: bearer, authorization: `Bearer ${bearer}` },
      });
      const all = `${JSON.stringify([...answer.headers])}\n${await answer.text()}`;
      for (const secret of Object.values(SECRETS)) expect(all).not.toContain(secret);
      expect(all).not.toMatch(/postgres(ql)?:\/\//);
      expect(all).not.toContain(dataDir);
      expect(all).not.toContain(ctx.root);
      expect(all).not.toMatch(/DATABASE_URL|JWT_SECRET|node_modules|"d":"/);
      expect(answer.headers.get('x-powered-by')).toBeNull();
      expect(answer.headers.get('server')).toBeNull();
    }
  });

  it('/config.json tells an address, the publishable key, the brand and what is offered and announced here, and no more', async () => {
    const config = (await (await fetch(`${url}/config.json`)).json()) as Record<string, unknown>;
    const { brand, supabaseUrl, ...rest } = config;
    expect([brand, supabaseUrl]).toEqual([expect.anything(), expect.any(String)]);
    expect(rest).toEqual({
      supabaseKey: ctx.apiKeys.publishable,
      speech: false,
      otherTranslation: expect.any(Boolean),
      assistant: false,
      guests: expect.any(Boolean),
      passkeys: expect.any(Boolean),
      push: null,
      missedReplyMails: false,
      retentionDays: 0,
      announcement: null,
    });
  });

  it('that fails tells nothing of its inside', async () => {
    // Every service meets a database that has lost a table.
    await ctx.db.query('alter table auth.users rename to users_away');
    await ctx.db.query('alter table storage.objects rename to objects_away');
    try {
      for (const [method, target, body] of [
        ['POST', '/auth/v1/token?grant_type=password', '{"email":"a@fair.example","password":"x"}'],
        ['POST', '/auth/v1/recover', '{"email":"a@fair.example"}'],
        ['POST', '/auth/v1/signup', '{"email":"a@fair.example","password":"a long enough one"}'],
        ['POST', '/storage/v1/object/list/chat-files', '{"prefix":""}'],
        ['GET', '/storage/v1/object/chat-files/x', undefined],
      ] as const) {
        const answer = await fetch(url + target, {
          method,
          headers: {
            apikey: ctx.apiKeys.publishable,
            authorization: `Bearer ${ctx.apiKeys.publishable}`,
            'content-type': 'application/json',
          },
          ...(body === undefined ? {} : { body }),
        });
        const text = await answer.text();
        expect(text).not.toMatch(/users_away|relation|auth\.users|select |\.ts:|node_modules|postgres/i);
        for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
      }
    } finally {
      await ctx.db.query('alter table auth.users_away rename to users');
      await ctx.db.query('alter table storage.objects_away rename to objects');
    }
  });
});

describe('the log of a whole visit, at its most talkative', () => {
  it('holds no password, token, code, address, message or file', async () => {
    lines.length = 0;
    const secrets = new Map<string, string>();
    const keep = (what: string, value: string | undefined | null) => {
      if (!value) throw new Error(`the visit gave no ${what}`);
      secrets.set(what, value);
      return value;
    };
    const password = keep('password', `pass-${randomUUID()}`);
    const email = keep('address', `${randomUUID()}@fair.example`);

    // Sign-up, confirmation by code, a wrong password, sign-in, refresh, reuse, recovery by link.
    const vendor = client();
    await vendor.auth.signUp({ email, password });
    const { code, link } = await codeFor(email);
    keep('code', code);
    keep('token of the link', new URL(link).searchParams.get('token'));
    const verified = await vendor.auth.verifyOtp({ email, token: code, type: 'signup' });
    expect(verified.error).toBeNull();
    keep('access token', verified.data.session?.access_token);
    const used = keep('refresh token', verified.data.session?.refresh_token);
    await vendor.auth.signInWithPassword({
      email,
      password: keep('wrong password', `wrong-${randomUUID()}`),
    });
    const refreshed = await vendor.auth.refreshSession({ refresh_token: used });
    keep('second access token', refreshed.data.session?.access_token);
    keep('second refresh token', refreshed.data.session?.refresh_token);
    const userId = verified.data.user?.id as string;

    // A profile, a session, a message, a translation, a file.
    const name = keep('name', `Name ${randomUUID()}`);
    const phone = keep('phone', '+4915199887766');
    const profile = await vendor
      .from('profiles')
      .insert({ user_id: userId, email, name, role: 'vendor', phone, whatsapp: phone })
      .select('id')
      .single();
    expect(profile.error).toBeNull();
    const session = await vendor
      .from('sessions')
      .insert({ vendor_id: profile.data?.id })
      .select('id')
      .single();
    const heard = new Promise((resolve, reject) => {
      vendor
        .channel('visit')
        .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'messages' }, resolve)
        .on('broadcast', { event: 'typing' }, () => undefined)
        .on('system', {}, (payload: { status: string; extension: string }) => {
          if (payload.status !== 'ok' || payload.extension !== 'postgres_changes') return;
          const content = keep('message', `Our price is ${randomUUID()}`);
          vendor
            .from('messages')
            .insert({ session_id: session.data?.id, sender_id: profile.data?.id, content })
            .then(({ error }) => error && reject(new Error(error.message)));
        })
        .subscribe();
    });
    await heard;
    await vendor
      .channel('visit')
      .httpSend?.('typing', { text: keep('broadcast', `typing-${randomUUID()}`) })
      .catch(() => null);
    const text = keep('text to translate', `Please send ${randomUUID()} tomorrow`);
    await vendor.functions.invoke('translate', {
      body: { text, sourceLanguage: 'en', targetLanguage: 'zh' },
    });
    const file = keep('name of a file', `voice-${randomUUID()}.webm`);
    const upload = await vendor.storage
      .from('chat-files')
      .upload(
        `${session.data?.id}/${file}`,
        new Blob([webm(keep('file', `sound ${randomUUID()}`))], { type: 'audio/webm' }),
      );
    expect(upload.error).toBeNull();
    const signed = await vendor.storage.from('chat-files').createSignedUrl(`${session.data?.id}/${file}`, 60);
    keep('signed URL', new URL(signed.data?.signedUrl ?? '').searchParams.get('token'));

    // Calls that fail, each with something in it that must stay out.
    await fetch(`${url}/auth/v1/verify?token=${keep('bad link', randomUUID())}&type=signup`, {
      redirect: 'manual',
    });
    const badBody = keep('bad body', `body-${randomUUID()}`);
    for (const target of [
      '/auth/v1/signup',
      '/rest/v1/messages',
      '/storage/v1/object/list/chat-files',
      '/functions/v1/translate',
      '/realtime/v1/api/broadcast',
    ]) {
      await fetch(url + target, {
        method: 'POST',
        body: `{"x":"${badBody}`,
        headers: {
          apikey: ctx.apiKeys.publishable,
          authorization: `Bearer ${verified.data.session?.access_token}`,
        },
      });
    }
    await vendor
      .from('messages')
      .insert({ id: 'no uuid', content: keep('refused message', `refused ${randomUUID()}`) });
    // A failure inside: the database says the value in its own words.
    await ctx.db.query('alter table auth.users add constraint nobody check (email is null) not valid');
    await client().auth.signUp({ email: keep('second address', `${randomUUID()}@fair.example`), password });
    await ctx.db.query('alter table auth.users drop constraint nobody');
    await vendor.removeAllChannels();
    await vendor.auth.signOut();

    const log = lines.join('');
    // It was listening: the failure above, the refused translation and the like are in it.
    expect(log).toContain('failed');
    for (const [what, value] of [...secrets, ...Object.entries(SECRETS)]) {
      expect({ what, logged: log.includes(value) }).toEqual({ what, logged: false });
    }
    expect(log).not.toMatch(/postgres(ql)?:\/\//);
    expect(log).not.toMatch(/eyJ[\w-]{10,}\./);
  }, 60_000);
});
