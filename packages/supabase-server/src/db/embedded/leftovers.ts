import { rm } from 'node:fs/promises';
import type { Binaries } from './binaries.ts';
import { isClusterProcess, listClusterProcesses, sendSignal } from './cluster-processes.ts';
import { EmbeddedPostgresError } from './errors.ts';
import type { LauncherLog } from './launcher-log.ts';
import { postmasterPidPath, readPostmasterState } from './postmaster-pid-file.ts';
import { runProgram } from './run-program.ts';
import { waitUntil } from './wait-until.ts';

const FAST_SHUTDOWN_MS = 20_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;
const KILL_MS = 5_000;

/**
 * Ends what a killed run of ours left of its PostgreSQL, so that the cluster is free. The caller
 * holds the lock of the data directory, so whatever still works in the cluster has no owner. It is
 * stopped rather than adopted: a stop takes a fraction of a second, and what runs afterwards is
 * always our child, of this release and with its settings.
 * @param clusterDir symbolic links resolved
 * @throws EmbeddedPostgresError `in-use` when it cannot be stopped
 */
export async function stopLeftovers(clusterDir: string, binaries: Binaries, log: LauncherLog): Promise<void> {
  const state = await readPostmasterState(clusterDir);
  if (state && (await isClusterProcess(state.pid, clusterDir))) {
    log({
      level: 'warn',
      message: `Stopping the PostgreSQL (process ${state.pid}) that an earlier run left behind.`,
    });
    await stopProcess(state.pid, clusterDir, binaries);
  }
  await stopBackends(clusterDir);
  // PostgreSQL gives up on an empty file, and on one whose process id belongs to another program by
  // now. On Windows we can't tell.
  if (process.platform !== 'win32') await rm(postmasterPidPath(clusterDir), { force: true });
}

async function stopProcess(pid: number, clusterDir: string, binaries: Binaries): Promise<void> {
  const gone = async () => !(await isClusterProcess(pid, clusterDir));
  if (process.platform === 'win32') {
    // There are no signals there; pg_ctl knows PostgreSQL's own, and waits.
    const args = ['stop', '-D', clusterDir, '-m', 'fast', '-w'];
    await runProgram({ wrapper: [], account: null }, binaries.pgCtl, args);
  } else {
    sendSignal(pid, 'SIGINT');
  }
  if (await waitUntil(gone, FAST_SHUTDOWN_MS)) return;
  sendSignal(pid, 'SIGQUIT');
  if (await waitUntil(gone, IMMEDIATE_SHUTDOWN_MS)) return;
  sendSignal(pid, 'SIGKILL');
  if (await waitUntil(gone, KILL_MS)) return;
  throw new EmbeddedPostgresError(
    'in-use',
    `${clusterDir} is in use by process ${pid}, a PostgreSQL that does not stop. End that process, then start again.`,
  );
}

/**
 * Sessions outlive a killed server while they are busy, and the next server refuses to start beside
 * them.
 */
async function stopBackends(clusterDir: string): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGQUIT', 1_000],
    ['SIGKILL', KILL_MS],
  ] as const) {
    const signalled = async () => {
      const pids = await listClusterProcesses(clusterDir);
      for (const pid of pids) sendSignal(pid, signal);
      return pids.length === 0;
    };
    if (await waitUntil(signalled, timeoutMs)) return;
  }
}
