import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import pg from 'pg';
import { vi } from 'vitest';
import WebSocket from 'ws';
import { startTestServer, type TestServer } from '../harness.ts';

type RestServers<Server> = (
  env?: Record<string, string>,
  more?: { file: string; table: string },
) => Promise<Server>;

/**
 * A server whose database also holds the tables and functions of fixture.sql. It takes environment
 * variables, and another file of SQL to run after it with a table that it makes.
 */
export const startRestServer = restServers(startTestServer);

/** @param start boots the server that is to have the tables */
export function restServers<Server extends TestServer>(
  start: (env: Record<string, string>) => Promise<Server>,
): RestServers<Server> {
  return async (env = {}, more) => {
    const server = await start(env);
    const scripts = [{ file: 'fixture.sql', table: 'odd_names' }, ...(more === undefined ? [] : [more])];
    for (const { file, table } of scripts) {
      await runScript(server, await readFile(new URL(file, import.meta.url), 'utf8'));
      await reloadSchema(server, table);
    }
    return server;
  };
}

/** Notifies the server of new tables, and waits until it knows `table`. */
export async function reloadSchema(server: TestServer, table: string): Promise<void> {
  await server.sql(`notify pgrst, 'reload schema'`);
  await vi.waitFor(
    async () => {
      const { error } = await server.client().from(table).select().limit(0);
      if (error !== null) throw new Error(`${table} is not there yet`);
    },
    { timeout: 20_000 },
  );
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

/**
 * A signed-in user without the auth service: a row in auth.users and a token of the server's own.
 */
export interface TestUser {
  id: string;
  token: string;
  client: SupabaseClient;
}

export async function createUser(server: TestServer): Promise<TestUser> {
  const id = randomUUID();
  await server.sql('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@fair.example`]);
  const token = await server.ctx.signingKeys.sign({
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

/** The rows of an answer that must have nothing but good news. */
export async function rowsOf<Row>(query: PromiseLike<{ data: Row | null; error: unknown }>): Promise<Row> {
  const { data, error } = await query;
  if (error !== null) throw new Error(JSON.stringify(error));
  return data as Row;
}

/** The ids of such an answer, in order. */
export async function idsOf(
  query: PromiseLike<{ data: Array<{ id: number }> | null; error: unknown }>,
): Promise<number[]> {
  return (await rowsOf(query)).map((row) => row.id).sort((a, b) => a - b);
}

/** The client's types know `maxAffected` only of a database whose types were generated. */
export function withMaxAffected<Query>(query: Query, rows: number): Query {
  return (query as { maxAffected(rows: number): Query }).maxAffected(rows);
}

/** Sends a request below /rest/v1 without the client, as an attacker would. */
export async function raw(
  server: Pick<TestServer, 'url' | 'ctx'>,
  path: string,
  init: RequestInit = {},
): Promise<RawAnswer> {
  const answer = await fetch(`${server.url}/rest/v1${path}`, {
    ...init,
    headers: { apikey: server.ctx.apiKeys.publishable, ...(init.headers as Record<string, string>) },
  });
  const text = await answer.text();
  const isJson =
    /^application\/([\w.]+\+)?json/.test(answer.headers.get('content-type') ?? '') && text !== '';
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}
