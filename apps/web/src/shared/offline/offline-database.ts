import { withTimeout } from '../async/with-timeout.ts';
import { untilShown } from './leaving-page.ts';
import { JOB_KINDS, type OfflineDatabase, type OfflineSchema } from './offline-schema.ts';
import { openDatabase } from './open-database.ts';

/** Some browsers never answer an open request; a user's work must not wait for that. */
const OPEN_TIMEOUT_MS = 3_000;
let opening: Promise<OfflineDatabase> | null = null;

/**
 * Opens the one database of unsent work.
 * @returns the connection that all callers of this page share
 * @throws where the browser has no database, does not open it in time, or refuses
 */
export async function offlineDatabase(): Promise<OfflineDatabase> {
  // A kept page waits without a limit.
  await untilShown();
  return withTimeout(startOpening(), OPEN_TIMEOUT_MS);
}

/**
 * Resolves when the database is open or was refused, also when callers of `offlineDatabase` have
 * stopped waiting for that. Never rejects.
 */
export async function offlineDatabaseSettled(): Promise<void> {
  await startOpening().catch(() => undefined);
}

function startOpening(): Promise<OfflineDatabase> {
  if (opening) return opening;
  const started = open();
  opening = started;
  started.catch(() => {
    if (opening === started) opening = null;
  });
  return started;
}

async function open(): Promise<OfflineDatabase> {
  const forget = () => {
    opening = null;
  };
  // Version 1 was that of apps before 1.0.0.
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
