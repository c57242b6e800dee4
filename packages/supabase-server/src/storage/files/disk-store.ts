import { constants } from 'node:fs';
import { copyFile, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolders } from '../../util/make-folders.ts';
import { syncFolder } from '../../util/sync-folder.ts';
import { type FileId, FileMissingError, type FileStore } from './file-store.ts';

/**
 * Files in a directory: `files/<first two characters>/<id>` once complete, `incoming/<id>` until
 * then.
 * @param folder absolute path; made with the first file
 * @param sync writes a folder to the disk; tests look at its calls
 */
export function createDiskStore(folder: string, sync = syncFolder): FileStore {
  const incoming = (id: FileId) => path.join(folder, 'incoming', id);
  const final = (id: FileId) => path.join(folder, 'files', id.slice(0, 2), id);

  /** Folders of files whose own entries are on the disk. */
  const durable = new Set<string>();

  async function makeDurable(target: string): Promise<void> {
    await makeFolders(target, 0o700, sync);
    if (durable.has(target)) return;
    // Another writer may have made the folders a moment ago, and not have written them to the disk yet.
    for (const each of [path.dirname(target), folder, path.dirname(folder)]) await sync(each);
    durable.add(target);
  }

  /**
   * Fills a temporary file, then makes it appear under its id, so that a power cut shows all of it
   * or nothing.
   */
  async function keep(id: FileId, fill: (temporary: string) => Promise<void>): Promise<void> {
    const [temporary, target] = [incoming(id), final(id)];
    await makeFolders(path.dirname(temporary), 0o700, sync);
    await makeDurable(path.dirname(target));
    try {
      await fill(temporary);
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await sync(path.dirname(target));
  }

  return {
    write: (id, content) =>
      keep(id, async (temporary) => {
        const file = await open(temporary, 'wx', 0o600);
        try {
          await writeFile(file, content);
          await file.sync();
        } finally {
          await file.close();
        }
      }),
    async read(id, range) {
      const file = await open(final(id), 'r').catch(missing);
      // An inclusive range, as in HTTP.
      return file.createReadStream({ highWaterMark: 256 * 1024, ...range });
    },
    copy: (from, to) =>
      keep(to, async (temporary) => {
        // File systems that can share the blocks do.
        await copyFile(final(from), temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE).catch(
          missing,
        );
        const file = await open(temporary, 'r+');
        try {
          await file.sync();
        } finally {
          await file.close();
        }
      }),
    async remove(ids) {
      for (const id of ids) {
        await rm(final(id), { force: true });
        await rm(incoming(id), { force: true });
      }
    },
  };
}

function missing(error: Error & { code?: string }): never {
  if (error.code === 'ENOENT') throw new FileMissingError('The file of an object is missing');
  throw error;
}
