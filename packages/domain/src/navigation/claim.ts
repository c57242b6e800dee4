import type { ChatLookup, ProfileSummary } from './decision.ts';

/** @returns the viewer's claim to a chat that exists: it is their own, they may join it, or neither */
export function claim(
  session: ChatLookup & { status: 'found' },
  viewer: ProfileSummary,
): 'own' | 'taken' | 'free' | 'only-visitors' {
  // The session's own vendor and visitor are let through before anyone is refused:
  // specification 6.4 says that both may open their chat, also once it is taken.
  if (session.readable || viewer.id === session.visitorId || viewer.id === session.vendorId) return 'own';
  if (session.taken) return 'taken';
  return viewer.role === 'visitor' ? 'free' : 'only-visitors';
}
