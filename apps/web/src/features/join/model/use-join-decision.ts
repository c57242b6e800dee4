import { joinDecision, type Outcome, type SessionLookup, type Viewer } from '@dragoman/domain/navigation';
import type { UseQueryResult } from '@tanstack/react-query';
import { useAuth } from '../../../lib/auth-context.ts';
import type { Party } from '../../../lib/database-types.ts';
import { pageInvite } from '../../../lib/page-data.ts';
import { profileLookup } from '../../../lib/profile-lookup.ts';
import { useProfile } from '../../../lib/profile-query.ts';
import { useOutcome } from '../../../lib/use-outcome.ts';
import { type Invitation, useInvitation } from '../api/get-invitation.ts';

export interface JoinState {
  /** Shown as soon as it is there, also while the decision waits for the viewer's profile. */
  vendor: Party | null;
  viewer: Viewer;
  decision: Outcome<'log-in' | 'offer-join' | 'not-found' | 'load-failed'>;
  retry: () => void;
}

/** Brings together what the join page knows of the session and of the viewer, lets the domain decide, and follows. */
export function useJoinDecision(sessionId: string): JoinState {
  const { state } = useAuth();
  const userId = state.status === 'signed-in' ? state.user.id : undefined;
  const invitation = useInvitation(sessionId, userId);
  const profile = useProfile();
  const viewer: Viewer = { auth: state.status, profile: profileLookup(profile) };
  const decision = joinDecision(viewer, sessionId, sessionLookup(invitation));
  useOutcome(decision);

  const retry = () => {
    void invitation.refetch();
    if (profile.isError) void profile.refetch();
  };
  const vendor = (invitation.data ?? pageInvite(sessionId)?.invite)?.vendor ?? null;
  return { vendor, viewer, decision, retry };
}

function sessionLookup(query: UseQueryResult<Invitation | null>): SessionLookup {
  if (query.data === null) return { status: 'missing' };
  if (query.data) {
    const { vendor, taken, visitorId } = query.data;
    return { status: 'found', vendorId: vendor.id, taken, visitorId };
  }
  const failed = (query.isError && !query.isFetching) || query.fetchStatus === 'paused';
  return { status: failed ? 'failed' : 'loading' };
}
