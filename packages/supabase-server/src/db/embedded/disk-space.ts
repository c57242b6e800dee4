import { statfs } from 'node:fs/promises';

const NEARLY_NOTHING_BYTES = 4 * 1024 * 1024;

/**
 * A sentence to end an error message with when a full disk is the likely cause; else an empty
 * string.
 */
export async function describeFullDisk(folder: string): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < NEARLY_NOTHING_BYTES ? `\nThe disk that holds ${folder} is full.` : '';
  } catch {
    return '';
  }
}
