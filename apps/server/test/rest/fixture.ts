import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import pg from 'pg';
import WebSocket from 'ws';
import { startTestServer, type TestServer } from '../harness.ts';

/** A server whose database also holds the tables and functions of fixture.sql. */
export async function startRestServer(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startTestServer(env);
  await installFixture(server);
  return server;
}

async function installFixture(server: TestServer): Promise<void> {
  await runScript(server, await readFile(new URL('fixture.sql', import.meta.url), 'utf8'));
  // Tables are looked up again when they are missed, but not sooner than a few seconds after the last look.
  await server.sql(`notify pgrst, 'reload schema'`);
  for (;;) {
    const { error } = await server.client().from('odd_names').select('id');
    if (error === null) return;
    if (error.code !== 'PGRST205') throw new Error(error.message);
  }
}

/** Runs any number of statements as the owner. */
export async function runScript(server: TestServer, script: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    await client.query(script);
  } finally {
    await client.end();
  }
}

/** A signed-in user without the auth service: a row in auth.users and a token of the server's own. */
export interface TestUser {
  id: string;
  token: string;
  client: SupabaseClient;
}

export async function createUser(server: TestServer): Promise<TestUser> {
  const id = randomUUID();
  await server.sql('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@fair.example`]);
  const token = await server.ctx.ring.sign({
    sub: id,
    role: 'authenticated',
    aud: 'authenticated',
    exp: inSeconds(3600),
  });
  return { id, token, client: clientWithToken(server, token) };
}

/** @returns the moment so many seconds from now, in seconds since 1970 */
export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

export function clientWithToken(server: TestServer, token: string): SupabaseClient {
  return createClient(server.url, server.ctx.apiKeys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers: { Authorization: `Bearer ${token}` } },
    // Node 20 has no WebSocket of its own.
    realtime: { transport: WebSocket as never },
  });
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; undefined when it is empty. */
  json: unknown;
}

/** Asks below /rest/v1 without the client, as an attacker would. */
export async function raw(server: TestServer, path: string, init: RequestInit = {}): Promise<RawAnswer> {
  const answer = await fetch(`${server.url}/rest/v1${path}`, {
    ...init,
    headers: { apikey: server.ctx.apiKeys.publishable, ...(init.headers as Record<string, string>) },
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') && text !== '';
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}
