import type { Role } from '../roles.ts';
import { dashboardPath, HOME_PATH, homePath, isDashboardPage, loginPath } from '../routes.ts';
import { type NavigationDecision, NOTHING_REMEMBERED, type Viewer, WAIT } from './decision.ts';

/**
 * Protected pages (specification 2.1, 5.1, 6): setup pages, chats and dashboards. Without a session
 * the user goes to the login page. A dashboard redirects the other role to its own dashboard, and a
 * user without a role to '/' to choose one: two dashboards that point at each other would loop. A
 * profile that could not be read neither grants nor denies access; the user can retry.
 * @param page.path of the page with its query, so that the login page can lead back to it.
 * @param page.role the required role; null when every signed-in user may open the page
 */
export function guardDecision(
  { auth, profile, sessionEnded }: Viewer,
  page: { path: string; role: Role | null },
): NavigationDecision<'page' | 'profile-failed'> {
  if (auth === 'loading' || auth === 'leaving') return WAIT;
  if (auth === 'signed-out') {
    const notice = sessionEnded ? 'session-ended' : 'authentication-required';
    return { kind: 'go', to: loginPath(page.path), notice };
  }
  if (page.role === null) return { kind: 'show', view: 'page' };
  if (profile.status === 'loading') return WAIT;
  if (profile.status === 'failed') return { kind: 'show', view: 'profile-failed' };
  const role = profile.status === 'found' ? profile.profile.role : null;
  if (role !== page.role) return { kind: 'go', to: homePath(role), notice: `access-denied-${page.role}` };
  return isDashboardPage(role, page.path)
    ? { kind: 'show', view: 'page' }
    : { kind: 'go', to: dashboardPath(role) };
}

/**
 * Logging out (specification 4.4): to '/' with nothing remembered, or a message and everything as
 * it was.
 */
export function logoutDecision(result: 'signed-out' | 'failed'): NavigationDecision<'page'> {
  return result === 'signed-out'
    ? { kind: 'go', to: HOME_PATH, memory: NOTHING_REMEMBERED }
    : { kind: 'show', view: 'page', notice: 'logout-failed' };
}
