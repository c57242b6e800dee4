import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { withTimeout } from '@/shared/async/with-timeout.ts';
import { LEADS_DB } from '@/shared/offline/unsaved-work.ts';
import type { LeadStore, PendingLead } from '../model/pending-lead.ts';

interface LeadDatabase extends DBSchema {
  leads: { key: [string, string]; value: PendingLead; indexes: { ownerId: string } };
}

/** Some browsers never answer an open request; a note must not wait for that. */
const OPEN_TIMEOUT_MS = 3_000;

/**
 * Unsaved notes in IndexedDB: they survive reloads and are shared by all tabs. As with unsent messages, nothing deletes them unasked, for
 * they exist nowhere else: logging out and a session that the server has ended ask first (`forgetBrowserState`, docs/adr/0053). Where the
 * browser's database fails, they live as long as the page.
 */
export function leadStore(): LeadStore {
  const volatile = new Map<string, PendingLead>();
  let opening: Promise<IDBPDatabase<LeadDatabase>> | null = null;

  function database(): Promise<IDBPDatabase<LeadDatabase>> {
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
    async all(ownerId) {
      const kept = await database()
        .then((db) => db.getAllFromIndex('leads', 'ownerId', ownerId))
        .catch(() => []);
      return [...kept.filter(({ personId }) => !volatile.has(personId)), ...volatile.values()];
    },
    async put(lead) {
      try {
        await (await database()).put('leads', lead);
        volatile.delete(lead.personId);
      } catch {
        volatile.set(lead.personId, lead);
      }
    },
    async remove(ownerId, personId) {
      volatile.delete(personId);
      // What cannot be removed is saved again after a reload, which its version makes harmless.
      await database()
        .then((db) => db.delete('leads', [ownerId, personId]))
        .catch(() => {});
    },
  };
}

function open(onGone: () => void): Promise<IDBPDatabase<LeadDatabase>> {
  return openDB<LeadDatabase>(LEADS_DB, 1, {
    upgrade(db) {
      db.createObjectStore('leads', { keyPath: ['ownerId', 'personId'] }).createIndex('ownerId', 'ownerId');
    },
    blocking: (_current, _wanted, event) => {
      (event.target as IDBDatabase).close();
      onGone();
    },
    terminated: onGone,
  });
}
