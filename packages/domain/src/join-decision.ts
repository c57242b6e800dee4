import type { Role } from './roles.ts';
import { chatPath, homePath, joinPath, loginPath, setupPath } from './routes.ts';

/** What the join page knows of the session. `found` comes from `session_invite`, which anyone with the id may call. */
export type SessionLookup =
  | {
      status: 'found';
      vendorId: string;
      /** Whether some visitor has joined. */
      taken: boolean;
      /** That visitor's profile id, when this user may see it; only the session's own two people may. */
      visitorId: string | null;
    }
  | { status: 'missing' }
  | { status: 'failed' };

/** Who looks at the join page. */
export type JoinViewer =
  | { status: 'signed-out' }
  | { status: 'no-profile' }
  | { status: 'profile'; profileId: string; role: Role | null };

export type JoinDecision =
  | { kind: 'not-found'; leaveTo: string }
  | { kind: 'log-in'; goTo: string }
  | { kind: 'set-up-profile'; goTo: string; remember: string }
  | { kind: 'open-chat'; goTo: string }
  | { kind: 'refuse'; reason: 'taken' | 'only-visitors' | 'load-failed'; leaveTo: string }
  | { kind: 'offer-join' };

/**
 * The join page's decision on load (spec section 4). The session's own vendor and visitor are let through before anyone
 * is refused: section 6 says that both may open their chat, also once it is taken.
 * @returns what to show or where to go; `leaveTo` is where a user goes after an error.
 */
export function joinDecision(sessionId: string, session: SessionLookup, viewer: JoinViewer): JoinDecision {
  const leaveTo = homePath(viewer.status === 'profile' ? viewer.role : null);
  if (session.status === 'missing') return { kind: 'not-found', leaveTo };
  if (session.status === 'failed') return { kind: 'refuse', reason: 'load-failed', leaveTo };
  if (viewer.status === 'signed-out') return { kind: 'log-in', goTo: loginPath(joinPath(sessionId)) };
  if (viewer.status === 'no-profile') {
    return { kind: 'set-up-profile', goTo: setupPath('visitor'), remember: joinPath(sessionId) };
  }
  if (viewer.profileId === session.visitorId || viewer.profileId === session.vendorId) {
    return { kind: 'open-chat', goTo: chatPath(sessionId) };
  }
  if (session.taken) return { kind: 'refuse', reason: 'taken', leaveTo };
  if (viewer.role !== 'visitor') return { kind: 'refuse', reason: 'only-visitors', leaveTo };
  return { kind: 'offer-join' };
}

/**
 * Which text a failed `join_session` gets (spec section 8).
 * @param code SQLSTATE of the answer, as PostgREST passes it on.
 */
export function joinFailureReason(code: string | null | undefined): 'taken' | 'failed' {
  return code === '23505' ? 'taken' : 'failed';
}
