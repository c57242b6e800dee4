import { randomUUID } from 'node:crypto';
import type { RequestScope } from '../../db/database.ts';
import { type BucketRules, findBucketRules } from '../data/buckets.ts';
import { type FileMetadata, type NewObject, type Owner, writeObject } from '../data/objects.ts';
import { announceFile, discardFile, forgetFiles } from '../data/unowned-files.ts';
import type { StorageDeps } from '../deps.ts';
import { storageErrors } from '../errors.ts';
import type { ObjectPath } from '../http/object-path.ts';
import { isAllowedMimeType, isMimeType } from '../rules/mime-type.ts';
import type { IncomingFile } from '../upload/incoming-file.ts';
import { measured } from '../upload/measured.ts';

/** Who writes the row: a caller whose right is asked of row-level security, or `granted` by an upload token. */
export type Writer = { scope: RequestScope; owner: Owner } | { granted: true; owner: Owner };

export interface StoredObject {
  id: string;
  /** `bucket/key` */
  fullPath: string;
}

class RightsChecked extends Error {}

/**
 * Streams an upload into the store and gives it a row. The right is asked before the bytes are read, and again with the row that
 * counts; the object appears with that row and never in part.
 * @throws {StorageError} bucket, size and type; database errors for rights and names
 */
export async function storeUpload(
  deps: StorageDeps,
  { bucket, key }: ObjectPath,
  file: IncomingFile,
  writer: Writer,
  upsert: boolean,
): Promise<StoredObject> {
  const rules = await findBucketRules(deps.db, bucket);
  requireMimeType(file.contentType, rules);
  const limit = sizeLimit(deps, rules);
  if ((file.announcedSize ?? 0) > limit) throw storageErrors.tooLarge();
  const object = newObject(bucket, key, writer.owner);
  const stored = await withNewFile(deps, object.version, async () => {
    await requireWriteRight(deps, object, writer, upsert);
    const measure = measured(file.content, limit, () => storageErrors.tooLarge());
    await deps.store.write(object.version, measure.content);
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
function sizeLimit({ config }: StorageDeps, rules: BucketRules): number {
  return Math.min(config.storage.maxFileBytes, rules.file_size_limit ?? Number.POSITIVE_INFINITY);
}

/** Whether a stored file may lie in another bucket. @throws {StorageError} EntityTooLarge, InvalidMimeType */
export function requireFits(deps: StorageDeps, metadata: FileMetadata, rules: BucketRules): void {
  if (metadata.size > sizeLimit(deps, rules)) throw storageErrors.tooLarge();
  requireMimeType(metadata.mimetype, rules);
}

/** @throws {StorageError} InvalidMimeType */
function requireMimeType(type: string, rules: BucketRules): void {
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
 * Runs `work`, which makes the file `version` and the row that owns it. Whatever fails, nothing stays for ever: the file is named
 * in the database first and cleaned away unless a row owns it.
 */
export async function withNewFile<T>(deps: StorageDeps, version: string, work: () => Promise<T>): Promise<T> {
  await announceFile(deps.db, version);
  try {
    return await work();
  } catch (error) {
    // Should this fail as well, the janitor takes the file once it is old.
    await discardFile(deps.db, version).catch(() => undefined);
    deps.janitor.wake();
    throw error;
  }
}

/** Asks row-level security by writing the row and taking it back. @throws database errors as {@link writeObject} */
export async function requireWriteRight(
  deps: StorageDeps,
  object: NewObject,
  writer: Writer,
  upsert: boolean,
): Promise<void> {
  if ('granted' in writer) return;
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
  writer: Writer,
  upsert: boolean,
): Promise<void> {
  await announceFile(deps.db, object.version);
  try {
    await requireWriteRight(deps, object, writer, upsert);
  } finally {
    await forgetFiles(deps.db, [object.version]);
  }
}

/** @returns the row's id */
export async function write(
  deps: StorageDeps,
  object: NewObject,
  writer: Writer,
  upsert: boolean,
): Promise<string> {
  const id =
    'granted' in writer
      ? await deps.db.transaction((tx) => writeObject(tx, object, upsert))
      : await deps.db.requestTransaction(writer.scope, (tx) => writeObject(tx, object, upsert));
  // A replaced object leaves its file behind.
  if (upsert) deps.janitor.wake();
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
