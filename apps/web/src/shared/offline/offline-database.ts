import { openDB } from 'idb';
import { withTimeout } from '../async/with-timeout.ts';
import { migrateLegacyDatabases } from './legacy-databases.ts';
import { JOB_KINDS, type OfflineDatabase, type OfflineSchema } from './offline-schema.ts';

/** Some browsers never answer an open request; a user's work must not wait for that. */
const OPEN_TIMEOUT_MS = 3_000;
/** A longer migration continues in the background. */
const MIGRATION_TIMEOUT_MS = 10_000;

let opening: Promise<OfflineDatabase> | null = null;

/**
 * Opens the one database of unsent work, after what earlier versions of the app stored has been moved into it.
 * @returns the connection that all callers of this page share
 * @throws where the browser has no database, does not open it in time, or refuses
 */
export function offlineDatabase(): Promise<OfflineDatabase> {
  opening ??= openMigrated().catch((error) => {
    opening = null;
    throw error;
  });
  return opening;
}

async function openMigrated(): Promise<OfflineDatabase> {
  const db = await withTimeout(open(), OPEN_TIMEOUT_MS);
  // Records that could not be moved stay in their old database, and the next start tries again.
  await withTimeout(migrateLegacyDatabases(db), MIGRATION_TIMEOUT_MS).catch(() => undefined);
  return db;
}

function open(): Promise<OfflineDatabase> {
  const forget = () => {
    opening = null;
  };
  return openDB<OfflineSchema>('dragoman-offline', 1, {
    upgrade(db, oldVersion) {
      if (oldVersion < 1) {
        for (const kind of JOB_KINDS) {
          const table = db.createObjectStore(kind, { keyPath: 'seq', autoIncrement: true });
          table.createIndex('ownerId', 'ownerId');
          table.createIndex('key', ['ownerId', 'id'], { unique: true });
        }
      }
    },
    // A newer version of the app in another tab wants to upgrade: let it, and open again on the next call.
    blocking: (_current, _wanted, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
}
