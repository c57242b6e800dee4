import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/lib/free-port.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const READY_WITHIN_MS = 60_000;

/** The built product as a process of its own, as an operator runs it. */
export interface Product {
  url: string;
  port: number;
  pid: number;
  dataDir: string;
  /** Milliseconds from spawning the process to the first 200 of /readyz. */
  startedInMs: number;
  /** Ends the process; keeps the data directory. */
  stop(): Promise<void>;
}

/** Settings under which one address and one person send as much as a whole hall. */
export const WITHOUT_LIMITS = {
  ACCESS_TOKEN_SECONDS: '86400',
  // Subscribers that only listen send no heartbeats here.
  REALTIME_IDLE_SECONDS: '3600',
  // All load comes from this machine's own address.
  REALTIME_MAX_SOCKETS_PER_ADDRESS: '0',
  REALTIME_MESSAGES_PER_USER_PER_SECOND: '0',
  REALTIME_MESSAGES_PER_ADDRESS_PER_SECOND: '0',
  RATE_LIMIT_SIGN_INS_PER_ADDRESS: '0',
  RATE_LIMIT_SIGN_UPS_PER_ADDRESS: '0',
};

/** Starts the built server. @param dataDir an existing one to start warm; a new one otherwise */
export async function startProduct(dataDir?: string, env: Record<string, string> = {}): Promise<Product> {
  const directory = dataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'dragoman-bench-')));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn('sh', ['-c', 'ulimit -n "$(ulimit -H -n)"; exec "$0" "$@"', process.execPath, MAIN], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: directory,
      LOG_LEVEL: 'error',
      TRANSLATION_LOCAL: 'off',
      ...env,
    },
  });
  await untilReady(child, `${url}/readyz`);
  return {
    url,
    port,
    pid: child.pid as number,
    dataDir: directory,
    startedInMs: performance.now() - began,
    stop: () => end(child),
  };
}

/** Removes what a measurement left. */
export async function discard(dataDir: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
}

/** Waits until a server that was just started answers `url` with a 200. @throws when it ends or is late */
export async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`);
    const ready = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await delay(5);
  }
  child.kill('SIGKILL');
  throw new Error(`the server was not ready within ${READY_WITHIN_MS / 1000} s`);
}

/** Ends a server and waits until it has ended. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
