import { createHash } from 'node:crypto';
import {
  CACHE_DAYS,
  type CachedJob,
  cacheKey,
  type TranslationCache,
} from '@dragoman/functions/translate/cache';
import type { Database } from '@dragoman/supabase-server/db/database';

/** Rows kept; the longest unused go first. */
const MAX_ROWS = 100_000;
/**
 * Deleting needs a look at the whole index: once in this many writes is enough to stay near the
 * bound.
 */
const WRITES_BETWEEN_SWEEPS = 500;
/** The precision of a row's last use: coarse enough that not every read writes. */
const HOURS_BETWEEN_TOUCHES = 1;

/**
 * A cache of translations in the database: shared by all processes and kept over restarts. The key
 * is a hash, so no text is in it.
 */
export function createTranslationCache(db: Database): TranslationCache {
  let writes = 0;
  return {
    async get(job, providers) {
      const [row] = await db.query<{ key: Buffer; translated_text: string; engine: string; touch: boolean }>(
        `select key, translated_text, engine, used_at < now() - make_interval(hours => $3) as touch
         from dragoman.translation_cache
         where key = any ($1::bytea[]) and created_at > now() - make_interval(days => $2)
         order by array_position($1::bytea[], key) limit 1`,
        [providers.map((provider) => keyOf(job, provider)), CACHE_DAYS, HOURS_BETWEEN_TOUCHES],
      );
      if (!row) return null;
      // The response does not wait for this write, which only orders the eviction; the next read
      // makes up for a failed one.
      if (row.touch) touch(db, row.key).catch(() => undefined);
      return { text: row.translated_text, engine: row.engine };
    },
    async set(job, provider, value) {
      await db.query(
        `insert into dragoman.translation_cache (key, translated_text, engine) values ($1, $2, $3)
         on conflict (key) do update set translated_text = excluded.translated_text, engine = excluded.engine,
           created_at = now(), used_at = now()`,
        [keyOf(job, provider), value.text, value.engine],
      );
      if (++writes % WRITES_BETWEEN_SWEEPS === 0) await sweep(db);
    },
  };
}

function keyOf(job: CachedJob, provider: string): Buffer {
  return createHash('sha256').update(cacheKey(job, provider)).digest();
}

async function touch(db: Database, key: Buffer): Promise<void> {
  await db.query('update dragoman.translation_cache set used_at = now() where key = $1', [key]);
}

async function sweep(db: Database): Promise<void> {
  await db.query(
    `delete from dragoman.translation_cache where key in (
       select key from dragoman.translation_cache order by used_at desc offset $1)`,
    [MAX_ROWS],
  );
}
