import { existsSync } from 'node:fs';
import { outputOf, run } from './run.ts';

/** Options for installs that can be skipped: they do not wait for a mirror that does not answer. */
export const IMPATIENT = [
  '-o',
  'Acquire::Retries=0',
  '-o',
  'Acquire::http::Timeout=10',
  '-o',
  'Acquire::https::Timeout=10',
];

/**
 * Installs packages on Debian and its relatives, where this account may do so without being asked
 * for a password.
 * @param options further arguments of apt-get
 * @returns false when this is another system, when the account may not, or when it failed
 */
export function aptInstall(packages: readonly string[], options: readonly string[] = []): boolean {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return false;
  const root = process.getuid?.() === 0;
  if (!root && outputOf('sudo', ['-n', 'true']) === null) return false;
  const apt = (args: string[]) => {
    const quiet = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...options, ...args];
    const [program, ...rest] = root ? quiet : ['sudo', '-n', ...quiet];
    return run(program as string, rest) === 0;
  };
  console.log(`Installing ${packages.join(', ')} …`);
  // A stale package list is no reason to give up: the package may still be there.
  apt(['update']);
  return apt(['install', '-y', '--no-install-recommends', ...packages]);
}
