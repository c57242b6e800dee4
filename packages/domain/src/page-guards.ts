import type { ProfileLookup } from './post-login.ts';
import { counterpartRole, type Role } from './roles.ts';
import { dashboardPath, HOME_PATH, loginPath } from './routes.ts';

export interface GuardInput {
  auth: 'loading' | 'signed-in' | 'signed-out';
  /** Role that the page asks for; null when any signed-in user may open it. */
  requiredRole: Role | null;
  /** The user's profile; only looked at when a role is required. */
  lookup: ProfileLookup | { status: 'loading' };
  /** Path of the guarded page, so that the login page can lead back to it. */
  from: string;
}

export type GuardDecision =
  | { kind: 'loading' }
  | { kind: 'redirect'; goTo: string; toast: 'authentication-required' }
  | { kind: 'redirect'; goTo: string; toast: 'access-denied'; requiredRole: Role }
  | { kind: 'allow' };

/**
 * The protected-page guard (spec section 5): no session leads to the login page, a differing or missing role to '/'.
 * A role that could not be read counts as missing: the guard never opens a page on a guess.
 */
export function guardDecision({ auth, requiredRole, lookup, from }: GuardInput): GuardDecision {
  if (auth === 'loading') return { kind: 'loading' };
  if (auth === 'signed-out') {
    return { kind: 'redirect', goTo: loginPath(from), toast: 'authentication-required' };
  }
  if (requiredRole === null) return { kind: 'allow' };
  if (lookup.status === 'loading') return { kind: 'loading' };
  if (lookup.status === 'found' && lookup.profile.role === requiredRole) return { kind: 'allow' };
  return { kind: 'redirect', goTo: HOME_PATH, toast: 'access-denied', requiredRole };
}

export type DashboardDecision = { kind: 'loading' } | { kind: 'redirect'; goTo: string } | { kind: 'allow' };

/**
 * Who may stay on a dashboard (spec section 2): the other role is sent to its own dashboard. Somebody without a role
 * goes to '/', where one is chosen; two dashboards pointing at each other would never end.
 */
export function dashboardDecision(
  dashboard: Role,
  lookup: ProfileLookup | { status: 'loading' },
): DashboardDecision {
  if (lookup.status === 'loading') return { kind: 'loading' };
  const role = lookup.status === 'found' ? lookup.profile.role : null;
  if (role === dashboard) return { kind: 'allow' };
  return { kind: 'redirect', goTo: role ? dashboardPath(counterpartRole(dashboard)) : HOME_PATH };
}
