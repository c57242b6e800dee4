import type { Role } from './roles.ts';
import { dashboardPath, HOME_PATH, homePath, setupPath } from './routes.ts';
import { safeRedirect } from './safe-redirect.ts';

/** What the decisions need to know of a profile. A role of null is a profile that has not chosen one yet. */
export interface ProfileSummary {
  role: Role | null;
  name: string | null;
  company: string | null;
}

/** Outcome of reading the user's profile. PostgREST's PGRST116 (no row) is `missing`, any other error `failed`. */
export type ProfileLookup =
  | { status: 'found'; profile: ProfileSummary }
  | { status: 'missing' }
  | { status: 'failed' };

export interface AfterLoginInput {
  lookup: ProfileLookup;
  /** Raw value of the login page's `redirect` parameter. */
  redirect: string | null;
  /** Raw value of the remembered post-profile redirect. */
  remembered: string | null;
}

export interface AfterLogin {
  goTo: string;
  /** What the remembered redirect must be from now on: a path, or null for none. */
  remember: string | null;
}

/**
 * The login page's decision once a session exists (spec section 4, "After login"). Without a profile the target is
 * remembered and the user fills one in; with one, the redirect parameter wins over the remembered redirect, which is
 * used once, and that over the dashboard. A failed lookup leads to '/'.
 */
export function afterLogin({ lookup, redirect, remembered }: AfterLoginInput): AfterLogin {
  const asked = safeRedirect(redirect);
  const waiting = safeRedirect(remembered);
  switch (lookup.status) {
    case 'failed':
      return { goTo: HOME_PATH, remember: waiting };
    case 'missing':
      return { goTo: setupPath('visitor'), remember: asked ?? waiting };
    case 'found':
      if (asked) return { goTo: asked, remember: waiting };
      if (waiting) return { goTo: waiting, remember: null };
      return { goTo: homePath(lookup.profile.role), remember: null };
  }
}

/**
 * Where a finished profile setup leads: the remembered redirect (used once), else the dashboard (spec section 2).
 * @param remembered raw value of the remembered post-profile redirect.
 */
export function afterSetup(role: Role, remembered: string | null): AfterLogin {
  return { goTo: safeRedirect(remembered) ?? dashboardPath(role), remember: null };
}

export type LandingDecision =
  | { kind: 'stay'; showRoleChoice: boolean }
  | { kind: 'redirect'; goTo: string; toast: 'complete-profile' | 'welcome-back'; role: Role };

/**
 * The landing page's automatic redirect (spec section 2). Nobody signed in: stay. Signed in with a profile: to the
 * setup page when name or company is missing, else to the dashboard. No profile, no role yet, or a failed lookup:
 * stay and offer the role choice.
 */
export function landingDecision(signedIn: boolean, lookup: ProfileLookup): LandingDecision {
  if (!signedIn) return { kind: 'stay', showRoleChoice: false };
  if (lookup.status !== 'found' || !lookup.profile.role) return { kind: 'stay', showRoleChoice: true };
  const { role, name, company } = lookup.profile;
  return name?.trim() && company?.trim()
    ? { kind: 'redirect', goTo: dashboardPath(role), toast: 'welcome-back', role }
    : { kind: 'redirect', goTo: setupPath(role), toast: 'complete-profile', role };
}
