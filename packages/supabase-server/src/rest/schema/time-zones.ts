import type { Database } from '../../db/database.ts';

/**
 * Names of the time zones that PostgreSQL knows; it reads them from files, so only when one is
 * first asked for.
 */
export function createTimeZones(db: Database): () => Promise<ReadonlySet<string>> {
  let known: Promise<ReadonlySet<string>> | null = null;

  async function read(): Promise<ReadonlySet<string>> {
    const rows = await db.query<{ name: string }>('select name from pg_catalog.pg_timezone_names');
    return new Set(rows.map((row) => row.name));
  }

  return () => {
    known ??= read().catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
}
