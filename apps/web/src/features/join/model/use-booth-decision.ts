import { type BoothLookup, boothDecision } from '@dragoman/domain/booth-navigation';
import type { Viewer } from '@dragoman/domain/navigation';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { profileLookup } from '@/entities/profile/profile-lookup.ts';
import { useProfile } from '@/entities/profile/profile-query.ts';
import type { BoothInvite } from '@/shared/api/database-types.ts';
import { pageBooth } from '@/shared/api/page-data.ts';
import { useBackend, useSupabase } from '@/shared/api/supabase.ts';
import { useAuth, useIsGuest, viewerAuth } from '@/shared/auth/auth-context.ts';
import { useOutcome } from '@/shared/hooks/use-outcome.ts';
import { useBooth } from '../api/get-booth.ts';
import { noteScan } from '../api/scan-booth.ts';
import { type GuestStage, guestDecision } from './guest-entrance.ts';

export interface BoothState {
  /** Shown as soon as it is there, also while the decision waits for the viewer's profile. */
  booth: BoothInvite | null;
  viewer: Viewer;
  decision: ReturnType<typeof boothDecision>;
  /** Whether the user may continue as a guest. */
  offersGuests: boolean;
  /** Refetches unknown parts. */
  refresh: () => void;
}

/**
 * Brings together what the page of a booth code knows, lets the domain decide, and follows.
 * @param stage how far the viewer is on the way in as a guest
 */
export function useBoothDecision(code: string, stage: GuestStage): BoothState {
  const { state } = useAuth();
  const userId = state.status === 'signed-in' ? state.user.id : undefined;
  const query = useBooth(code, userId);
  const profile = useProfile();
  const viewer: Viewer = { auth: viewerAuth(state), profile: profileLookup(profile), guest: useIsGuest() };
  const decided = boothDecision(viewer, code, boothLookup(query));
  const decision = guestDecision(stage, decided, viewer.auth);
  const offersGuests = useBackend().config.guests;
  useNoteScan(code, state.status === 'signed-in' || state.status === 'signed-out');
  useOutcome(decision);

  const refresh = () => {
    void query.refetch();
    if (profile.isError) void profile.refetch();
  };
  const booth = query.data ?? pageBooth(code)?.booth ?? null;
  return { booth, viewer, decision, offersGuests, refresh };
}

/** @param known who is there: the vendor's own visit is no scan */
function useNoteScan(code: string, known: boolean): void {
  const supabase = useSupabase();
  useEffect(() => {
    if (known) void noteScan(supabase, code);
  }, [supabase, code, known]);
}

function boothLookup(query: UseQueryResult<BoothInvite | null>): BoothLookup {
  if (query.data === null) return { status: 'missing' };
  if (query.data && !query.isPlaceholderData) {
    const { state, vendor, session_id } = query.data;
    return { status: 'found', state, vendorId: vendor?.id ?? null, session: session_id };
  }
  const failed = (query.isError && !query.isFetching) || query.fetchStatus === 'paused';
  return { status: failed ? 'failed' : 'loading' };
}
