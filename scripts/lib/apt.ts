import { existsSync } from 'node:fs';
import { outputOf, run } from './run.ts';

/**
 * Installs packages on Debian and its relatives, where this account may do so without being asked for a password.
 * @returns false when this is another system, when the account may not, or when it failed
 */
export function aptInstall(packages: readonly string[]): boolean {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return false;
  const root = process.getuid?.() === 0;
  if (!root && outputOf('sudo', ['-n', 'true']) === null) return false;
  const apt = (args: string[]) => {
    const quiet = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args];
    const [program, ...rest] = root ? quiet : ['sudo', '-n', ...quiet];
    return run(program as string, rest) === 0;
  };
  console.log(`Installing ${packages.join(', ')} …`);
  // A stale package list is no reason to give up: what is wanted may still be there.
  apt(['update']);
  return apt(['install', '-y', '--no-install-recommends', ...packages]);
}
