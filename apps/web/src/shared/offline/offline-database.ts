import { withTimeout } from '../async/with-timeout.ts';
import { untilShown } from './leaving-page.ts';
import { migrateLegacyDatabases } from './legacy-databases.ts';
import { JOB_KINDS, type OfflineDatabase, type OfflineSchema } from './offline-schema.ts';
import { openDatabase } from './open-database.ts';

/** Some browsers never answer an open request; a user's work must not wait for that. */
const OPEN_TIMEOUT_MS = 3_000;
/** A longer migration continues in the background. */
const MIGRATION_TIMEOUT_MS = 10_000;

interface Opening {
  database: Promise<OfflineDatabase>;
  /** The end of the migration, however late. Never rejects. */
  migration: Promise<void>;
  /** The same, or the end of the time that callers wait for it. */
  migrationInTime: Promise<void>;
}

let opening: Opening | null = null;

/**
 * Opens the one database of unsent work, after what earlier versions of the app stored has been
 * moved into it.
 * @returns the connection that all callers of this page share
 * @throws where the browser has no database, does not open it in time, or refuses
 */
export async function offlineDatabase(): Promise<OfflineDatabase> {
  // A kept page waits without a limit.
  await untilShown();
  opening ??= startOpening();
  const { database, migrationInTime } = opening;
  const db = await withTimeout(database, OPEN_TIMEOUT_MS);
  await migrationInTime;
  return db;
}

/**
 * Resolves when the database is open and the work of earlier versions is in it, also when callers
 * of `offlineDatabase` have stopped waiting for that. Never rejects.
 */
export async function offlineDatabaseSettled(): Promise<void> {
  opening ??= startOpening();
  await opening.migration;
}

function startOpening(): Opening {
  const database = open();
  // Records that could not be moved stay in their old database, and the next start tries again.
  const migration = database.then(migrateLegacyDatabases).catch(() => undefined);
  const migrationInTime = withTimeout(migration, MIGRATION_TIMEOUT_MS).catch(() => undefined);
  const started = { database, migration, migrationInTime };
  database.catch(() => {
    if (opening === started) opening = null;
  });
  return started;
}

async function open(): Promise<OfflineDatabase> {
  const forget = () => {
    opening = null;
  };
  // The second version added `files`.
  return openDatabase<OfflineSchema>('dragoman-offline', 2, {
    upgrade(db) {
      for (const kind of JOB_KINDS) {
        if (db.objectStoreNames.contains(kind)) continue;
        const table = db.createObjectStore(kind, { keyPath: 'seq', autoIncrement: true });
        table.createIndex('ownerId', 'ownerId');
        table.createIndex('key', ['ownerId', 'id'], { unique: true });
      }
    },
    // A newer version of the app in another tab wants to upgrade: let it, and open again on the
    // next call.
    blocking: (_current, _wanted, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
}
