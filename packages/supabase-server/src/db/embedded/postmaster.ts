import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { describeFullDisk } from './disk-space.ts';
import { EmbeddedPostgresError } from './errors.ts';
import type { LauncherLog } from './launcher-log.ts';
import type { Machine } from './memory-settings.ts';
import { readPostmasterState } from './postmaster-pid-file.ts';
import { type LaunchMode, runProgram, startProgram } from './run-program.ts';
import { type ServerLog, tailOf } from './server-log.ts';
import { postmasterArguments } from './settings.ts';
import { waitUntil } from './wait-until.ts';

/** The exit code and signal of a process. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A PostgreSQL server that accepts connections. */
export interface Postmaster {
  port: number;
  exited: Promise<ProcessEnd>;
  /** Fast shutdown, and harsher means after a time limit. */
  stop(): Promise<void>;
}

/** Options for starting a postmaster. */
export interface PostmasterOptions {
  clusterDir: string;
  binaries: Binaries;
  mode: LaunchMode;
  machine: Machine;
  serverLog: ServerLog;
  log: LauncherLog;
  /** Called before each new attempt after PostgreSQL found the cluster still in use. */
  clearCluster(): Promise<void>;
  /** Returns a port to try; another each time. */
  pickPort?: () => Promise<number>;
}

const PORT_ATTEMPTS = 10;
const CLUSTER_BUSY_MS = 10_000;
const CLUSTER_BUSY_PAUSE_MS = 200;
// Recovery after a power cut replays the log, and on a slow disk takes long; as long as it works it
// is waited for.
const SLOW_START_MS = 5_000;
const FAST_SHUTDOWN_MS = 30_000;
const IMMEDIATE_SHUTDOWN_MS = 10_000;

/**
 * Starts a server on a free port of 127.0.0.1 and waits until it accepts connections.
 * @throws EmbeddedPostgresError `start-failed`, with the end of PostgreSQL's log
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { serverLog, clearCluster, pickPort = findFreePort } = options;
  const busyUntil = Date.now() + CLUSTER_BUSY_MS;
  let portsLeft = PORT_ATTEMPTS;
  for (;;) {
    const mark = await serverLog.size();
    const postmaster = await attemptStart(options, await pickPort());
    if (postmaster) return postmaster;
    const output = await serverLog.since(mark);
    const reason = classifyFailure(output);
    if (reason === 'port-taken' && --portsLeft > 0) continue;
    if (reason === 'cluster-busy' && Date.now() < busyUntil) {
      await sleep(CLUSTER_BUSY_PAUSE_MS);
      await clearCluster();
      continue;
    }
    throw new EmbeddedPostgresError(
      'start-failed',
      `PostgreSQL did not start. The end of its log (${serverLog.file}):\n${tailOf(output) || '(nothing)'}${await describeFullDisk(options.clusterDir)}`,
    );
  }
}

/** Decides from the log of a failed start whether a retry can help. */
export function classifyFailure(output: string): 'port-taken' | 'cluster-busy' | 'other' {
  if (/lock file "postmaster\.pid" already exists|shared memory block .* is still in use/.test(output)) {
    return 'cluster-busy';
  }
  return /could not create any TCP\/IP sockets/.test(output) ? 'port-taken' : 'other';
}

/** A port of 127.0.0.1 without a listener at this moment. */
export async function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('The system gave no port.'));
      });
    });
  });
}

/** Null when the server ended before it was ready. */
async function attemptStart(options: PostmasterOptions, port: number): Promise<Postmaster | null> {
  const { clusterDir, binaries, mode, machine, serverLog, log } = options;
  const output = serverLog.handle.fd;
  const child = startProgram(mode, binaries.postgres, postmasterArguments(clusterDir, port, machine), [
    'ignore',
    output,
    output,
  ]);
  let ended = false;
  const exited = new Promise<ProcessEnd>((resolve) => {
    child.once('exit', (code, signal) => {
      ended = true;
      resolve({ code, signal });
    });
    child.once('error', () => {
      ended = true;
      resolve({ code: null, signal: null });
    });
  });
  // Handles an end by process.exit() or an uncaught error; after a signal that kills us, setpriv or
  // the next start cleans up.
  const interrupt = () => void child.kill('SIGINT');
  process.once('exit', interrupt);
  void exited.then(() => process.off('exit', interrupt));

  const isDecided = async () => {
    if (ended) return true;
    const state = await readPostmasterState(clusterDir);
    return state?.pid === child.pid && state?.status === 'ready';
  };
  if (!(await waitUntil(isDecided, SLOW_START_MS))) {
    log({
      level: 'warn',
      message: 'PostgreSQL is still starting, perhaps repairing after a crash; waiting.',
    });
    await waitUntil(isDecided, Number.POSITIVE_INFINITY);
  }
  if (ended) return null;
  return { port, exited, stop: () => stopChild(child, exited, options) };
}

async function stopChild(
  child: ChildProcess,
  exited: Promise<ProcessEnd>,
  { binaries, log }: PostmasterOptions,
): Promise<void> {
  const endsWithin = (timeoutMs: number) => isSettledWithin(exited, timeoutMs);
  if (process.platform === 'win32') {
    // Node's signals end a process at once there; PostgreSQL has its own, and pg_ctl sends them.
    await runProgram({ wrapper: [], account: null }, binaries.pgCtl, ['kill', 'INT', String(child.pid)]);
  } else {
    child.kill('SIGINT');
  }
  if (await endsWithin(FAST_SHUTDOWN_MS)) return;
  log({ level: 'warn', message: 'PostgreSQL takes too long to stop; stopping it at once. Nothing is lost.' });
  child.kill('SIGQUIT');
  if (await endsWithin(IMMEDIATE_SHUTDOWN_MS)) return;
  child.kill('SIGKILL');
  await exited;
}

async function isSettledWithin(promise: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const timer = new AbortController();
  const timeout = sleep(timeoutMs, false, { signal: timer.signal }).catch(() => false);
  const settled = await Promise.race([promise.then(() => true), timeout]);
  timer.abort();
  return settled;
}
