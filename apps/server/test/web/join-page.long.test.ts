import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCodeGuessLimit } from '../../src/web/code-guess-limit.ts';
import { type EntryServer, openEntryServer } from '../../src/web/entry-server.ts';
import { createWebApp } from '../../src/web/web-app.ts';
import { type Person, startTestServer, type TestServer } from '../harness.ts';

// The page of a scanned code, with its invitation in it. The web app's sources render it, so the
// test needs no build.

const SHELL = '<head><title>Dragoman</title></head><body><div id="root"></div></body>';
const EVIL = '</script><script>alert(1)</script> "Zoë" \u202e';
const ENTRY = path.resolve(import.meta.dirname, '../../../web/src/entry-server.tsx');

let server: TestServer;
let vendor: Person;
let folder: string;
let web: ServerType;
let entry: EntryServer;
/** A page without a person's card. */
let plain: string;

beforeAll(async () => {
  // Results come in milliseconds, on a busy machine in seconds.
  server = await startTestServer({ JOIN_PAGE_WAIT_MS: '10000' });
  vendor = await server.person({ role: 'vendor', name: EVIL, company: 'Lamps & Sons' });
  folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-web-'));
  await writeFile(path.join(folder, 'index.html'), SHELL);
  entry = (await import(pathToFileURL(ENTRY).href)) as EntryServer;
  const app = createWebApp(folder, { ...server.ctx, entryServer: async () => entry });
  web = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  plain = await (await app.request('/contact')).text();
});
afterAll(async () => {
  web.close();
  await rm(folder, { recursive: true, force: true });
  await server.stop();
});

async function get(sessionId: string): Promise<{ html: string; cache: string | null; status: number }> {
  const { port } = web.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/join/${sessionId}`);
  return { html: await answer.text(), cache: answer.headers.get('cache-control'), status: answer.status };
}

async function open(): Promise<string> {
  const { data } = await vendor.client
    .from('sessions')
    .insert({ vendor_id: vendor.profileId, status: 'active' })
    .select('id')
    .single()
    .throwOnError();
  return data.id as string;
}

function dataOf(html: string): unknown {
  const [, json] = html.match(/<script type="application\/json" id="queries">(.*?)<\/script>/s) ?? [];
  return JSON.parse(json ?? 'null')?.queries[0].state.data ?? null;
}

describe('GET /join/{id}', () => {
  it('shows who invites, and has the answer of session_invite to a stranger', async () => {
    const id = await open();
    const { html, cache, status } = await get(id);
    expect(status).toBe(200);
    expect(cache).toBe('private, no-store');
    expect(html).toContain('&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; &quot;Zoë&quot;');
    expect(html).toContain('>Lamps &amp; Sons</p>');
    expect(html).toContain('>Join Chat Session</h1>');
    expect(html.match(/<script/g)).toHaveLength(1);
    const { data } = await server.client().rpc('session_invite', { session_id: id }).single().throwOnError();
    expect(dataOf(html)).toEqual({ ...(data as object), visitorId: null });
    expect(html).not.toContain(vendor.email);
  });

  it('shows that a joined session is taken, and not by whom', async () => {
    const id = await open();
    const visitor = await server.person({ role: 'visitor', name: 'Wei Secret' });
    await visitor.client.rpc('join_session', { session_id: id }).throwOnError();
    const { html } = await get(id);
    expect(dataOf(html)).toMatchObject({ id, taken: true, vendor: { name: EVIL } });
    expect(html).not.toContain('Wei Secret');
    expect(html).not.toContain(visitor.profileId);
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'nonsense', "'or'1", '%00', '%ff'])(
    'of %s is the plain page',
    async (id) => {
      const { html, cache, status } = await get(id);
      expect({ html, cache, status }).toEqual({ html: plain, cache: 'no-cache', status: 200 });
    },
  );

  it('is the plain page while the database does not answer', async () => {
    const id = await open();
    const { config } = server.ctx;
    const app = createWebApp(folder, {
      ...server.ctx,
      config: { ...config, joinPage: { waitMs: 20 } },
      entryServer: async () => entry,
    });
    const locked = await lockSessions();
    try {
      const answer = await app.request(`/join/${id}`);
      expect(await answer.text()).toBe(plain);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    } finally {
      await locked.release();
    }
    expect(dataOf((await get(id)).html)).toMatchObject({ id });
  });

  it('is the plain page without the entry for the server', async () => {
    const app = createWebApp(folder, {
      ...server.ctx,
      entryServer: openEntryServer(path.join(folder, 'none.js'), server.ctx.log),
    });
    const answer = await app.request(`/join/${await open()}`);
    expect(await answer.text()).toBe(SHELL);
  });
});

describe('GET /b/{code}', () => {
  async function make(): Promise<{ id: string; code: string }> {
    const { data } = await vendor.client
      .from('booth_codes')
      .insert({ vendor_id: vendor.profileId, label: EVIL })
      .select('id, code')
      .single()
      .throwOnError();
    return data as { id: string; code: string };
  }
  async function booth(code: string) {
    const { port } = web.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/b/${code}`);
    const html = await answer.text();
    return { html, data: dataOf(html), cache: answer.headers.get('cache-control') };
  }

  it('shows who is behind a booth code, and has the answer of booth_invite to a stranger', async () => {
    const { code } = await make();
    const { html, data, cache } = await booth(code);
    expect(cache).toBe('private, no-store');
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).toContain('>Lamps &amp; Sons</p>');
    const invite = await server.client().rpc('booth_invite', { code }).single().throwOnError();
    expect(data).toEqual(invite.data);
  });

  it('is the plain page for a code that is paused, replaced, or none', async () => {
    const [paused, replaced] = [await make(), await make()];
    await vendor.client
      .from('booth_codes')
      .update({ paused_at: new Date().toISOString() })
      .eq('id', paused.id)
      .throwOnError();
    await vendor.client.rpc('rotate_booth_code', { code_id: replaced.id }).throwOnError();
    for (const code of [paused.code, replaced.code, 'a'.repeat(24), 'nonsense', '%00']) {
      expect(await booth(code), code).toEqual({ html: plain, data: null, cache: 'no-cache' });
    }
  });

  it('ends guessing at the page and the API alike, without locking out visitors who have a code', async () => {
    const { code } = await make();
    const own = createCodeGuessLimit();
    const app = createWebApp(folder, { ...server.ctx, guesses: own, entryServer: async () => entry });
    const adaptor = createAdaptorServer({ fetch: app.fetch });
    await new Promise<void>((resolve) => adaptor.listen(0, '127.0.0.1', resolve));
    const { port } = adaptor.address() as AddressInfo;
    const ask = async (wanted: string) => (await fetch(`http://127.0.0.1:${port}/b/${wanted}`)).text();
    try {
      await ask('b'.repeat(24));
      for (let i = 0; i < 298; i++) own.miss('127.0.0.1');
      expect(own.wait('127.0.0.1')).toBe(0);
      await ask('c'.repeat(24));
      expect(own.wait('127.0.0.1')).toBeGreaterThan(0);
      expect(await ask(code)).toContain('>Lamps &amp; Sons</p>');
    } finally {
      adaptor.close();
    }
    for (let i = 0; i < 300; i++) server.ctx.guesses.miss('127.0.0.1');
    const refused = await server.client().rpc('booth_invite', { code: 'd'.repeat(24) });
    expect({ status: refused.status, code: refused.error?.code }).toEqual({ status: 429, code: 'PT429' });
    expect((await server.client().rpc('booth_invite', { code })).error).toBeNull();
  });
});

async function lockSessions(): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query('begin; lock table public.sessions in access exclusive mode');
  return {
    async release() {
      await client.query('rollback');
      await client.end();
    },
  };
}
