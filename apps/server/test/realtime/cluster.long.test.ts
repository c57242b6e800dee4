import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { TEST_MASTER_KEY } from '@dragoman/supabase-server/test/harness';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../../scripts/lib/free-port.ts';
import { createDatabase } from '../harness.ts';
import { addGuest, addSession, eventually, type Guest, type ServerProcess, startProcess } from './fair.ts';
import { openRaw, type RawFrame, type RawSocket } from './raw-socket.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
/**
 * Another process counts as gone after this many seconds; long enough for a busy machine to be
 * heard in.
 */
const PEER_SECONDS = '4';

let database: { url: string; drop(): Promise<void> };
let dataDir: string;
let server: ServerProcess;
let vendor: Guest;
let visitor: Guest;
const open: RawSocket[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  database = await createDatabase();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'dragoman-cluster-'));
  server = await startProcess(database.url, { env: { REALTIME_PEER_SECONDS: PEER_SECONDS } });
  vendor = await addGuest(server.ctx, 'vendor');
  visitor = await addGuest(server.ctx, 'visitor');
});
afterEach(() => {
  for (const raw of open.splice(0)) raw.ws.terminate();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await server?.stop();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A server as a process of the operating system, on the same database. */
async function spawnServer(): Promise<{ url: string; ctx: ServerProcess['ctx']; kill(): Promise<void> }> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      MASTER_KEY: TEST_MASTER_KEY,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'silent',
      TRANSLATION_LOCAL: 'off',
      DATABASE_POOL_SIZE: '4',
      REALTIME_PEER_SECONDS: PEER_SECONDS,
    },
  });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), 60_000);
  return {
    url,
    ctx: server.ctx,
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Joins a private channel and is present in it. */
async function present(
  where: { url: string; ctx: ServerProcess['ctx'] },
  guest: Guest,
  name: string,
): Promise<RawSocket> {
  const socket = await openRaw(where);
  open.push(socket);
  const topic = `realtime:${name}`;
  const config = { private: true, presence: { key: guest.profileId, enabled: true } };
  const joined = await socket.join(topic, config, { access_token: guest.token });
  expect(joined.payload.status).toBe('ok');
  const payload = { type: 'presence', event: 'track', payload: { online: true } };
  socket.send({ joinRef: joined.ref, ref: 'track', topic, event: 'presence', payload });
  expect((await socket.frame(({ ref }) => ref === 'track')).payload.status).toBe('ok');
  return socket;
}

function tells(part: 'joins' | 'leaves', guest: Guest): (frame: RawFrame) => boolean {
  return ({ event, payload }) => event === 'presence_diff' && guest.profileId in payload[part];
}

describe('a process that is killed', () => {
  it('takes its presences with it, and a new one is heard', async () => {
    const name = `session:${await addSession(server.ctx, vendor, visitor)}`;
    const doomed = await spawnServer();
    const witness = await present(server, vendor, name);
    await present(doomed, visitor, name);
    await witness.frame(tells('joins', visitor));
    await doomed.kill();
    await eventually(() => expect(witness.frames.some(tells('leaves', visitor))).toBe(true), 30_000);
    witness.frames.length = 0;
    const heir = await spawnServer();
    const back = await present(heir, visitor, name);
    await witness.frame(tells('joins', visitor));
    const state = (await back.frame(({ event }) => event === 'presence_state')).payload;
    // It is notified of clients that it has not seen yet right after.
    if (!(vendor.profileId in state)) await back.frame(tells('joins', vendor));
  });
});
