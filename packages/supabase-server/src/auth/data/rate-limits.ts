import type { Queryable } from '../../db/database.ts';

/** A counter and its limit. */
export interface Allowance {
  /** SHA-256 of the limit's name and its subject. */
  bucket: Buffer;
  limit: number;
  windowSeconds: number;
}

export interface Use {
  bucket: Buffer;
  used: number;
  resetsInSeconds: number;
}

/**
 * Counts one use of each bucket in its fixed window, which starts with the first use. One
 * statement, so no use is lost.
 */
export async function countUses(db: Queryable, allowances: readonly Allowance[]): Promise<Use[]> {
  // In one order everywhere: two statements with the same buckets wait for each other instead of
  // deadlocking.
  const sorted = [...allowances].sort((a, b) => Buffer.compare(a.bucket, b.bucket));
  return db.query<{ bucket: Buffer; used: number; resetsInSeconds: number }>(
    `insert into dragoman.rate_limits as kept (bucket, used, resets_at)
     select bucket, 1, now() + make_interval(secs => seconds)
     from unnest($1::bytea[], $2::int[]) as given (bucket, seconds)
     on conflict (bucket) do update set
       used = case when kept.resets_at <= now() then 1 else kept.used + 1 end,
       resets_at = case when kept.resets_at <= now() then excluded.resets_at else kept.resets_at end
     returning bucket, used, extract(epoch from resets_at - now())::float8 as "resetsInSeconds"`,
    [sorted.map(({ bucket }) => bucket), sorted.map(({ windowSeconds }) => windowSeconds)],
  );
}

/** Refunds one use of each bucket: they were counted beforehand and turned out to be harmless. */
export async function returnUses(db: Queryable, buckets: readonly Buffer[]): Promise<void> {
  if (buckets.length === 0) return;
  // Locked in the order of countUses, for the same reason.
  await db.query(
    `with held as (
       select bucket from dragoman.rate_limits where bucket = any($1::bytea[]) order by bucket for update
     )
     update dragoman.rate_limits kept set used = greatest(used - 1, 0) from held where kept.bucket = held.bucket`,
    [buckets],
  );
}

/** Removes windows that are over. */
export async function removeOldUses(db: Queryable): Promise<void> {
  await db.query(`delete from dragoman.rate_limits where resets_at < now()`);
}
