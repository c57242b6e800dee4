import { chatPath, HOME_PATH, joinPath, setupPath } from '../routes.ts';
import { claim } from './claim.ts';
import { type ChatLookup, homeOf, type NavigationDecision, type Viewer, WAIT } from './decision.ts';

/**
 * The join page on load (specification 4.6). After an error a logged-in user goes to their
 * dashboard or '/'. But after a failed load the page stays and offers a retry, and an unknown
 * session has its own page. A guest without a profile was interrupted on the way in, and continues
 * without a wizard.
 */
export function joinDecision(
  { auth, profile, guest }: Viewer,
  sessionId: string,
  session: ChatLookup,
): NavigationDecision<'log-in' | 'enter-as-guest' | 'offer-join' | 'not-found' | 'load-failed'> {
  if (auth === 'loading' || auth === 'leaving' || session.status === 'loading') return WAIT;
  if (session.status === 'missing') return { kind: 'show', view: 'not-found', notice: 'session-not-found' };
  const failed = { kind: 'show', view: 'load-failed', notice: 'session-load-failed' } as const;
  if (session.status === 'failed') return failed;
  if (auth === 'signed-out') return { kind: 'show', view: 'log-in' };
  switch (profile.status) {
    case 'loading':
      return WAIT;
    case 'failed':
      return failed;
    case 'missing':
      if (guest && !session.taken) return { kind: 'show', view: 'enter-as-guest' };
      return { kind: 'go', to: setupPath('visitor'), memory: { redirect: joinPath(sessionId) } };
  }
  switch (claim(session, profile.profile)) {
    case 'own':
      return { kind: 'go', to: chatPath(sessionId) };
    case 'taken':
      return { kind: 'go', to: homeOf(profile), notice: 'session-taken' };
    case 'only-visitors':
      return { kind: 'go', to: homeOf(profile), notice: 'session-only-visitors' };
    case 'free':
      return { kind: 'show', view: 'offer-join' };
  }
}

/**
 * Checks whether a signed-out visitor is offered to join as a guest: where guests are let in, while the
 * session waits for its visitor.
 */
export function offersGuests(session: ChatLookup, guestsAdmitted: boolean): boolean {
  return guestsAdmitted && session.status === 'found' && !session.taken;
}

/**
 * The page's reaction when joining was refused (specification 8.9).
 * @param code SQLSTATE of the answer, or the HTTP status that `join_session` raises, as PostgREST
 * passes it on.
 */
export function joinFailure(
  { profile }: Viewer,
  code: string | null | undefined,
): NavigationDecision<'offer-join'> {
  // Only visitors are offered to join, so the role was changed elsewhere: '/' reads the current
  // one.
  if (code === 'PT403') return { kind: 'go', to: HOME_PATH, notice: 'join-not-visitor' };
  if (code === '23505') return { kind: 'go', to: homeOf(profile), notice: 'join-taken' };
  // One person has blocked the other; the response does not tell who.
  if (code === 'PT409') return { kind: 'show', view: 'offer-join', notice: 'join-closed' };
  // A person has the greatest number of chats.
  if (code === 'PT413') return { kind: 'show', view: 'offer-join', notice: 'join-full' };
  return { kind: 'show', view: 'offer-join', notice: 'join-failed' };
}
