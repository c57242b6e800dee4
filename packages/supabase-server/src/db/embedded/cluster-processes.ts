import { readdir, readFile, readlink } from 'node:fs/promises';
import { type LaunchMode, runProgram } from './run-program.ts';

const direct: LaunchMode = { wrapper: [], account: null };

/**
 * Checks whether a process is a PostgreSQL that works in this cluster. A process id in a file
 * proves nothing: its process may be gone and the number given to another program.
 * @param clusterDir symbolic links resolved
 */
export async function isClusterProcess(pid: number, clusterDir: string): Promise<boolean> {
  if (process.platform === 'win32') {
    // The folder of another process cannot be read there; the name keeps other programs out.
    const { stdout } = await runProgram(direct, 'tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']);
    return stdout.includes('"postgres.exe"');
  }
  if (process.platform === 'linux') {
    // Every process of a server has the cluster as its working folder. An operator's shell may have
    // it too, hence the check of the name. A zombie has no folder.
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
    if (folder !== clusterDir) return false;
    return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim() === 'postgres';
  }
  const { stdout } = await runProgram(direct, 'ps', ['-ww', '-o', 'stat=,command=', '-p', String(pid)]);
  return !stdout.trim().startsWith('Z') && stdout.includes(`-D ${clusterDir}`);
}

/** The server processes that work in the cluster; on Linux only, elsewhere none are known. */
export async function listClusterProcesses(clusterDir: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const belongs = await Promise.all(pids.map((pid) => isClusterProcess(pid, clusterDir)));
  return pids.filter((_, index) => belongs[index]);
}

/** Sends a signal; ignores a process that is gone or not ours. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The caller waits for the effect, and notices when it does not happen.
  }
}
