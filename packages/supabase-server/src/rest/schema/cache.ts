import type { Database } from '../../db/database.ts';
import type { Logger } from '../../util/logger.ts';
import { buildSchema } from './build.ts';
import { readCatalog } from './catalog.ts';
import type { DatabaseSchema } from './model.ts';

/** Time that a loaded schema is trusted even when a request names something unknown to it. */
const MISS_INTERVAL_MS = 3000;
/** The channel and the words of PostgREST and of Supabase's tools. */
const CHANNEL = 'pgrst';
const RELOAD = new Set(['', 'reload schema']);

/** The schema as of the last load; kept up to date by NOTIFY pgrst, 'reload schema'. */
export interface SchemaCache {
  current(): DatabaseSchema;
  /** Loads again unless that happened a moment ago. @returns whether a newer schema is there now */
  refreshAfterMiss(): Promise<boolean>;
  /** Runs after each load. */
  onChange(listener: () => void): void;
  close(): Promise<void>;
}

/** @throws when the first load fails */
export async function openSchemaCache(
  db: Database,
  log: Logger,
  schemas: readonly string[],
): Promise<SchemaCache> {
  const listeners: Array<() => void> = [];
  let schema: DatabaseSchema | undefined;
  let loadedAt = 0;
  let running: Promise<void> | null = null;
  let again = false;

  async function load(): Promise<void> {
    do {
      again = false;
      schema = buildSchema(await readCatalog(db, schemas), schemas);
      loadedAt = Date.now();
      for (const listener of listeners) listener();
    } while (again);
  }

  /**
   * A load under way may have read the catalog before the change that is announced now: it goes
   * round once more.
   */
  function reload(): Promise<void> {
    if (running !== null) {
      again = true;
      return running;
    }
    running = load().finally(() => {
      running = null;
    });
    return running;
  }

  function reloadInBackground(): void {
    reload().catch((error: unknown) =>
      log.warn(
        { reason: error instanceof Error ? error.message : String(error) },
        'the schema was not reloaded',
      ),
    );
  }

  const subscription = await db.listen(
    CHANNEL,
    (payload) => {
      if (RELOAD.has(payload)) reloadInBackground();
    },
    () => {
      // A new connection: notifications may have been lost since the last load.
      if (schema !== undefined) reloadInBackground();
    },
  );
  try {
    await reload();
  } catch (error) {
    await subscription.close();
    throw error;
  }

  return {
    current() {
      if (schema === undefined) throw new Error('the schema cache was used before its first load');
      return schema;
    },
    async refreshAfterMiss() {
      if (Date.now() - loadedAt < MISS_INTERVAL_MS) return false;
      const before = schema;
      // A caller that misses something while a load runs waits for that load: requests must not
      // start another round.
      await (running ?? reload());
      return schema !== before;
    },
    onChange(listener) {
      listeners.push(listener);
    },
    close: () => subscription.close(),
  };
}
