import type { ChatLookup, Viewer } from '@dragoman/domain/navigation/decision';
import { joinDecision, offersGuests } from '@dragoman/domain/navigation/join';
import type { UseQueryResult } from '@tanstack/react-query';
import { profileLookup } from '@/entities/profile/profile-lookup.ts';
import { useProfile } from '@/entities/profile/profile-query.ts';
import type { Party } from '@/shared/api/database-types.ts';
import { useBackend } from '@/shared/api/supabase.ts';
import { useAuth, useIsGuest, viewerAuth } from '@/shared/auth/auth-context.ts';
import { useNavigationDecision } from '@/shared/hooks/use-navigation-decision.ts';
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
 * Collects the join page's facts about the session and the viewer, lets the domain decide, and
 * follows the decision.
 * @param stage how far the viewer is on the way in as a guest
 */
export function useJoinDecision(chatId: string, stage: GuestStage): JoinState {
  const { state } = useAuth();
  const userId = state.status === 'signed-in' ? state.user.id : undefined;
  const invitation = useInvitation(chatId, userId);
  const profile = useProfile();
  const { guests } = useBackend().config;
  const viewer: Viewer = { auth: viewerAuth(state), profile: profileLookup(profile), guest: useIsGuest() };
  const chat = sessionLookup(invitation);
  const decided = joinDecision(viewer, chatId, chat);
  const decision = guestDecision(stage, decided, viewer.auth);
  useNavigationDecision(decision);

  const retry = () => {
    void invitation.refetch();
    if (profile.isError) void profile.refetch();
  };
  const vendor = invitation.data?.vendor ?? null;
  return { vendor, viewer, decision, offersGuests: offersGuests(chat, guests), retry };
}

function sessionLookup(query: UseQueryResult<Invitation | null>): ChatLookup {
  if (query.data === null) return { status: 'missing' };
  if (query.data && !query.isPlaceholderData) {
    const { vendor, taken, visitorId } = query.data;
    return { status: 'found', vendorId: vendor.id, taken, visitorId };
  }
  const failed = (query.isError && !query.isFetching) || query.fetchStatus === 'paused';
  return { status: failed ? 'failed' : 'loading' };
}
