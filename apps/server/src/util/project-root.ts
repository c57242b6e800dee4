import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The directory that holds `supabase/`, found upwards from this file: the same for the bundle in
 * `dist` and for the sources.
 * @throws when the server was copied away from the project.
 */
export function findProjectRoot(): string {
  let directory = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(directory, 'supabase', 'migrations'))) {
    const parent = path.dirname(directory);
    if (parent === directory)
      throw new Error('supabase/migrations is nowhere above the server: keep the project whole');
    directory = parent;
  }
  return directory;
}
