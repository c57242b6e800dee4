import type { Role } from '../roles.ts';
import { homePath } from '../routes.ts';

// The state and the result of the decisions about where a user is led (specification 4, 5): one
// pure function for each kind of page. The result names the view to show, the notice to announce
// and the values to remember; the web app only carries it out.

/**
 * The profile fields that navigation decisions need. A role of null is a profile that has not
 * chosen one yet.
 */
export interface ProfileSummary {
  id: string;
  role: Role | null;
  name: string | null;
  company: string | null;
}

/**
 * Outcome of reading the user's profile. PostgREST's PGRST116 (no row) is `missing`, any other
 * error `failed`.
 */
export type ProfileLookup =
  | { status: 'loading' }
  | { status: 'found'; profile: ProfileSummary }
  | { status: 'missing' }
  | { status: 'failed' };

/** The viewer's state. `leaving` is the moment between pressing Logout and the page's reload. */
export interface Viewer {
  auth: 'loading' | 'signed-out' | 'signed-in' | 'leaving';
  profile: ProfileLookup;
  /**
   * Signed out without having pressed Logout: the server has ended the session, or another tab has.
   */
  sessionEnded?: boolean;
  /** Signed in without an address (docs/adr/0025): a visitor who only gave a name. */
  guest?: boolean;
}

/** The state that the browser remembers for a user without a profile. */
export interface Memory {
  /** Raw value of the post-profile redirect: where to go once the profile exists. */
  redirect: string | null;
  /** The role whose button was pressed on the landing page before there was an account. */
  role: Role | null;
}

/**
 * The join page's lookup state of a session. `found` comes from `session_invite`, which anyone with
 * the id may call.
 */
export type ChatLookup =
  | { status: 'loading' }
  | {
      status: 'found';
      vendorId: string;
      /** Whether a visitor has joined. */
      taken: boolean;
      /**
       * The visitor's profile id, when this user may see it; only the session's own two people may.
       */
      visitorId: string | null;
      /** Whether this user may read the chat: its two people, and the vendor's booth team. */
      readable?: boolean;
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

/** The result of a decision. */
export type NavigationDecision<View extends string> =
  /** Too little is known yet. */
  | { kind: 'wait' }
  | { kind: 'show'; view: View; notice?: Notice }
  | {
      kind: 'go';
      to: string;
      notice?: Notice;
      /** The values to remember from now on; absent ones stay as they are. */
      memory?: Partial<Memory>;
      /** Time to read the notice before leaving, in milliseconds. */
      delayMs?: number;
    };

/** Too little is known to decide. */
export const WAIT = { kind: 'wait' } as const;
/** The memory of a user who has used or discarded everything remembered. */
export const NOTHING_REMEMBERED: Memory = { redirect: null, role: null };

/** @returns the viewer's home: their dashboard, or '/' without a role */
export function homeOf(profile: ProfileLookup): string {
  return homePath(profile.status === 'found' ? profile.profile.role : null);
}
