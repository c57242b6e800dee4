import type { Database, Queryable } from '../../db/database.ts';
import { storageErrors } from '../errors.ts';

export interface BucketRow {
  id: string;
  name: string;
  owner: string;
  public: boolean;
  type: string;
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
  created_at: Date;
  updated_at: Date;
}

// float8: node-postgres gives bigint as text, and no file is larger than 2^53 bytes.
export const BUCKET_COLUMNS = `id, name, coalesce(owner_id, '') as owner, public, type,
  file_size_limit::float8 as file_size_limit, allowed_mime_types, created_at, updated_at`;

/**
 * The bucket data that an upload or a public read needs, regardless of the caller: limits are not
 * protected by the bucket's policies.
 */
export type BucketRules = Pick<BucketRow, 'id' | 'public' | 'file_size_limit' | 'allowed_mime_types'>;

/** @throws {StorageError} NoSuchBucket */
export async function findBucketRules(db: Database, id: string): Promise<BucketRules> {
  const [row] = await db.query<BucketRules>(
    `select id, public, file_size_limit::float8 as file_size_limit, allowed_mime_types
     from storage.buckets where id = $1`,
    [id],
  );
  if (!row) throw storageErrors.noBucket();
  return row;
}

/** A bucket as the caller may see it. @throws {StorageError} NoSuchBucket */
export async function findBucket(tx: Queryable, id: string): Promise<BucketRow> {
  const [row] = await tx.query<BucketRow>(`select ${BUCKET_COLUMNS} from storage.buckets where id = $1`, [
    id,
  ]);
  if (!row) throw storageErrors.noBucket();
  return row;
}
