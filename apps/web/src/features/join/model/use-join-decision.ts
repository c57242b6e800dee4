import {
  type JoinDecision,
  type JoinViewer,
  joinDecision,
  type SessionLookup,
} from '@dragoman/domain/join-decision';
import type { UseQueryResult } from '@tanstack/react-query';
import { useAuth } from '../../../lib/auth-context.ts';
import { profileLookup } from '../../../lib/profile-lookup.ts';
import { useProfile } from '../../../lib/profile-query.ts';
import { type Invitation, useInvitation } from '../api/get-invitation.ts';

export interface JoinState {
  /** Shown as soon as it is there, also while the decision waits for the viewer's profile. */
  invitation: Invitation | null;
  decision: JoinDecision | { kind: 'loading' };
  retry: () => void;
}

/** Brings together what the join page knows of the session and of the viewer, and lets the domain decide. */
export function useJoinDecision(sessionId: string): JoinState {
  const { state } = useAuth();
  const userId = state.status === 'signed-in' ? state.user.id : undefined;
  const invitation = useInvitation(sessionId, userId);
  const profile = useProfile();
  const session = sessionLookup(invitation);
  const viewer = joinViewer(state.status, profileLookup(profile));

  const known = invitation.data ?? null;
  const retry = () => {
    void invitation.refetch();
    if (profile.isError) void profile.refetch();
  };
  if (session === 'loading' || viewer === 'loading') {
    return { invitation: known, decision: { kind: 'loading' }, retry };
  }
  // Without the viewer's role nothing can be decided; that is a failed load as well.
  const decision =
    viewer === 'failed'
      ? joinDecision(sessionId, { status: 'failed' }, { status: 'no-profile' })
      : joinDecision(sessionId, session, viewer);
  return { invitation: known, decision, retry };
}

function sessionLookup(query: UseQueryResult<Invitation | null>): SessionLookup | 'loading' {
  if (query.data === null) return { status: 'missing' };
  if (query.data) {
    const { vendor, taken, visitorId } = query.data;
    return { status: 'found', vendorId: vendor.id, taken, visitorId };
  }
  const failed = (query.isError && !query.isFetching) || query.fetchStatus === 'paused';
  return failed ? { status: 'failed' } : 'loading';
}

function joinViewer(
  auth: ReturnType<typeof useAuth>['state']['status'],
  lookup: ReturnType<typeof profileLookup>,
): JoinViewer | 'loading' | 'failed' {
  if (auth === 'signed-out') return { status: 'signed-out' };
  if (auth !== 'signed-in') return 'loading';
  switch (lookup.status) {
    case 'found':
      return { status: 'profile', profileId: lookup.profile.id, role: lookup.profile.role };
    case 'missing':
      return { status: 'no-profile' };
    default:
      return lookup.status;
  }
}
