import { type BoothLookup, boothDecision } from '@dragoman/domain/navigation/booth';
import type { Viewer } from '@dragoman/domain/navigation/decision';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { profileLookup } from '@/entities/profile/profile-lookup.ts';
import { useProfile } from '@/entities/profile/profile-query.ts';
import type { BoothInvite } from '@/shared/api/database-types.ts';
import { useBackend, useSupabase } from '@/shared/api/supabase.ts';
import { useAuth, useIsGuest, viewerAuth } from '@/shared/auth/auth-context.ts';
import { useNavigationDecision } from '@/shared/hooks/use-navigation-decision.ts';
import { useBooth } from '../api/get-booth.ts';
import { recordBoothScan } from '../api/record-booth-scan.ts';
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
 * Collects the facts of a booth code's page, lets the domain decide, and follows the decision.
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
  useNavigationDecision(decision);

  const refresh = () => {
    void query.refetch();
    if (profile.isError) void profile.refetch();
  };
  const booth = query.data ?? null;
  return { booth, viewer, decision, offersGuests, refresh };
}

/** @param known who is there: the vendor's own visit is no scan */
function useNoteScan(code: string, known: boolean): void {
  const supabase = useSupabase();
  useEffect(() => {
    if (known) void recordBoothScan(supabase, code);
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
