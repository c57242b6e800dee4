import type { Database, Queryable } from '../../db/database.ts';

/** The time limit from the beginning of an upload to its end. */
const LIFE_SECONDS = 24 * 3600;

/** An upload that comes in parts. Sizes are bytes. */
export interface ResumableUpload {
  id: string;
  bucket_id: string;
  name: string;
  /** The database role and the owner of the one who began it. */
  role: string;
  owner_id: string | null;
  upsert: boolean;
  length: number;
  /** The header Upload-Metadata as it came. */
  metadata: string;
  /** Whether the upload is complete and its file is stored as an object. */
  finished: boolean;
  /** The number of bytes received so far. */
  offset: number;
  /** Files with the received bytes. */
  parts: number;
  expires_at: Date;
}

export type NewUpload = Pick<
  ResumableUpload,
  'bucket_id' | 'name' | 'role' | 'owner_id' | 'upsert' | 'length' | 'metadata'
>;

export async function addUpload(db: Queryable, upload: NewUpload): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    `insert into storage.resumable_uploads (bucket_id, name, role, owner_id, upsert, length, metadata, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => ${LIFE_SECONDS})) returning id`,
    [
      upload.bucket_id,
      upload.name,
      upload.role,
      upload.owner_id,
      upload.upsert,
      upload.length,
      upload.metadata,
    ],
  );
  return (row as { id: string }).id;
}

/** @returns null for an unknown or expired one */
export async function findUpload(db: Queryable, id: string): Promise<ResumableUpload | null> {
  // float8: node-postgres gives bigint as text, and no file is larger than 2^53 bytes.
  const [row] = await db.query<ResumableUpload>(
    `select u.id, u.bucket_id, u.name, u.role, u.owner_id, u.upsert, u.length::float8 as length, u.metadata, u.expires_at,
       u.finished_at is not null as finished, p.parts::int as parts,
       case when u.finished_at is null then p.size else u.length end::float8 as "offset"
     from storage.resumable_uploads u
     cross join lateral (
       select count(*) as parts, coalesce(sum(size), 0) as size from storage.resumable_parts where upload_id = u.id
     ) p
     where u.id = $1 and u.expires_at > now()`,
    [id],
  );
  return row ?? null;
}

/** @returns what the uploads of one caller reserve that have not become objects yet */
export async function findReserved(
  db: Queryable,
  { role, owner_id }: Pick<ResumableUpload, 'role' | 'owner_id'>,
): Promise<{ files: number; bytes: number }> {
  const [row] = await db.query<{ files: number; bytes: number }>(
    `select count(*)::int as files, coalesce(sum(length), 0)::float8 as bytes from storage.resumable_uploads
     where role = $1 and owner_id is not distinct from $2 and finished_at is null and expires_at > now()`,
    [role, owner_id],
  );
  return row as { files: number; bytes: number };
}

/**
 * Adds a file that holds the next bytes.
 * @param part where it begins, its size, and the id of the file, which must be announced
 * @returns false when other bytes came in the meantime, or the upload has ended
 */
export async function addPart(
  db: Database,
  upload: string,
  part: { start: number; size: number; version: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [open] = await tx.query(
      'select from storage.resumable_uploads where id = $1 and finished_at is null for update',
      [upload],
    );
    if (!open || (await findUpload(tx, upload))?.offset !== part.start) return false;
    await tx.execute(
      'insert into storage.resumable_parts (upload_id, start, size, version) values ($1, $2, $3, $4)',
      [upload, part.start, part.size, part.version],
    );
    return true;
  });
}

/** @returns the files that hold an upload, in order */
export async function listParts(db: Queryable, upload: string): Promise<string[]> {
  const rows = await db.query<{ version: string }>(
    'select version from storage.resumable_parts where upload_id = $1 order by start',
    [upload],
  );
  return rows.map(({ version }) => version);
}

/** Records that the upload's file is an object, and leaves its parts to the clean-up. */
export async function finishUpload(db: Queryable, upload: string): Promise<void> {
  await db.execute(
    `with finished as (update storage.resumable_uploads set finished_at = now() where id = $1 returning id)
     delete from storage.resumable_parts using finished where upload_id = finished.id`,
    [upload],
  );
}

/** Ends an upload and leaves its parts to the clean-up. */
export async function removeUpload(db: Queryable, upload: string): Promise<void> {
  await db.execute('delete from storage.resumable_uploads where id = $1', [upload]);
}

export async function removeExpiredUploads(db: Queryable): Promise<void> {
  await db.execute('delete from storage.resumable_uploads where expires_at <= now()');
}
