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
  /** Its priority where chats must be felt even less: 0 is normal, 19 the lowest. */
  niceness?: number;
}

/** What is run, and what Node needs to run it. */
export interface ContainedEntry {
  file: string;
  execArgv: string[];
  niceness?: number;
}

/** Built beside the server, or the sources themselves when the server runs from sources. */
export function containedEntry(program: ContainedProgram): ContainedEntry {
  if (!import.meta.url.endsWith('.ts')) return builtEntry(program);
  return {
    file: path.join(serverFolder(), 'src', program.source),
    execArgv: [heapLimit(program), '--import', 'tsx'],
    ...(program.niceness === undefined ? {} : { niceness: program.niceness }),
  };
}

/** Built, whatever the server runs from. */
export function builtEntry(program: ContainedProgram): ContainedEntry {
  return {
    file: path.join(serverFolder(), `dist/${program.built}.js`),
    execArgv: [heapLimit(program)],
    ...(program.niceness === undefined ? {} : { niceness: program.niceness }),
  };
}

function serverFolder(): string {
  return path.join(findProjectRoot(), 'apps/server');
}

function heapLimit({ heapMb }: ContainedProgram): string {
  return `--max-old-space-size=${heapMb}`;
}

/** Chats come first; 0 is normal, 19 the lowest. */
const NICENESS = 5;

/**
 * Starts it. Our settings and secrets are not for it, and what it prints belongs nowhere: libraries print what they were
 * given. However it fails, `exit` or `error` is emitted.
 * @param settings environment variables of its own
 */
export function startContained(
  { file, execArgv, niceness }: ContainedEntry,
  settings: Readonly<Record<string, string>> = {},
): ChildProcess {
  const child = fork(file, {
    execArgv,
    env: { ...containedEnvironment(), ...settings },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => child.kill('SIGKILL'));
  lowerPriority(child, niceness ?? NICENESS);
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

function lowerPriority(child: ChildProcess, niceness: number): void {
  if (child.pid === undefined) return;
  try {
    os.setPriority(child.pid, niceness);
  } catch {
    // It has ended already, or the platform does not let us: then it works as everything else does.
  }
}
