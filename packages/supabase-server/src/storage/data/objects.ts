import type { Database, Queryable } from '../../db/database.ts';
import type { RequestScope } from '../../db/database-types.ts';
import { storageErrors } from '../errors.ts';

/** The metadata that the protocol defines for a file. */
export interface FileMetadata {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
}

/** The owner of a row; `uuid` is null for subjects that are not UUIDs, as of an API key. */
export interface Owner {
  id: string | null;
  uuid: string | null;
}

export interface ObjectRow {
  id: string;
  bucket_id: string;
  name: string;
  version: string;
  owner: string | null;
  owner_id: string | null;
  metadata: FileMetadata | null;
  user_metadata: Record<string, unknown> | null;
  created_at: Date;
  updated_at: Date;
  last_accessed_at: Date;
}

export interface NewObject {
  id: string;
  bucket: string;
  key: string;
  version: string;
  owner: Owner;
  metadata: FileMetadata | null;
  userMetadata: Record<string, unknown> | null;
}

export const OBJECT_COLUMNS =
  'id, bucket_id, name, version, owner, owner_id, metadata, user_metadata, created_at, updated_at, last_accessed_at';

/**
 * Runs a statement as a caller under row-level security, or as the owner where that was decided
 * before.
 */
export type Reader = <Row extends object>(text: string, values: readonly unknown[]) => Promise<Row[]>;

export function readAs(db: Database, scope: RequestScope): Reader {
  return (text, values) => db.request({ ...scope, readOnly: true }, { text, values });
}

export function readAsOwner(db: Database): Reader {
  return (text, values) => db.query(text, values);
}

/** @throws {StorageError} NoSuchKey when the object does not exist or the reader may not see it */
export async function findObject(read: Reader, bucket: string, key: string): Promise<ObjectRow> {
  const [row] = await read<ObjectRow>(
    `select ${OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2`,
    [bucket, key],
  );
  if (!row) throw storageErrors.noObject();
  return row;
}

/**
 * Writes an object's row.
 * @param upsert replaces a row of that name, which asks the policies for INSERT, UPDATE and SELECT
 * @returns the row's id, which an overwritten row keeps
 * @throws database errors: 42501 refused, 23505 exists, 55000 the file is missing
 */
export async function writeObject(tx: Queryable, object: NewObject, upsert: boolean): Promise<string> {
  const values = [
    object.id,
    object.bucket,
    object.key,
    object.version,
    object.owner.uuid,
    object.owner.id,
    object.metadata,
    object.userMetadata,
  ];
  const insert = `insert into storage.objects (id, bucket_id, name, version, owner, owner_id, metadata, user_metadata)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`;
  if (!upsert) {
    // Without RETURNING: a user who may add files need not be able to read them.
    await tx.query(insert, values);
    return object.id;
  }
  const [row] = await tx.query<{ id: string }>(
    `${insert} on conflict (bucket_id, name) do update set version = excluded.version, owner = excluded.owner,
       owner_id = excluded.owner_id, metadata = excluded.metadata, user_metadata = excluded.user_metadata
     returning id`,
    values,
  );
  return (row as { id: string }).id;
}
