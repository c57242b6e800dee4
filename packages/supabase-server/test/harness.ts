import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import pg from 'pg';
import { inject } from 'vitest';
import WebSocket from 'ws';
import type { PasswordCost } from '../src/auth/services/passwords.ts';
import type { Database } from '../src/db/database.ts';
import { type SupabaseServer, type SupabaseServerOptions, startSupabaseServer } from '../src/server.ts';
import type { ServerContext } from '../src/server-context.ts';
import { ENGLISH } from '../src/templates/english.ts';
import type { MessageTemplates } from '../src/templates/message-templates.ts';

/** The real server on a database of its own. */
export interface TestServer<Context extends ServerContext = ServerContext> extends TestClients {
  url: string;
  ctx: Context;
  databaseUrl: string;
  /** Runs SQL as the owner. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Stops the server and drops its database. */
  stop(): Promise<void>;
}

/** A server that is no part of an application. */
export interface StandaloneServer extends TestServer {
  /** Starts another process of the server, on the same database. */
  startAnother(options?: Pick<SupabaseServerOptions, 'log'>): Promise<SupabaseServer>;
}

export interface TestClients {
  /** An official client with the publishable key (or `key`) that keeps its session in memory. */
  client(key?: string): SupabaseClient;
  /** Signs up a new user and gives a client that is signed in as that user. */
  signUp(email?: string, password?: string): Promise<SignedIn>;
}

export interface SignedIn {
  client: SupabaseClient;
  userId: string;
  email: string;
  password: string;
  accessToken: string;
}

/**
 * Shared by all test servers: those on one database must share the key, and none may leave a file.
 */
export const TEST_MASTER_KEY = randomBytes(32).toString('hex');

/** Tests sign up well over a thousand people. */
export const TEST_PASSWORD_COST: PasswordCost = { memoryKiB: 8, passes: 1 };

/** The name of the application that the tests' server belongs to. */
export const APP_NAME = 'Fair Hall';

/** More languages, so that tests see which one a user gets. */
export const TEMPLATES: MessageTemplates = [
  ENGLISH,
  {
    ...ENGLISH,
    language: 'zh',
    mails: {
      ...ENGLISH.mails,
      confirmation: { ...ENGLISH.mails.confirmation, subject: '请确认您在 {app} 的邮箱地址' },
      magic_link: { ...ENGLISH.mails.magic_link, subject: '您的 {app} 登录链接' },
      recovery: { ...ENGLISH.mails.recovery, subject: '重置您的 {app} 密码' },
    },
    smsCode: '您的 {app} 验证码是 {code}，请勿告诉他人。',
  },
  {
    ...ENGLISH,
    language: 'ar',
    direction: 'rtl',
    mails: {
      ...ENGLISH.mails,
      confirmation: { ...ENGLISH.mails.confirmation, subject: 'أكّد عنوان بريدك الإلكتروني في {app}' },
      invite: { ...ENGLISH.mails.invite, subject: 'أنت مدعو إلى {app}' },
    },
  },
];

/**
 * Starts a server on a copy of the migrated template.
 * @param env variables on top of the tests' own
 */
export async function startTestServer(
  env: Record<string, string> = {},
  options: Pick<SupabaseServerOptions, 'hooks' | 'log' | 'passwordCost'> = {},
): Promise<StandaloneServer> {
  const database = await createDatabase(inject('platformTemplate'));
  // None may write into the folder of a server that runs on this machine.
  const ownDataDir =
    env.DATA_DIR === undefined ? await mkdtemp(path.join(os.tmpdir(), 'dragoman-data-')) : null;
  const settings: SupabaseServerOptions = {
    environment: {
      LOG_LEVEL: 'fatal',
      PORT: '0',
      DATABASE_POOL_SIZE: '8',
      DATABASE_URL: database.url,
      MASTER_KEY: TEST_MASTER_KEY,
      ...(ownDataDir && { DATA_DIR: ownDataDir }),
      ...env,
    },
    passwordCost: TEST_PASSWORD_COST,
    ...options,
    hooks: { appName: () => APP_NAME, templates: TEMPLATES, ...options.hooks },
  };
  const server = await startSupabaseServer(settings);
  // Some tests name another PUBLIC_URL.
  const url = `http://127.0.0.1:${server.port}`;
  const { close, ...clients } = connectClients(url, server.publishableKey);
  return {
    url,
    ctx: server.ctx,
    databaseUrl: database.url,
    ...clients,
    sql: sqlAsOwner(server.ctx.db),
    startAnother: (another) => startSupabaseServer({ ...settings, ...another }),
    async stop() {
      await close();
      await server.stop();
      await database.drop();
      if (ownDataDir) await rm(ownDataDir, { recursive: true, force: true });
    },
  };
}

/**
 * A test prepares thousands of rows in one statement, which takes a busy machine longer than the
 * product lets a statement take.
 */
const TEST_TIMEOUTS = { lockMs: 30_000, statementMs: 50_000 };

export function sqlAsOwner(db: Database): TestServer['sql'] {
  return (text, values) => db.transaction((tx) => tx.query(text, values), TEST_TIMEOUTS);
}

/** @returns what makes official clients, and ends their sockets when the test is over */
export function connectClients(
  url: string,
  publishableKey: string,
): TestClients & { close(): Promise<void> } {
  const clients: SupabaseClient[] = [];
  function client(key = publishableKey): SupabaseClient {
    const made = createClient(url, key, {
      auth: {
        persistSession: false,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        experimental: { passkey: true },
      },
      // Node 20 has no WebSocket of its own.
      realtime: { transport: WebSocket as never },
    });
    clients.push(made);
    return made;
  }
  return {
    client,
    async signUp(
      email = `${randomBytes(8).toString('hex')}@fair.example`,
      password = 'a long enough password',
    ) {
      const own = client();
      const { data, error } = await own.auth.signUp({ email, password });
      if (error || !data.session || !data.user) throw error ?? new Error('sign-up gave no session');
      return { client: own, userId: data.user.id, email, password, accessToken: data.session.access_token };
    },
    async close() {
      for (const made of clients) {
        await made.removeAllChannels();
        await made.realtime.disconnect();
      }
    },
  };
}

/** @param template the name of the database to copy; `template0` for one without a schema */
export async function createDatabase(template: string): Promise<{ url: string; drop(): Promise<void> }> {
  const adminUrl = inject('adminUrl');
  const name = `dragoman_test_${randomBytes(8).toString('hex')}`;
  await runAdmin(adminUrl, `create database ${name} template ${template}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runAdmin(adminUrl, ...dropDatabase(name)) };
}

/**
 * Statements that drop a database. A reader of its changes, which a killed process may have left a
 * moment ago, does not end with the other connections.
 */
export function dropDatabase(name: string): string[] {
  return [
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}' and backend_type = 'walsender'`,
    `drop database if exists ${name} with (force)`,
  ];
}

async function runAdmin(url: string, ...statements: string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    for (const statement of statements) await admin.query(statement);
  } finally {
    await admin.end();
  }
}
