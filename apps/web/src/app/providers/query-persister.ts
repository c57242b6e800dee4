import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { CachedEntry } from '@/shared/offline/offline-cache.ts';

/** The part of `shared/offline/offline-cache.ts` that is needed here. */
interface Store {
  all(): Promise<CachedEntry[]>;
  put(key: string, value: unknown, at: number): Promise<boolean>;
}

interface PersistedQuery {
  queryKey: QueryKey;
  data: unknown;
}

/**
 * The first words of the keys (`shared/api/query-keys.ts`) whose answers are kept: what dashboards
 * and lists show.
 */
const KEPT: ReadonlySet<unknown> = new Set([
  'profile',
  'team',
  'sessions',
  'vendors',
  'cards',
  'leads',
  'glossary',
  'material',
  'catalogue',
  'analytics',
]);

/** Answers come in bursts. */
const WRITE_AFTER_MS = 500;

/**
 * Restores stored queries into an empty cache with their original age: pages show them at once and
 * refetch when they can.
 */
export async function restoreQueries(queryClient: QueryClient, store: Store): Promise<void> {
  for (const { at, value } of await store.all()) {
    const { queryKey, data } = value as PersistedQuery;
    if (!isKept(queryKey) || queryClient.getQueryData(queryKey) !== undefined) continue;
    queryClient.setQueryData(queryKey, data, { updatedAt: at });
    // Regardless of its age: a change right before a reload may not have been stored.
    await queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  }
}

/**
 * Stores query results as they arrive.
 * @param onFailed called once when the store fails; storing then ends
 * @returns a function that ends storing; pending writes are dropped
 */
export function persistQueries(
  queryClient: QueryClient,
  store: Store,
  onFailed: (error: unknown) => void,
): () => void {
  const changed = new Map<string, Query>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let over = false;

  async function write(): Promise<void> {
    timer = null;
    const queries = [...changed];
    changed.clear();
    try {
      for (const [hash, { queryKey, state }] of queries) {
        // Signing out has deleted the store, and a write would create it again.
        if (over) return;
        await store.put(hash, { queryKey, data: state.data } satisfies PersistedQuery, state.dataUpdatedAt);
      }
    } catch (error) {
      stop();
      onFailed(error);
    }
  }

  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const { query } = event;
    if (!isKept(query.queryKey) || query.state.data == null) return;
    changed.set(query.queryHash, query);
    timer ??= setTimeout(() => void write(), WRITE_AFTER_MS);
  });

  function stop(): void {
    over = true;
    unsubscribe();
    if (timer) clearTimeout(timer);
    timer = null;
    changed.clear();
  }
  return stop;
}

function isKept([name]: QueryKey): boolean {
  return KEPT.has(name);
}
