import type { Role } from '../roles.ts';
import {
  boothPath,
  dashboardPath,
  HOME_PATH,
  homePath,
  joinPath,
  setupPath,
  teamInvitationPath,
} from '../routes.ts';
import { safeRedirect } from '../safe-redirect.ts';
import { type Memory, type NavigationDecision, NOTHING_REMEMBERED, type Viewer, WAIT } from './decision.ts';

/**
 * Time to read the toast of a saved vendor profile before the dashboard opens (specification 9.4).
 */
export const VENDOR_REDIRECT_DELAY_MS = 2000;

/**
 * The landing page (specification 2.2, 4.2). A user with a profile goes to the setup page when name
 * or company is missing, else to the dashboard; guests need no company. A user without one, or
 * without a role, is offered the role choice. A user who chose a role by a button of this page
 * before signing up goes to that role's setup page, once. A guest can only be a visitor. After a
 * failed lookup the page stays, and offers to read the profile again.
 */
export function landingDecision(
  { auth, profile, guest }: Viewer,
  memory: Memory,
): NavigationDecision<'introduction' | 'role-choice'> {
  if (auth === 'signed-out') return { kind: 'show', view: 'introduction' };
  if (auth !== 'signed-in' || profile.status === 'loading') return WAIT;
  if (profile.status === 'found' && profile.profile.role) {
    const { role, name, company } = profile.profile;
    return name?.trim() && (company?.trim() || guest)
      ? { kind: 'go', to: dashboardPath(role), notice: `welcome-back-${role}` }
      : { kind: 'go', to: setupPath(role), notice: 'complete-profile' };
  }
  if (profile.status === 'missing' && guest) return { kind: 'go', to: setupPath('visitor') };
  if (profile.status === 'missing' && memory.role) {
    return { kind: 'go', to: setupPath(memory.role), memory: { role: null } };
  }
  return { kind: 'show', view: 'role-choice' };
}

/**
 * The decision after a role choice is saved (specification 4.2): to the setup page of that role.
 */
export function afterRoleChoice(role: Role): NavigationDecision<never> {
  return { kind: 'go', to: setupPath(role), memory: { role: null } };
}

/**
 * The login page (specification 2.3, 4.3). Without a profile the target is remembered and the user
 * fills one in; with one, the redirect parameter wins over the remembered redirect, which is used
 * once, and that over the dashboard. A failed lookup leads to '/'. A session that came to set a new
 * password does that first.
 * @param page.redirect raw value of the `redirect` parameter.
 * @param page.recovering whether the session came through a recovery link or code.
 */
export function loginDecision(
  { auth, profile, guest }: Viewer,
  page: { redirect: string | null; recovering: boolean },
  memory: Memory,
): NavigationDecision<'forms' | 'update-password'> {
  if (auth === 'signed-out') return { kind: 'show', view: 'forms' };
  if (auth !== 'signed-in') return WAIT;
  if (page.recovering) return { kind: 'show', view: 'update-password' };
  const asked = safeRedirect(page.redirect);
  const waiting = safeRedirect(memory.redirect);
  switch (profile.status) {
    case 'loading':
      return WAIT;
    case 'failed':
      return { kind: 'go', to: HOME_PATH };
    case 'missing': {
      const target = asked ?? waiting;
      const role = guest ? 'visitor' : setupRole(target, memory.role);
      return { kind: 'go', to: setupPath(role), memory: { redirect: target, role: null } };
    }
    case 'found':
      if (asked) return { kind: 'go', to: asked, memory: { role: null } };
      return { kind: 'go', to: waiting ?? homePath(profile.profile.role), memory: NOTHING_REMEMBERED };
  }
}

/**
 * The setup page for a new account: the visitor's, as specified, unless the user pressed the
 * vendor's button. A user with an invitation always becomes a visitor, because only visitors may
 * join; one who was invited to work at a booth becomes a vendor.
 */
function setupRole(target: string | null, chosen: Role | null): Role {
  if (target?.startsWith(teamInvitationPath(''))) return 'vendor';
  return isInvitation(target) ? 'visitor' : (chosen ?? 'visitor');
}

/** Checks whether a redirect leads to the page of a scanned code. */
export function isInvitation(target: string | null): boolean {
  return target !== null && [joinPath(''), boothPath('')].some((path) => target.startsWith(path));
}

/**
 * The decision after a setup is saved (specification 2.8, 4.8, 9.4): the remembered redirect, used
 * once, else the dashboard. An invitation is of no use to a vendor.
 */
export function afterSetup(role: Role, memory: Memory): NavigationDecision<never> {
  const waiting = safeRedirect(memory.redirect);
  const target = role === 'vendor' && isInvitation(waiting) ? null : waiting;
  return {
    kind: 'go',
    to: target ?? dashboardPath(role),
    notice: `${role}-profile-saved`,
    memory: NOTHING_REMEMBERED,
    ...(role === 'vendor' ? { delayMs: VENDOR_REDIRECT_DELAY_MS } : {}),
  };
}
