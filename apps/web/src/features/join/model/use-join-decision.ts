import { joinDecision, offersGuests, type SessionLookup, type Viewer } from '@dragoman/domain/navigation';
import type { UseQueryResult } from '@tanstack/react-query';
import { profileLookup } from '@/entities/profile/profile-lookup.ts';
import { useProfile } from '@/entities/profile/profile-query.ts';
import type { Party } from '@/shared/api/database-types.ts';
import { pageInvite } from '@/shared/api/page-data.ts';
import { useBackend } from '@/shared/api/supabase.ts';
import { useAuth, useIsGuest, viewerAuth } from '@/shared/auth/auth-context.ts';
import { useOutcome } from '@/shared/hooks/use-outcome.ts';
import { type Invitation, useInvitation } from '../api/get-invitation.ts';
import { type GuestStage, guestDecision } from './guest-entrance.ts';

export interface JoinState {
  /** Shown as soon as it is there, also while the decision waits for the viewer's profile. */
  vendor: Party | null;
  viewer: Viewer;
  decision: ReturnType<typeof joinDecision>;
  /** Whether the user may continue as a guest. */
  offersGuests: boolean;
  retry: () => void;
}

/**
 * Brings together what the join page knows of the session and of the viewer, lets the domain decide, and follows.
 * @param stage how far the viewer is on the way in as a guest
 */
export function useJoinDecision(sessionId: string, stage: GuestStage): JoinState {
  const { state } = useAuth();
  const userId = state.status === 'signed-in' ? state.user.id : undefined;
  const invitation = useInvitation(sessionId, userId);
  const profile = useProfile();
  const { guests } = useBackend().config;
  const viewer: Viewer = { auth: viewerAuth(state), profile: profileLookup(profile), guest: useIsGuest() };
  const session = sessionLookup(invitation);
  const decided = joinDecision(viewer, sessionId, session);
  const decision = guestDecision(stage, decided, viewer.auth);
  useOutcome(decision);

  const retry = () => {
    void invitation.refetch();
    if (profile.isError) void profile.refetch();
  };
  const vendor = (invitation.data ?? pageInvite(sessionId)?.invite)?.vendor ?? null;
  return { vendor, viewer, decision, offersGuests: offersGuests(session, guests), retry };
}

function sessionLookup(query: UseQueryResult<Invitation | null>): SessionLookup {
  if (query.data === null) return { status: 'missing' };
  if (query.data && !query.isPlaceholderData) {
    const { vendor, taken, visitorId } = query.data;
    return { status: 'found', vendorId: vendor.id, taken, visitorId };
  }
  const failed = (query.isError && !query.isFetching) || query.fetchStatus === 'paused';
  return { status: failed ? 'failed' : 'loading' };
}
