import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { clearOfflineCache } from '@/shared/offline/offline-cache-database.ts';
import { persistQueries, restoreQueries } from './query-persister.ts';

export interface QueryPersister {
  /**
   * Switches to another user, or to signed out: deletes the previous user's stored queries and
   * restores this one's. Resolves when the cache is ready to be shown; never rejects.
   */
  changeUser(userId: string | undefined): Promise<void>;
  /** Keeps nothing from now on. */
  stop(): void;
}

/** Keeps the answers of the query cache on the device, for times without a network. */
export function useQueryPersister(): QueryPersister {
  const queryClient = useQueryClient();
  const [kept] = useState(() => {
    let stop: (() => void) | null = null;
    let turn = 0;

    async function keepFor(userId: string, mine: number): Promise<void> {
      // Signed-out pages do not load this.
      const { offlineCache: keptReads } = await import('@/shared/offline/offline-cache.ts');
      const store = keptReads('queries', userId);
      await restoreQueries(queryClient, store);
      if (mine !== turn) return;
      stop = persistQueries(queryClient, store, ignore);
      void store.tidy().catch(ignore);
      void keptReads('chats', userId).tidy().catch(ignore);
    }

    return {
      async changeUser(userId) {
        const mine = ++turn;
        stop?.();
        stop = null;
        try {
          if (userId) await keepFor(userId, mine);
          else await clearOfflineCache();
        } catch {
          // Without a database the pages wait for the server, as they would anyway.
        }
      },
      stop() {
        turn++;
        stop?.();
        stop = null;
      },
    } satisfies QueryPersister;
  });
  return kept;
}

/** Storing ends: a full or forbidden database costs only the offline copy. */
function ignore(): void {}
