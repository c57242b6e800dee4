import { isBoothCode } from '@dragoman/domain/booth-code';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { BoothInvite } from '@/shared/api/database-types.ts';
import { errorCode } from '@/shared/api/error-message.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { SERVER_DATA_FRESH_MS } from '@/shared/page/server-data.ts';
import { deviceId } from './device-id.ts';

/**
 * Loads a booth code's target, for every holder of the code, signed in or not.
 * @returns null for an unknown code
 * @throws PostgrestError when the server cannot be reached
 */
export async function fetchBooth(supabase: Supabase, code: string): Promise<BoothInvite | null> {
  if (!isBoothCode(code)) return null;
  const { data, error } = await supabase.rpc('booth_invite', { code, device: deviceId() }).maybeSingle();
  if (errorCode(error) === 'PT404') return null;
  if (error) throw error;
  return data;
}

export function boothQuery(supabase: Supabase, code: string, userId: string | undefined) {
  return queryOptions({
    queryKey: queryKeys.booth(code, userId),
    queryFn: () => fetchBooth(supabase, code),
    // It may be paused or replaced at any moment: only the answer that came with the page
    // (entry-server.tsx) is not asked for again.
    staleTime: userId === undefined ? SERVER_DATA_FRESH_MS : 0,
    gcTime: 0,
    // Signing in on the page refetches; the vendor stays visible in the meantime.
    placeholderData: (
      before: BoothInvite | null | undefined,
      query: { queryKey: readonly unknown[] } | undefined,
    ) => (query?.queryKey[1] === code ? before : undefined),
  });
}

export function useBooth(code: string, userId: string | undefined) {
  return useQuery(boothQuery(useSupabase(), code, userId));
}
