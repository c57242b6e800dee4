import { randomUUID } from 'node:crypto';
import { type BucketRules, findBucketRules } from '../data/buckets.ts';
import {
  type FileMetadata,
  type NewObject,
  type ObjectRow,
  type Owner,
  writeObject,
} from '../data/objects.ts';
import { announceFile, discardFile, forgetFiles } from '../data/orphaned-files.ts';
import type { StorageDeps } from '../deps.ts';
import { storageErrors } from '../errors.ts';
import { FileMissingError } from '../files/file-store.ts';
import type { StorageCaller } from '../http/caller.ts';
import type { ObjectPath } from '../http/object-path.ts';
import { essenceOf } from '../rules/file-signature.ts';
import { isAllowedMimeType, isMimeType, restrictsTypes } from '../rules/mime-type.ts';
import { checkedContent } from '../upload/checked-content.ts';
import type { IncomingFile } from '../upload/incoming-file.ts';
import { measureStream } from '../upload/measured-stream.ts';
import { requireQuota } from './quota.ts';

export interface StoredObject {
  id: string;
  /** `bucket/key` */
  fullPath: string;
}

class RightsChecked extends Error {}

/**
 * Streams an upload into the store and gives it a row. The right is asked before the bytes are
 * read, and again with the row that counts; the object appears with that row and never in part.
 * @throws {StorageError} bucket, size and type; database errors for rights and names
 */
export async function storeUpload(
  deps: StorageDeps,
  { bucket, key }: ObjectPath,
  file: IncomingFile,
  writer: StorageCaller,
  upsert: boolean,
): Promise<StoredObject> {
  const rules = await findBucketRules(deps.db, bucket);
  requireMimeType(file.contentType, rules);
  const limit = sizeLimit(deps, rules);
  if ((file.announcedSize ?? 0) > limit) throw storageErrors.tooLarge();
  const object = newObject(bucket, key, writer.owner);
  const bytes = Math.min(file.requestSize ?? limit, limit);
  const stored = await withNewFile(deps, object.version, async () => {
    await requireWriteRight(deps, object, writer, upsert);
    // A replacement frees what it replaces; an excess shows when the row is written.
    const more = upsert ? { files: 0, bytes: 0 } : { files: 1, bytes: file.announcedSize ?? 0 };
    await requireQuota(deps, deps.db, writer, more);
    const content = isChecked(file.contentType, rules)
      ? checkedContent(file.content, file.contentType)
      : file.content;
    const measure = measureStream(content, limit, () => storageErrors.tooLarge());
    await withDiskSpace(deps, bytes, () => deps.store.write(object.version, measure.content));
    const fields = await file.fields();
    const complete: NewObject = {
      ...object,
      metadata: fileMetadata(measure.size(), measure.etag(), file.contentType, fields.cacheControl),
      userMetadata: fields.userMetadata,
    };
    return write(deps, complete, writer, upsert);
  });
  return { id: stored, fullPath: `${bucket}/${key}` };
}

/** Largest file that a bucket takes, in bytes. */
export function sizeLimit({ config }: StorageDeps, rules: BucketRules): number {
  return Math.min(config.storage.maxFileBytes, rules.file_size_limit ?? Number.POSITIVE_INFINITY);
}

/**
 * A bucket's type restrictions apply to the files' contents, not their names. SVGs are checked in
 * every bucket.
 */
function isChecked(type: string, rules: BucketRules): boolean {
  return restrictsTypes(rules.allowed_mime_types) || essenceOf(type) === 'image/svg+xml';
}

/** @param bytes that `work` may write @throws {StorageError} InsufficientStorage */
export async function withDiskSpace(
  { diskSpace }: StorageDeps,
  bytes: number,
  work: () => Promise<void>,
): Promise<void> {
  const release = await diskSpace.reserve(bytes);
  if (!release) throw storageErrors.full('The disk of this installation is full; tell its operator');
  try {
    await work();
  } finally {
    release();
  }
}

/**
 * Checks that another bucket accepts a stored file.
 * @param source the row of the file
 * @throws {StorageError} EntityTooLarge, InvalidMimeType
 */
export async function requireFits(
  deps: StorageDeps,
  { version }: Pick<ObjectRow, 'version'>,
  metadata: FileMetadata,
  rules: BucketRules,
): Promise<void> {
  if (metadata.size > sizeLimit(deps, rules)) throw storageErrors.tooLarge();
  requireMimeType(metadata.mimetype, rules);
  if (!isChecked(metadata.mimetype, rules)) return;
  const content = await deps.store.read(version, null).catch((error: unknown) => {
    throw error instanceof FileMissingError ? storageErrors.noObject() : error;
  });
  // Content is checked before it is passed on.
  for await (const _ of checkedContent(content, metadata.mimetype)) break;
}

/** @throws {StorageError} InvalidMimeType */
export function requireMimeType(type: string, rules: BucketRules): void {
  if (!isMimeType(type) || !isAllowedMimeType(type, rules.allowed_mime_types)) {
    throw storageErrors.mimeType(type.slice(0, 200));
  }
}

export function newObject(bucket: string, key: string, owner: Owner): NewObject {
  return {
    id: randomUUID(),
    bucket,
    key,
    version: randomUUID(),
    owner,
    metadata: null,
    userMetadata: null,
  };
}

/**
 * Runs `work`, which makes the file `version` and the row that owns it. Whatever fails, nothing
 * stays for ever: the file is named in the database first and cleaned away unless a row owns it.
 */
export async function withNewFile<T>(deps: StorageDeps, version: string, work: () => Promise<T>): Promise<T> {
  await announceFile(deps.db, version);
  try {
    return await work();
  } catch (error) {
    // Should this fail as well, the cleanup takes the file once it is old.
    await discardFile(deps.db, version).catch(() => undefined);
    deps.orphanedFileCleanup.wake();
    throw error;
  }
}

/**
 * Asks row-level security by writing the row and taking it back.
 * @throws database errors as {@link writeObject}
 */
export async function requireWriteRight(
  deps: StorageDeps,
  object: NewObject,
  writer: StorageCaller,
  upsert: boolean,
): Promise<void> {
  try {
    await deps.db.requestTransaction(writer.scope, async (tx) => {
      await writeObject(tx, object, upsert);
      throw new RightsChecked();
    });
  } catch (error) {
    if (!(error instanceof RightsChecked)) throw error;
  }
}

/**
 * Like {@link requireWriteRight} where no file will follow.
 * @throws database errors as {@link writeObject}
 */
export async function requireFutureWriteRight(
  deps: StorageDeps,
  object: NewObject,
  writer: StorageCaller,
  upsert: boolean,
): Promise<void> {
  await announceFile(deps.db, object.version);
  try {
    await requireWriteRight(deps, object, writer, upsert);
  } finally {
    await forgetFiles(deps.db, [object.version]);
  }
}

/**
 * @returns the row's id
 * @throws {StorageError} QuotaExceeded, InsufficientStorage; database errors as {@link writeObject}
 */
export async function write(
  deps: StorageDeps,
  object: NewObject,
  writer: StorageCaller,
  upsert: boolean,
): Promise<string> {
  const id = await deps.db.requestTransaction(writer.scope, async (tx) => {
    const written = await writeObject(tx, object, upsert);
    await requireQuota(deps, tx, writer, { files: 0, bytes: 0 });
    return written;
  });
  // Replacing an object orphans its previous file.
  if (upsert) deps.orphanedFileCleanup.wake();
  return id;
}

function fileMetadata(size: number, eTag: string, mimetype: string, cacheControl: string): FileMetadata {
  return {
    eTag,
    size,
    mimetype,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  };
}
