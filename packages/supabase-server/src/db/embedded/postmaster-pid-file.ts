import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The state that a running PostgreSQL writes into `postmaster.pid` in its cluster. */
export interface PostmasterState {
  pid: number;
  /** The state, such as "starting", "ready", "stopping"; empty while the file is incomplete. */
  status: string;
  /** The port on 127.0.0.1; 0 while the file is incomplete. */
  port: number;
}

/** The path of the file in a cluster. */
export function postmasterPidPath(clusterDir: string): string {
  return path.join(clusterDir, 'postmaster.pid');
}

/** Reads the file; null when it is missing or holds no process id. */
export async function readPostmasterState(clusterDir: string): Promise<PostmasterState | null> {
  const text = await readFile(postmasterPidPath(clusterDir), 'utf8').catch(() => '');
  return parsePostmasterState(text);
}

/** Lines 1, 4 and 8 of the file, as PostgreSQL's pidfile.h numbers them. */
export function parsePostmasterState(text: string): PostmasterState | null {
  const lines = text.split('\n');
  // A single-user session writes its id negated.
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  return pid > 0
    ? { pid, status: lines[7]?.trim() ?? '', port: Number.parseInt(lines[3] ?? '', 10) || 0 }
    : null;
}
