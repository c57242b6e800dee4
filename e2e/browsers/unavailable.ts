import { existsSync } from 'node:fs';
import { aptInstall, IMPATIENT } from '../../scripts/lib/apt.ts';
import { onPath } from '../../scripts/lib/browser.ts';

/** This machine cannot have the browser, or the browser does not start here. */
export class UnavailableError extends Error {
  override name = 'UnavailableError';
}

/**
 * Finds programs, and installs Debian's packages when one of them is missing.
 * @param programs names on the PATH
 * @param packages that bring them
 * @returns their paths
 * @throws {UnavailableError} when a program is missing and cannot be installed
 */
export function ensurePrograms(programs: readonly string[], packages: readonly string[]): string[] {
  const pathOf = (name: string) => onPath(name).find((file) => existsSync(file));
  if (!programs.every(pathOf)) aptInstall(packages, IMPATIENT);
  return programs.map((name) => {
    const found = pathOf(name);
    if (found) return found;
    throw new UnavailableError(
      `${name} not found; Debian's packages ${packages.join(', ')} could not be installed`,
    );
  });
}

/**
 * Repeats an action that the start of a browser needs: on a busy machine a first try may hang.
 * @throws {UnavailableError} with the last failure
 */
export async function withRetries<T>(what: string, action: () => Promise<T>, attempts = 3): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await action();
    } catch (error) {
      if (error instanceof UnavailableError) throw error;
      const reason = (error as Error).message.split('\n')[0];
      if (attempt >= attempts) {
        throw new UnavailableError(`${what} failed ${attempts} times: ${reason}`, { cause: error });
      }
      console.log(`  ${what} failed, tried again: ${reason}`);
    }
  }
}
