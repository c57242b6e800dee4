import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';

// Within the package, so that its imports resolve.
const PACKAGE = path.join(import.meta.dirname, '..');

const PASSWORD = 'a long enough password';

let folder: string;
let dataDir: string;
let server: ChildProcess;
let url: string;
let publishableKey: string;
const clients: SupabaseClient[] = [];

/**
 * The quick start's files, with the embedded PostgreSQL that a reader without DATABASE_URL gets.
 */
beforeAll(async () => {
  const readme = await readFile(path.join(PACKAGE, 'README.md'), 'utf8');
  folder = await mkdtemp(path.join(PACKAGE, 'test/quick-start-'));
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'dragoman-quick-start-'));
  await mkdir(path.join(folder, 'migrations'));
  await writeFile(path.join(folder, 'server.ts'), block(readme, 'ts'));
  await writeFile(path.join(folder, 'migrations/0001_notes.sql'), block(readme, 'sql'));
  await start();
});

afterAll(async () => {
  for (const client of clients) await client.realtime.disconnect();
  await stop();
  for (const made of [folder, dataDir]) await rm(made, { recursive: true, force: true });
});

async function start(): Promise<void> {
  server = spawn(process.execPath, ['--import', 'tsx', 'server.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  [url, publishableKey] = await printed(server);
}

async function stop(): Promise<void> {
  if (server?.exitCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

/** @returns the first code block of the language */
function block(markdown: string, language: string): string {
  const code = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(markdown)?.[1];
  if (code === undefined) throw new Error(`The README has no block of ${language}`);
  return code;
}

/**
 * @returns the address and the key that the program prints;
 * @throws with all that it wrote when it ends before
 */
async function printed(child: ChildProcess): Promise<[string, string]> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`The server ended: ${output}`)));
  const line = /^(http\S+) (sb_publishable_\S+)$/m;
  const found = new Promise<RegExpExecArray>((resolve) => {
    child.stdout?.on('data', () => {
      const match = line.exec(output);
      if (match) resolve(match);
    });
  });
  const [, address = '', key = ''] = await Promise.race([found, ended]);
  return [address, key];
}

function connect(): SupabaseClient {
  const client = createClient(url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has no WebSocket of its own.
    realtime: { transport: WebSocket as never },
  });
  clients.push(client);
  return client;
}

async function signUp(email: string): Promise<SupabaseClient> {
  const client = connect();
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
  expect(error).toBeNull();
  expect(data.session).not.toBeNull();
  return client;
}

describe('the quick start of the README', () => {
  it('serves auth, a table with row-level security, its live changes and files', async () => {
    const ada = await signUp('ada@example.com');
    const bob = await signUp('bob@example.com');

    const changes: unknown[] = [];
    await new Promise<void>((resolve, reject) => {
      ada
        .channel('notes')
        .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' }, ({ new: row }) =>
          changes.push(row),
        )
        .on('system', {}, ({ status, message }) =>
          status === 'ok' ? resolve() : reject(new Error(String(message))),
        )
        .subscribe();
    });

    expect((await bob.from('notes').insert({ body: 'of Bob' })).error).toBeNull();
    const inserted = await ada.from('notes').insert({ body: 'Hello' }).select('id, body').single();
    expect(inserted.error).toBeNull();
    expect((await ada.from('notes').select('body')).data).toEqual([{ body: 'Hello' }]);
    await expect.poll(() => changes).toEqual([expect.objectContaining({ body: 'Hello' })]);

    const upload = await ada.storage.from('files').upload('hello.txt', new Blob(['Hello, file']));
    expect(upload.error).toBeNull();
    const download = await ada.storage.from('files').download('hello.txt');
    expect(await download.data?.text()).toBe('Hello, file');
    expect((await bob.storage.from('files').download('hello.txt')).error).not.toBeNull();
  });

  it('starts again over what it has stored', async () => {
    await stop();
    expect(server.exitCode).toBe(0);
    await start();
    const ada = connect();
    const { error } = await ada.auth.signInWithPassword({ email: 'ada@example.com', password: PASSWORD });
    expect(error).toBeNull();
    expect((await ada.from('notes').select('body')).data).toEqual([{ body: 'Hello' }]);
  });
});
