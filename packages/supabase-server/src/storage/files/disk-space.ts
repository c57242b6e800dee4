import { statfs } from 'node:fs/promises';
import path from 'node:path';

/** Bytes of the disk that uploads under way will take. */
export interface DiskSpace {
  /**
   * Sets bytes aside for one upload of this process.
   * @returns what gives them back; null when too little of the disk would stay free
   */
  reserve(bytes: number): Promise<(() => void) | null>;
}

/**
 * @param minFree bytes that must stay free
 * @param free bytes that are free now; null where that is not known, as in an S3 store
 */
export function createDiskSpace(minFree: number, free: () => Promise<number | null>): DiskSpace {
  let reserved = 0;
  return {
    async reserve(bytes) {
      reserved += bytes;
      const release = once(() => {
        reserved -= bytes;
      });
      const left = await free().catch(() => null);
      if (left === null || left - reserved >= minFree) return release;
      release();
      return null;
    },
  };
}

/**
 * @param folder need not be there yet
 * @returns bytes that this process may still write on its disk
 */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const parent = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    return freeBytes(parent);
  }
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (!done) act();
    done = true;
  };
}
