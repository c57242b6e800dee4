import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from './project.ts';

/**
 * Runs a program in the project's folder with its output on ours.
 * @returns its exit code; 127 when it cannot be run, 1 when a signal ended it
 */
export function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): number {
  const result = spawnSync(program, args, {
    cwd: PROJECT_ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    // Windows has .cmd files for npm's programs, which only its shell can run.
    shell: process.platform === 'win32',
  });
  return result.error ? 127 : (result.status ?? 1);
}

/** @returns what a program prints, or null when it cannot be run or fails */
export function outputOf(program: string, args: readonly string[]): string | null {
  const result = spawnSync(program, args, { encoding: 'utf8', timeout: 20_000 });
  return result.error || result.status !== 0 ? null : result.stdout;
}

/** Path of a program that npm installed. @throws when dependencies are not installed */
export function installedProgram(name: string): string {
  const file = path.join(
    PROJECT_ROOT,
    'node_modules/.bin',
    process.platform === 'win32' ? `${name}.cmd` : name,
  );
  if (!existsSync(file)) throw new Error(`${name} is not installed. Run: npm ci`);
  return file;
}
