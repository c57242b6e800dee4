import { joinPath } from '../routes.ts';
import { claim } from './claim.ts';
import { type ChatLookup, type NavigationDecision, type ProfileLookup, WAIT } from './decision.ts';

/**
 * The chat page for a signed-in user (specification 2.18, 6.4, 8.9): open for the visitor and the people of the booth, an
 * invitation to a visitor while it is free, refused to all others with the reason.
 */
export function chatDecision(
  profile: ProfileLookup,
  sessionId: string,
  session: ChatLookup,
): NavigationDecision<'chat' | 'not-found' | 'load-failed'> {
  if (profile.status === 'missing') return { kind: 'show', view: 'not-found', notice: 'session-not-found' };
  if (profile.status === 'failed' || session.status === 'failed') {
    return { kind: 'show', view: 'load-failed', notice: 'session-load-failed' };
  }
  if (profile.status === 'loading' || session.status === 'loading') return WAIT;
  if (session.status === 'missing') return { kind: 'show', view: 'not-found', notice: 'session-not-found' };
  switch (claim(session, profile.profile)) {
    case 'own':
      return { kind: 'show', view: 'chat' };
    case 'free':
      return { kind: 'go', to: joinPath(sessionId) };
    case 'taken':
      return { kind: 'show', view: 'not-found', notice: 'session-taken' };
    case 'only-visitors':
      return { kind: 'show', view: 'not-found', notice: 'session-only-visitors' };
  }
}
