import { randomUUID } from 'node:crypto';
import { listen } from '@dragoman/supabase-server/http/listen';
import { TEST_MASTER_KEY } from '@dragoman/supabase-server/test/harness';
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import pg from 'pg';
import { expect, vi } from 'vitest';
import WebSocket from 'ws';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { type AppContext, buildContext } from '../../src/context.ts';

/**
 * A server process on a database that others may share; unlike the harness it can be stopped and
 * started at will.
 */
export interface ServerProcess {
  url: string;
  port: number;
  ctx: AppContext;
  stop(): Promise<void>;
}

export async function startProcess(
  databaseUrl: string,
  { port = 0, env = {} }: { port?: number; env?: Record<string, string> } = {},
): Promise<ServerProcess> {
  const config = loadConfig({
    LOG_LEVEL: 'silent',
    TRANSLATION_LOCAL: 'off',
    DATABASE_POOL_SIZE: '8',
    DATABASE_URL: databaseUrl,
    MASTER_KEY: TEST_MASTER_KEY,
    ...env,
  });
  const ctx = await buildContext(config, databaseUrl);
  const listening = await listen(await createApp(ctx), { ...config, port, host: '127.0.0.1' });
  return {
    url: `http://127.0.0.1:${listening.port}`,
    port: listening.port,
    ctx,
    async stop() {
      await listening.close();
      await ctx.db.close();
    },
  };
}

/** A user with a profile, created without the auth service. */
export interface Guest {
  userId: string;
  profileId: string;
  token: string;
}

export type GuestRole = 'vendor' | 'visitor';

export async function addGuest(ctx: AppContext, role: GuestRole, name = 'Guest'): Promise<Guest> {
  const userId = randomUUID();
  const profileId = randomUUID();
  await ctx.db.query('insert into auth.users (id, email) values ($1, $2)', [
    userId,
    `${userId}@fair.example`,
  ]);
  await ctx.db.query('insert into profiles (id, user_id, role, name) values ($1, $2, $3, $4)', [
    profileId,
    userId,
    role,
    name,
  ]);
  return { userId, profileId, token: await signToken(ctx, userId) };
}

/** @param seconds until the token expires; negative for one that has */
export function signToken(ctx: AppContext, userId: string, seconds = 3600): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return ctx.signingKeys.sign({
    sub: userId,
    role: 'authenticated',
    aud: 'authenticated',
    iat: now,
    exp: now + seconds,
    jti: randomUUID(),
  });
}

export async function addSession(ctx: AppContext, vendor: Guest, visitor: Guest): Promise<string> {
  const [session] = await ctx.db.query<{ id: string }>(
    'insert into sessions (vendor_id, visitor_id) values ($1, $2) returning id',
    [vendor.profileId, visitor.profileId],
  );
  return session?.id ?? '';
}

export async function say(
  ctx: AppContext,
  sessionId: string,
  sender: Guest,
  content: string,
): Promise<string> {
  const [message] = await ctx.db.query<{ id: string }>(
    'insert into messages (session_id, sender_id, content) values ($1, $2, $3) returning id',
    [sessionId, sender.profileId, content],
  );
  return message?.id ?? '';
}

/** Runs several statements as the owner. */
export async function runScript(databaseUrl: string, script: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(script);
  } finally {
    await client.end();
  }
}

const clients = new Set<SupabaseClient>();

/** An official client that acts as a guest, or with the publishable key alone. */
export function clientOf(
  server: { url: string; ctx: AppContext },
  guest?: { token: string },
): SupabaseClient {
  const client = createClient(server.url, server.ctx.apiKeys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // Node 20 has no WebSocket of its own.
    realtime: { transport: WebSocket as never },
  });
  clients.add(client);
  // Takes effect at once: the first join carries the token already.
  if (guest) void client.realtime.setAuth(guest.token);
  return client;
}

/** Call it after each test: channels left open would keep a server from stopping at once. */
export async function releaseClients(): Promise<void> {
  for (const client of clients) {
    await client.removeAllChannels();
    await client.realtime.disconnect();
  }
  clients.clear();
}

// biome-ignore lint/suspicious/noExplicitAny: what arrives has no type before the assertions
type Received = Record<string, any>;

export interface Watched {
  channel: RealtimeChannel;
  /** postgres_changes as the client hands them out. */
  events: Received[];
  statuses: string[];
  errors: string[];
  system: Received[];
}

export interface Wanted {
  event?: string;
  schema?: string;
  table?: string;
  filter?: string;
  select?: string[];
}

/** Subscribes a channel to changes and collects everything that it is told. */
export function watch(client: SupabaseClient, wanted: Wanted[], name: string = randomUUID()): Watched {
  const watched: Watched = {
    channel: client.channel(name),
    events: [],
    statuses: [],
    errors: [],
    system: [],
  };
  for (const filter of wanted) {
    watched.channel.on(
      'postgres_changes' as never,
      { event: '*', schema: 'public', ...filter },
      (payload: Received) => watched.events.push(payload),
    );
  }
  watched.channel.on('system' as never, {}, (payload: Received) => watched.system.push(payload));
  watched.channel.subscribe((status, error) => {
    watched.statuses.push(status);
    if (error) watched.errors.push(error.message);
  });
  return watched;
}

/** Watches and waits until the server says that changes are live. */
export async function watchLive(client: SupabaseClient, wanted: Wanted[], name?: string): Promise<Watched> {
  const watched = watch(client, wanted, name);
  await subscribed(watched);
  return watched;
}

export async function subscribed(watched: Watched, times = 1): Promise<void> {
  await eventually(() => {
    expect(watched.statuses.filter((status) => status === 'SUBSCRIBED')).toHaveLength(times);
    expect(watched.system.filter(({ status }) => status === 'ok')).toHaveLength(times);
  });
}

/** Waits for an expectation to hold. */
export async function eventually<T>(check: () => T | Promise<T>, timeout = 10_000): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 10 });
}
