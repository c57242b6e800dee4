import type { Role } from './roles.ts';
import {
  boothPath,
  chatPath,
  dashboardPath,
  HOME_PATH,
  homePath,
  isDashboardPage,
  joinPath,
  loginPath,
  setupPath,
} from './routes.ts';
import { safeRedirect } from './safe-redirect.ts';

// Every decision of specification 4, 5 about where a user is led: one pure function for each kind of page, all over
// the same state. What a page then shows, says and remembers is in the outcome; the web app only carries it out.

/** What the decisions need to know of a profile. A role of null is a profile that has not chosen one yet. */
export interface ProfileSummary {
  id: string;
  role: Role | null;
  name: string | null;
  company: string | null;
}

/** Outcome of reading the user's profile. PostgREST's PGRST116 (no row) is `missing`, any other error `failed`. */
export type ProfileLookup =
  | { status: 'loading' }
  | { status: 'found'; profile: ProfileSummary }
  | { status: 'missing' }
  | { status: 'failed' };

/** Who is there. `leaving` is the moment between pressing Logout and the page's reload. */
export interface Viewer {
  auth: 'loading' | 'signed-out' | 'signed-in' | 'leaving';
  profile: ProfileLookup;
  /** Signed out without having pressed Logout: the server has ended the session, or another tab has. */
  sessionEnded?: boolean;
  /** Signed in without an address (docs/adr/0025): a visitor who only gave a name. */
  guest?: boolean;
}

/** What the browser remembers for a user without a profile. */
export interface Memory {
  /** Raw value of the post-profile redirect: where to go once the profile exists. */
  redirect: string | null;
  /** The role whose button was pressed on the landing page before there was an account. */
  role: Role | null;
}

/** What the join page knows of a session. `found` comes from `session_invite`, which anyone with the id may call. */
export type SessionLookup =
  | { status: 'loading' }
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

/** A message, by its meaning; the web app has the texts of specification 2.2, 5.1, 8.9. */
export type Notice =
  | 'authentication-required'
  | 'session-ended'
  | `access-denied-${Role}`
  | 'complete-profile'
  | `welcome-back-${Role}`
  | `${Role}-profile-saved`
  | 'session-not-found'
  | 'session-taken'
  | 'session-only-visitors'
  | 'session-load-failed'
  | 'join-taken'
  | 'join-not-visitor'
  | 'join-closed'
  | 'join-full'
  | 'join-failed'
  | 'logout-failed';

/** What a decision comes to. */
export type Outcome<View extends string> =
  /** Too little is known yet. */
  | { kind: 'wait' }
  | { kind: 'show'; view: View; notice?: Notice }
  | {
      kind: 'go';
      to: string;
      notice?: Notice;
      /** What must be remembered from now on; what is absent stays as it was. */
      memory?: Partial<Memory>;
      /** Time to read the notice before leaving, in milliseconds. */
      delayMs?: number;
    };

const WAIT = { kind: 'wait' } as const;
const NOTHING_REMEMBERED: Memory = { redirect: null, role: null };

/** Time to read the toast of a saved vendor profile before the dashboard opens (specification 9.4). */
export const VENDOR_REDIRECT_DELAY_MS = 2000;

/** @returns the viewer's home: their dashboard, or '/' without a role */
export function homeOf(profile: ProfileLookup): string {
  return homePath(profile.status === 'found' ? profile.profile.role : null);
}

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
): Outcome<'page' | 'profile-failed'> {
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
 * The landing page (specification 2.2, 4.2). A user with a profile goes to the setup page when name
 * or company is missing, else to the dashboard; guests need no company. A user without one, or
 * without a role, is offered the role choice. A user who chose a role by a button of this page
 * before signing up goes to that role's setup page, once. A guest can only be a visitor. After a
 * failed lookup the page stays, and offers to read the profile again.
 */
export function landingDecision(
  { auth, profile, guest }: Viewer,
  memory: Memory,
): Outcome<'introduction' | 'role-choice'> {
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

/** Where a role choice leads once it is saved (specification 4.2): to the setup page of that role. */
export function afterRoleChoice(role: Role): Outcome<never> {
  return { kind: 'go', to: setupPath(role), memory: { role: null } };
}

/**
 * The login page (specification 2.3, 4.3). Without a profile the target is remembered and the user fills one
 * in; with one, the redirect parameter wins over the remembered redirect, which is used once, and that over the dashboard.
 * A failed lookup leads to '/'. A session that came to set a new password does that first.
 * @param page.redirect raw value of the `redirect` parameter.
 * @param page.recovering whether the session came through a recovery link or code.
 */
export function loginDecision(
  { auth, profile, guest }: Viewer,
  page: { redirect: string | null; recovering: boolean },
  memory: Memory,
): Outcome<'forms' | 'update-password'> {
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
      const role = setupRole(target, guest ? 'visitor' : memory.role);
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
 * join.
 */
function setupRole(target: string | null, chosen: Role | null): Role {
  return isInvitation(target) ? 'visitor' : (chosen ?? 'visitor');
}

/** Whether a redirect leads to the page of a scanned code. */
export function isInvitation(target: string | null): boolean {
  return target !== null && [joinPath(''), boothPath('')].some((path) => target.startsWith(path));
}

/**
 * Where a saved setup leads (specification 2.8, 4.8, 9.4): the remembered redirect, used once, else the dashboard. An
 * invitation is of no use to a vendor.
 */
export function setupEnd(role: Role, memory: Memory): Outcome<never> {
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

/** Whether the viewer may open a session that exists, may join it, or neither. */
function claim(session: SessionLookup & { status: 'found' }, viewer: ProfileSummary) {
  // The session's own vendor and visitor are let through before anyone is refused: specification 6.4 says that both may open
  // their chat, also once it is taken.
  if (viewer.id === session.visitorId || viewer.id === session.vendorId) return 'own';
  if (session.taken) return 'taken';
  return viewer.role === 'visitor' ? 'free' : 'only-visitors';
}

/**
 * The join page on load (specification 4.6). After an error a logged-in user goes to their
 * dashboard or '/'. But after a failed load the page stays and offers a retry, and an unknown
 * session has its own page. A guest without a profile was interrupted on the way in, and continues
 * without a wizard.
 */
export function joinDecision(
  { auth, profile, guest }: Viewer,
  sessionId: string,
  session: SessionLookup,
): Outcome<'log-in' | 'enter-as-guest' | 'offer-join' | 'not-found' | 'load-failed'> {
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

/** Whether who has not signed in is offered to join as a guest: where guests are let in, while the session waits for its visitor. */
export function offersGuests(session: SessionLookup, guestsAdmitted: boolean): boolean {
  return guestsAdmitted && session.status === 'found' && !session.taken;
}

/**
 * What follows when joining was refused (specification 8.9).
 * @param code SQLSTATE of the answer, or the HTTP status that `join_session` raises, as PostgREST passes it on.
 */
export function joinFailure({ profile }: Viewer, code: string | null | undefined): Outcome<'offer-join'> {
  // Only visitors are offered to join, so the role was changed elsewhere: '/' reads the current
  // one.
  if (code === 'PT403') return { kind: 'go', to: HOME_PATH, notice: 'join-not-visitor' };
  if (code === '23505') return { kind: 'go', to: homeOf(profile), notice: 'join-taken' };
  // One of the two has blocked the other; who has done so is not told.
  if (code === 'PT409') return { kind: 'show', view: 'offer-join', notice: 'join-closed' };
  // As many chats as one person may have.
  if (code === 'PT413') return { kind: 'show', view: 'offer-join', notice: 'join-full' };
  return { kind: 'show', view: 'offer-join', notice: 'join-failed' };
}

/**
 * The chat page for a signed-in user (specification 2.18, 6.4, 8.9): open for its two people, an invitation to a visitor while
 * it is free, refused to everybody else with the reason.
 */
export function chatDecision(
  profile: ProfileLookup,
  sessionId: string,
  session: SessionLookup,
): Outcome<'chat' | 'not-found' | 'load-failed'> {
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

/** Logging out (specification 4.4): to '/' with nothing remembered, or a message and everything as it was. */
export function logoutDecision(result: 'signed-out' | 'failed'): Outcome<'page'> {
  return result === 'signed-out'
    ? { kind: 'go', to: HOME_PATH, memory: NOTHING_REMEMBERED }
    : { kind: 'show', view: 'page', notice: 'logout-failed' };
}
