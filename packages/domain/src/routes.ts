import type { Role } from './roles.ts';
import { withoutTrailing } from './text.ts';

// The route table of specification 2.1, where both the decision rules and the router can reach it.

export const HOME_PATH = '/';
export const LOGIN_PATH = '/login';
export const CONTACT_PATH = '/contact';
export const PRICING_PATH = '/pricing';

/** @returns the profile completion page of a role: `/vendor-setup` or `/visitor-setup`. */
export function setupPath(role: Role): string {
  return `/${role}-setup`;
}

/** @returns the dashboard root of a role: `/vendor-dashboard` or `/visitor-dashboard`. */
export function dashboardPath(role: Role): string {
  return `/${role}-dashboard`;
}

/** The conversation of two people over one phone. */
export const FACE_TO_FACE_PATH = '/face-to-face';

/** The page of a vendor's codes. */
export const QR_CODES_PATH = '/vendor-dashboard/qr-codes';

/** The page of a booth's team (docs/adr/0083). */
export const TEAM_PATH = '/vendor-dashboard/team';

/** The page of mails to a booth's leads (docs/adr/0088). */
export const FOLLOW_UPS_PATH = '/vendor-dashboard/leads/follow-ups';

/** The query of the profile page that shows a booth's webhook (docs/adr/0088), and the whole path. */
export const WEBHOOKS_QUERY = 'webhooks';
export const WEBHOOKS_PATH = `/vendor-dashboard/profile?${WEBHOOKS_QUERY}`;

/** @returns the page of an invitation to work at a booth. */
export function teamInvitationPath(token: string): string {
  return `/team/${encodeURIComponent(token)}`;
}

/**
 * Paths below a dashboard's root in the route table; '' is the overview. The router has a page for
 * each.
 */
export const DASHBOARD_SECTIONS: Record<Role, readonly string[]> = {
  vendor: [
    '',
    'sessions',
    'contacts',
    'leads',
    'leads/follow-ups',
    'contacts/scan-badge',
    'qr-codes',
    'analytics',
    'team',
    'profile',
  ],
  visitor: ['', 'sessions', 'contacts', 'leads', 'contacts/scan-badge', 'scan', 'profile'],
};

/**
 * @returns whether a path, with or without a query, is one of a dashboard's pages; the router
 * ignores case as well.
 */
export function isDashboardPage(role: Role, path: string): boolean {
  const [address = ''] = path.toLowerCase().split(/[?#]/, 1);
  const wanted = withoutTrailing(address, '/');
  const root = dashboardPath(role);
  return DASHBOARD_SECTIONS[role].some((section) => wanted === (section ? `${root}/${section}` : root));
}

/** @returns the home of a user whose role may be unknown: their dashboard, else `/` */
export function homePath(role: Role | null): string {
  return role ? dashboardPath(role) : HOME_PATH;
}

/** @returns the page with the chats of a user. */
export function chatsPath(role: Role): string {
  return `${dashboardPath(role)}/sessions`;
}

/** @returns the chat page of a session. */
export function chatPath(sessionId: string): string {
  return `/chat/${encodeURIComponent(sessionId)}`;
}

/** @returns the join page of a session. */
export function joinPath(sessionId: string): string {
  return `/join/${encodeURIComponent(sessionId)}`;
}

/**
 * @returns the page of a booth code: a stable link that gives each visitor a session of their own.
 */
export function boothPath(code: string): string {
  return `/b/${encodeURIComponent(code)}`;
}

/** The query of the login page that names the role whose button was pressed on the landing page. */
export const ROLE_QUERY = 'role';

/** @returns the login page for a visitor who has chosen a role on the landing page. */
export function loginPathFor(role: Role): string {
  return `${LOGIN_PATH}?${ROLE_QUERY}=${role}`;
}

/** @returns the login page, remembering where to come back to when `redirect` is given. */
export function loginPath(redirect?: string | null): string {
  return redirect ? `${LOGIN_PATH}?redirect=${encodeURIComponent(redirect)}` : LOGIN_PATH;
}
