import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import path from 'node:path';
import { childEnvironment } from './child-environment.ts';
import type { Account } from './file-access.ts';

/**
 * The way to start a PostgreSQL program: directly or through another program, under our account or
 * another.
 */
export interface LaunchMode {
  /**
   * Program and arguments to put in front; empty for none. It replaces itself with ours, so the
   * process id stays.
   */
  wrapper: readonly string[];
  /** The account that Node switches to before it starts the program; null: stay as we are. */
  account: Account | null;
}

/** The result of running a program. */
export interface ProgramResult {
  /** Exit code; null when a signal ended it, or it could not be started. */
  code: number | null;
  stdout: string;
  /** The program's standard error, or why it could not be started. */
  stderr: string;
}

/** Starts a program in a given way, with an environment of our making. */
export function startProgram(
  mode: LaunchMode,
  program: string,
  args: readonly string[],
  stdio: StdioOptions,
): ChildProcess {
  const [file = program, ...rest] = [...mode.wrapper, program, ...args];
  return spawn(file, rest, {
    stdio,
    env: childEnvironment(),
    // Avoids our own folder: the other account may not be able to enter it.
    cwd: path.parse(program).root,
    // A group of its own: Ctrl-C in a terminal is for us, and we stop PostgreSQL after the last
    // request.
    detached: process.platform !== 'win32',
    windowsHide: true,
    ...(mode.account ?? {}),
  });
}

/** Runs a program to its end. Never rejects: a program that cannot be started has a null code. */
export async function runProgram(
  mode: LaunchMode,
  program: string,
  args: readonly string[],
  input = '',
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = startProgram(mode, program, args, 'pipe');
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', (error) => resolve({ code: null, stdout, stderr: error.message }));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    // A program that ends without reading is no error of ours; its exit code tells.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}
