import { type ChildProcess, fork } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';

/**
 * A program of this package that reads what strangers sent, where it can end no more than its own
 * process.
 */
export interface ContainedProgram {
  /** Absolute path of its source file, which runs when the application runs from sources. */
  source: string;
  /** Name of its file in the application's build, without `.js`. */
  built: string;
  /** Bytes of JavaScript objects that it may hold, in MiB. */
  heapMb: number;
  /** Its priority where chats must be felt even less: 0 is normal, 19 the lowest. */
  niceness?: number;
}

/** The program to run and the Node options for it. */
export interface ContainedEntry {
  file: string;
  execArgv: string[];
  niceness?: number;
}

/**
 * The source file when the application runs from sources. A bundler puts this function and the
 * built programs into one folder.
 */
export function containedEntry(program: ContainedProgram): ContainedEntry {
  if (!import.meta.url.endsWith('.ts')) return builtEntry(program, import.meta.dirname);
  return {
    file: program.source,
    execArgv: [heapLimit(program), '--import', 'tsx'],
    ...(program.niceness === undefined ? {} : { niceness: program.niceness }),
  };
}

/**
 * The built program, even when the caller runs from sources.
 * @param folder absolute path of the application's build
 */
export function builtEntry(program: ContainedProgram, folder: string): ContainedEntry {
  return {
    file: path.join(folder, `${program.built}.js`),
    execArgv: [heapLimit(program)],
    ...(program.niceness === undefined ? {} : { niceness: program.niceness }),
  };
}

function heapLimit({ heapMb }: ContainedProgram): string {
  return `--max-old-space-size=${heapMb}`;
}

/** Chats come first; 0 is normal, 19 the lowest. */
const NICENESS = 5;

/**
 * Starts it. The process gets none of our settings and secrets, and its output is discarded,
 * because libraries print their input. However it fails, `exit` or `error` is emitted.
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
