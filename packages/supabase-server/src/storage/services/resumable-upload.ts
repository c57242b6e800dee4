import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { findBucketRules } from '../data/buckets.ts';
import { fromDatabaseError } from '../data/database-errors.ts';
import { discardFile } from '../data/orphaned-files.ts';
import {
  addPart,
  addUpload,
  findReserved,
  finishUpload,
  listParts,
  type ResumableUpload,
  removeUpload,
} from '../data/resumable-uploads.ts';
import type { StorageDeps } from '../deps.ts';
import { StorageError, storageErrors } from '../errors.ts';
import { FileMissingError, type FileStore } from '../files/file-store.ts';
import type { StorageCaller } from '../http/caller.ts';
import type { ObjectPath } from '../http/object-path.ts';
import { parseUploadMetadata } from '../rules/upload-metadata.ts';
import {
  formCacheControl,
  type IncomingFile,
  parseUserMetadata,
  requestSize,
} from '../upload/incoming-file.ts';
import { measureStream } from '../upload/measured-stream.ts';
import { DEFAULT_TYPE } from '../upload/raw-upload.ts';
import { requireQuota } from './quota.ts';
import {
  newObject,
  requireFutureWriteRight,
  requireMimeType,
  sizeLimit,
  storeUpload,
  withDiskSpace,
  withNewFile,
} from './store-object.ts';

/** Uploads that one caller may leave unfinished, and requests that one upload may come in. */
const MAX_UNFINISHED = 100;
const MAX_PARTS = 10_000;

export interface UploadPlan {
  path: ObjectPath;
  /** Bytes. */
  length: number;
  /** The header Upload-Metadata. */
  metadata: string;
  upsert: boolean;
}

/**
 * Begins an upload that comes in parts, for a caller who may add the object now
 * (supabase-protocol 5.8). Its whole length counts as stored until it has ended, also where it
 * would replace an object.
 * @returns the upload's id
 * @throws {StorageError} bucket, size, type, quota; database errors for rights and names
 */
export async function beginUpload(
  deps: StorageDeps,
  { path, length, metadata, upsert }: UploadPlan,
  caller: StorageCaller,
): Promise<string> {
  const rules = await findBucketRules(deps.db, path.bucket);
  requireMimeType(parseUploadMetadata(metadata).contentType || DEFAULT_TYPE, rules);
  if (length > sizeLimit(deps, rules)) throw storageErrors.tooLarge();
  await requireFutureWriteRight(deps, newObject(path.bucket, path.key, caller.owner), caller, upsert);
  const upload = {
    bucket_id: path.bucket,
    name: path.key,
    role: caller.scope.role,
    owner_id: caller.owner.id,
    upsert,
    length,
    metadata,
  };
  const reserved = await findReserved(deps.db, upload);
  if (reserved.files >= MAX_UNFINISHED && upload.role !== 'service_role') {
    throw storageErrors.quota(`Quota reached: ${MAX_UNFINISHED} unfinished uploads`);
  }
  await requireQuota(deps, deps.db, caller, { files: reserved.files + 1, bytes: reserved.bytes + length });
  return addUpload(deps.db, upload);
}

/**
 * Keeps the bytes that a request brings, also those before the connection was cut.
 * @returns how much of the upload has come
 * @throws {StorageError} more bytes than the upload has; other bytes came in the meantime; disk
 * full
 */
export async function appendPart(
  deps: StorageDeps,
  upload: ResumableUpload,
  request: IncomingMessage,
): Promise<number> {
  const remaining = upload.length - upload.offset;
  const tooMuch = () => storageErrors.tooLarge('The upload has more bytes than its Upload-Length');
  const announced = requestSize(request);
  if ((announced ?? 0) > remaining) throw tooMuch();
  if (upload.parts >= MAX_PARTS) throw storageErrors.tooLarge(`An upload has ${MAX_PARTS} parts at most`);
  const version = randomUUID();
  return withNewFile(deps, version, async () => {
    const measure = measureStream(untilCut(request), remaining, tooMuch);
    await withDiskSpace(deps, announced ?? remaining, () => deps.store.write(version, measure.content));
    const part = { start: upload.offset, size: measure.size(), version };
    if (part.size === 0) await discardFile(deps.db, version);
    else if (!(await addPart(deps.db, upload.id, part))) throw storageErrors.uploadOffset();
    return part.start + part.size;
  });
}

/**
 * Ends without an error where the connection ends. The socket stays open, so that the answer can be
 * sent.
 */
async function* untilCut(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch {
    // The bytes received so far are kept.
  }
}

/**
 * Creates an object from a complete upload, with the checks of any upload. A permanent failure ends
 * the upload; after other failures the client may ask again.
 * @throws {StorageError} as {@link storeUpload}
 */
export async function completeUpload(
  deps: StorageDeps,
  upload: ResumableUpload,
  caller: StorageCaller,
): Promise<void> {
  const path = { bucket: upload.bucket_id, key: upload.name };
  try {
    const parts = await listParts(deps.db, upload.id);
    await storeUpload(deps, path, wholeFile(deps.store, upload, parts), caller, upload.upsert);
  } catch (error) {
    // A restored backup has no unfinished files.
    const refusal = error instanceof FileMissingError ? storageErrors.noUpload() : error;
    if (isFinal(refusal)) await endUpload(deps, upload.id);
    throw refusal;
  }
  await finishUpload(deps.db, upload.id);
  deps.orphanedFileCleanup.wake();
}

/** Removes an upload and its received bytes. */
export async function endUpload({ db, orphanedFileCleanup }: StorageDeps, upload: string): Promise<void> {
  await removeUpload(db, upload);
  orphanedFileCleanup.wake();
}

function isFinal(error: unknown): boolean {
  const refusal = error instanceof StorageError ? error : fromDatabaseError(error);
  return refusal !== null && refusal.statusCode < 500 && refusal.statusCode !== 408;
}

function wholeFile(store: FileStore, upload: ResumableUpload, parts: readonly string[]): IncomingFile {
  const { contentType, cacheControl, metadata } = parseUploadMetadata(upload.metadata);
  return {
    contentType: contentType || DEFAULT_TYPE,
    announcedSize: upload.length,
    requestSize: upload.length,
    content: contentOf(store, parts),
    fields: async () => ({
      cacheControl: formCacheControl(cacheControl),
      userMetadata: parseUserMetadata(metadata),
    }),
    abandon: () => undefined,
  };
}

async function* contentOf(store: FileStore, parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield* await store.read(part, null);
}
