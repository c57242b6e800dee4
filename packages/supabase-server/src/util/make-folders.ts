import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './sync-folder.ts';

/**
 * Creates a folder with its missing parents, like `mkdir -p`, and writes each parent of a new folder
 * to the disk, so that all of them survive a power cut. Node's own `recursive` never returns for an
 * existing parent that accepts no folder (/proc): it keeps creating the two in turn.
 * @param sync writes a folder to the disk; tests count its calls
 * @throws the file system's error
 */
export async function makeFolders(folder: string, mode: number, sync = syncFolder): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await makeFolders(parent, mode, sync);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another process was quicker.
    if (code === 'EEXIST' && (await isFolder(folder))) return;
    if (code !== 'ENOENT') throw error;
    throw Object.assign(new Error(`No folder can be made in ${parent}`, { cause: error }), { code });
  }
  await sync(parent);
}

async function isFolder(name: string): Promise<boolean> {
  try {
    return (await stat(name)).isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
