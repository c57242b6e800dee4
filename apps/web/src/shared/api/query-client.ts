import { onlineManager, QueryClient } from '@tanstack/react-query';
import { errorCode } from './error-message.ts';
import { reachability } from './reachability.ts';

const MAX_REPEATS = 2;
const FIRST_PAUSE_MS = 400;
const GC_TIME_MS = 12 * 60 * 60 * 1000;

/**
 * The query cache. A read that fails is repeated twice within two seconds: long enough for a
 * hiccup, short enough that a dead server does not keep a skeleton on screen. (The client's own
 * repeats are switched off in `shared/api/supabase.ts`.)
 */
export function createQueryClient(): QueryClient {
  // The library hears of changes alone, and takes a page that is opened without a network for
  // online.
  onlineManager.setOnline(reachability.get() !== 'offline');
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < MAX_REPEATS && isWorthRepeating(error),
        retryDelay: (attempt) => FIRST_PAUSE_MS * 2 ** attempt,
        staleTime: 5_000,
        // Restored queries must still exist when their page is opened without a network.
        gcTime: GC_TIME_MS,
        refetchOnWindowFocus: true,
      },
      // A user's action is tried at once and may fail; a paused mutation would leave its button
      // spinning.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  reachability.subscribe(() => {
    if (reachability.get() === 'online') void refetchFailed(queryClient);
  });
  return queryClient;
}

/** Failed queries are refetched once the server answers again. */
function refetchFailed(queryClient: QueryClient): Promise<void> {
  return queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}

/** @returns whether asking again may bring another answer. */
export function isWorthRepeating(error: unknown): boolean {
  // A request that ran into its time limit has kept the reader waiting long enough.
  if ((error as { name?: unknown } | null)?.name === 'TimeoutError') return false;
  // The database or the data API has understood and refused.
  return errorCode(error) === undefined;
}
