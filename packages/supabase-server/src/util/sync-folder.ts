import { open } from 'node:fs/promises';

/**
 * Writes a folder to the disk, so that created and renamed entries survive a power cut.
 * @throws the file system's error
 */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and needs no such call.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
