import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ServerConfig } from '../config/server-config.ts';
import type { ServerContext } from '../server-context.ts';
import type { Logger } from '../util/logger.ts';
import { createDiskSpace, type DiskSpace, freeBytes } from './files/disk-space.ts';
import { createDiskStore } from './files/disk-store.ts';
import type { FileStore } from './files/file-store.ts';
import { type OrphanedFileCleanup, startOrphanedFileCleanup } from './files/orphaned-file-cleanup.ts';

/** Dependencies of the storage routes. */
export interface StorageDeps
  extends Pick<ServerContext, 'config' | 'db' | 'log' | 'signingKeys' | 'authenticator'> {
  store: FileStore;
  orphanedFileCleanup: OrphanedFileCleanup;
  diskSpace: DiskSpace;
}

export async function buildStorageDeps(ctx: ServerContext): Promise<StorageDeps> {
  const { config, db, log, signingKeys, authenticator } = ctx;
  const store = await openFileStore(config);
  if (config.storage.s3) void tryStore(store, log);
  const { s3, minFreeBytes } = config.storage;
  const diskSpace = createDiskSpace(minFreeBytes, async () => (s3 ? null : freeBytes(folderOf(config))));
  return {
    config,
    db,
    log,
    signingKeys,
    authenticator,
    store,
    orphanedFileCleanup: startOrphanedFileCleanup({ db, store, log }),
    diskSpace,
  };
}

function folderOf({ dataDir }: ServerConfig): string {
  return path.join(dataDir, 'storage');
}

/** @returns where the settings say that the bytes of stored files are */
export async function openFileStore(config: ServerConfig): Promise<FileStore> {
  const { s3 } = config.storage;
  if (!s3) return createDiskStore(folderOf(config));
  // Loaded only where it is used: the SDK takes longer to load than the rest of the server.
  const { createS3Store } = await import('./files/s3-store.ts');
  return createS3Store(s3);
}

/**
 * Tells the operator of a wrong S3_ setting at the start rather than at the first upload, which
 * chats need not wait for.
 */
async function tryStore(store: FileStore, log: Logger): Promise<void> {
  const id = `probe-${randomUUID()}`;
  try {
    await store.write(id, Readable.from([Buffer.from('probe')]));
    await store.remove([id]);
  } catch (error) {
    const { name, message } = error as Error;
    log.error({ err: { name, message } }, 'files cannot be kept in the S3 store: look at the S3_ settings');
  }
}
