import { type ChildProcess, fork } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { findProjectRoot } from './project-root.ts';

/** A program of the server's own that reads what strangers sent, where it can end no more than its own process. */
export interface ContainedProgram {
  /** Its file below apps/server/src: what runs when the server runs from sources. */
  source: string;
  /** Name of its entry in vite.config.ts. */
  built: string;
  /** Bytes of JavaScript objects that it may hold, in MiB. */
  heapMb: number;
}

/** Chats come first; 0 is normal, 19 the lowest. */
const NICENESS = 5;

/**
 * Starts it. Our settings and secrets are not for it, and what it prints belongs nowhere. However it fails, `exit` or `error` is
 * emitted.
 */
export function startContained({ source, built, heapMb }: ContainedProgram): ChildProcess {
  const server = path.join(findProjectRoot(), 'apps/server');
  const fromSources = import.meta.url.endsWith('.ts');
  const child = fork(path.join(server, fromSources ? `src/${source}` : `dist/${built}.js`), {
    execArgv: [`--max-old-space-size=${heapMb}`, ...(fromSources ? ['--import', 'tsx'] : [])],
    env: containedEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => child.kill('SIGKILL'));
  lowerPriority(child);
  return child;
}

const INHERITED =
  process.platform === 'win32'
    ? ['PATH', 'SYSTEMROOT', 'SYSTEMDRIVE', 'TEMP', 'TMP', 'USERPROFILE']
    : ['PATH', 'TMPDIR', 'LD_LIBRARY_PATH'];

function containedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => INHERITED.includes(name.toUpperCase())),
  );
}

function lowerPriority(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    os.setPriority(child.pid, NICENESS);
  } catch {
    // It has ended already, or the platform does not let us: then it works as everything else does.
  }
}
