import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { withTimeout } from '@/shared/async/with-timeout.ts';
import { CARD_SCANS_DB } from '@/shared/offline/unsaved-work.ts';
import type { ScanStore } from '../model/scan-queue.ts';
import type { WaitingScan } from '../model/waiting-scan.ts';

/** Bytes rather than a blob: some browsers lose blobs that stay in a database. */
interface KeptScan extends Omit<WaitingScan, 'picture'> {
  bytes: ArrayBuffer;
  mediaType: string;
}

interface ScanDatabase extends DBSchema {
  scans: { key: string; value: KeptScan; indexes: { ownerId: string } };
}

/** Some browsers never answer an open request; a scan must not wait for that. */
const OPEN_TIMEOUT_MS = 3_000;

/**
 * Scans in IndexedDB: they survive reloads and are shared by all tabs. Signing out deletes them, see `forgetBrowserState`; so does
 * somebody else who signs in. Where the browser's database fails, they live as long as the page.
 */
export function scanStore(): ScanStore {
  const volatile = new Map<string, WaitingScan>();
  let opening: Promise<IDBPDatabase<ScanDatabase>> | null = null;

  function forget(): void {
    opening = null;
  }

  function database(): Promise<IDBPDatabase<ScanDatabase>> {
    opening ??= withTimeout(open(forget), OPEN_TIMEOUT_MS).catch((error) => {
      forget();
      throw error;
    });
    return opening;
  }

  async function kept(ownerId: string): Promise<WaitingScan[]> {
    const scans = await (await database()).getAllFromIndex('scans', 'ownerId', ownerId);
    return scans.map(({ bytes, mediaType, ...scan }) => ({
      ...scan,
      picture: new Blob([bytes], { type: mediaType }),
    }));
  }

  return {
    async all(ownerId) {
      const scans = [...(await kept(ownerId).catch(() => [])), ...volatile.values()];
      return scans.sort((a, b) => a.scannedAt.localeCompare(b.scannedAt));
    },
    async put(scan) {
      const { picture, ...rest } = scan;
      try {
        // Read before the transaction, which does not wait for it.
        const bytes = await picture.arrayBuffer();
        const db = await database();
        await db.put('scans', { ...rest, bytes, mediaType: picture.type });
        volatile.delete(scan.id);
      } catch {
        volatile.set(scan.id, scan);
      }
    },
    async remove(id) {
      volatile.delete(id);
      await database()
        .then((db) => db.delete('scans', id))
        .catch(() => {});
    },
  };
}

/** Deletes what others have left on this device. */
export async function forgetScansOfOthers(ownerId: string): Promise<void> {
  const db = await withTimeout(
    open(() => undefined),
    OPEN_TIMEOUT_MS,
  );
  try {
    const tx = db.transaction('scans', 'readwrite');
    for (let cursor = await tx.store.openCursor(); cursor; cursor = await cursor.continue()) {
      if (cursor.value.ownerId !== ownerId) await cursor.delete();
    }
    await tx.done;
  } finally {
    db.close();
  }
}

function open(onGone: () => void): Promise<IDBPDatabase<ScanDatabase>> {
  return openDB<ScanDatabase>(CARD_SCANS_DB, 1, {
    upgrade(db) {
      db.createObjectStore('scans', { keyPath: 'id' }).createIndex('ownerId', 'ownerId');
    },
    // Signing out deletes it: let it.
    blocking: (_current, _wanted, event) => {
      (event.target as IDBDatabase).close();
      onGone();
    },
    terminated: onGone,
  });
}
