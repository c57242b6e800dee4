import type { UseQueryResult } from '@tanstack/react-query';
import type { Profile } from '@/shared/api/database-types.ts';

/** The domain's `ProfileLookup` with the whole row, and the time before it is known. */
export type LoadedProfile =
  | { status: 'loading' }
  | { status: 'found'; profile: Profile }
  | { status: 'missing' }
  | { status: 'failed' };

/**
 * The profile query in the words of the domain's decisions. A refetch that failed keeps the row
 * already known.
 */
export function profileLookup(query: UseQueryResult<Profile | null>): LoadedProfile {
  if (query.data) return { status: 'found', profile: query.data };
  if (query.data === null) return { status: 'missing' };
  // Paused: the browser is offline, and nothing is known that could be shown meanwhile.
  return query.isError || query.fetchStatus === 'paused' ? { status: 'failed' } : { status: 'loading' };
}
