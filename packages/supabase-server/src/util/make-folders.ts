import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a folder with its missing parents, like `mkdir -p`. Node's own `recursive` never returns
 * for an existing parent that accepts no folder (/proc): it keeps creating the two in turn.
 * @returns the uppermost created folder; undefined when all existed
 * @throws the file system's error
 */
export async function makeFolders(folder: string, mode: number): Promise<string | undefined> {
  if (await isFolder(folder)) return undefined;
  const parent = path.dirname(folder);
  const uppermost = parent === folder ? undefined : await makeFolders(parent, mode);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another process was quicker.
    if (code === 'EEXIST' && (await isFolder(folder))) return uppermost;
    if (code !== 'ENOENT') throw error;
    throw Object.assign(new Error(`No folder can be made in ${parent}`, { cause: error }), { code });
  }
  return uppermost ?? folder;
}

async function isFolder(name: string): Promise<boolean> {
  try {
    return (await stat(name)).isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
