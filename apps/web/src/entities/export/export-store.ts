import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { withTimeout } from '@/shared/async/with-timeout.ts';
import { EXPORTS_DB } from '@/shared/offline/unsaved-work.ts';
import type { ExportOutboxPorts, WaitingExport } from './export-outbox.ts';

interface ExportDatabase extends DBSchema {
  exports: { key: string; value: WaitingExport; indexes: { ownerId: string } };
}

/** Some browsers never answer an open request; a download must not wait for that. */
const OPEN_TIMEOUT_MS = 3_000;

/**
 * Records of exports that wait for the server, in IndexedDB. They hold numbers and a profile's id alone, and outlive logging out: a file
 * that has left the product must stand in its record, so that they follow when their owner is back on this device.
 */
export function exportStore(): ExportOutboxPorts['store'] {
  let opening: Promise<IDBPDatabase<ExportDatabase>> | null = null;

  function database(): Promise<IDBPDatabase<ExportDatabase>> {
    const forget = () => {
      opening = null;
    };
    opening ??= withTimeout(open(forget), OPEN_TIMEOUT_MS).catch((error) => {
      forget();
      throw error;
    });
    return opening;
  }

  return {
    all: (ownerId) =>
      database()
        .then((db) => db.getAllFromIndex('exports', 'ownerId', ownerId))
        .catch(() => []),
    async put(waiting) {
      await (await database()).put('exports', waiting);
    },
    async remove(id) {
      // What cannot be removed is sent again, which its id makes harmless.
      await database()
        .then((db) => db.delete('exports', id))
        .catch(() => {});
    },
  };
}

function open(onGone: () => void): Promise<IDBPDatabase<ExportDatabase>> {
  return openDB<ExportDatabase>(EXPORTS_DB, 1, {
    upgrade(db) {
      db.createObjectStore('exports', { keyPath: 'id' }).createIndex('ownerId', 'ownerId');
    },
    blocking: (_current, _wanted, event) => {
      (event.target as IDBDatabase).close();
      onGone();
    },
    terminated: onGone,
  });
}
