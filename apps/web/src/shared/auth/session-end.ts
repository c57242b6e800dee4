import { AUTH_STORAGE_KEY } from './auth-storage.ts';
import { readStoredSession } from './stored-session.ts';

/**
 * In localStorage, where all tabs see it, and where it outlives the session. Logging out removes
 * it.
 */
export const OWNER_KEY = `${AUTH_STORAGE_KEY}-owner`;

/**
 * The app's progress in handling a session that has ended. `open`: the server ended it, and no data is
 * deleted yet; `asking`: cached reads are deleted, and the question about unsent work is unanswered;
 * `kept`: the unsent work stays until its author logs in again; `left`: the user has logged out, and
 * not everything is deleted yet.
 */
export type SessionEnd = 'open' | 'asking' | 'kept' | 'left';

/** The user whose data is on this device. */
export interface DeviceOwner {
  userId: string;
  /** A guest cannot log in again. */
  guest: boolean;
  /** Unsent work is kept by profile. Absent for a user without one, who has written nothing. */
  profileId?: string;
  /** Set when the session has ended. */
  ended?: SessionEnd;
}

/** The client's data of a user. */
interface SignedInUser {
  id: string;
  is_anonymous?: boolean;
}

/** Answers that ask to come again. */
const AGAIN: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Checks whether the auth service's answer to a renewal ends the session: a refusal, not a server
 * that is busy or broken.
 * @param status of the answer (HTTP).
 */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !AGAIN.has(status);
}

/**
 * Stores the signed-in user, so that their work is found when the session is over, also by a later
 * start of the app.
 * @param profileId absent while it is not known: the one that was noted before stays.
 */
export function rememberOwner(user: SignedInUser, profileId?: string): void {
  const before = readOwner();
  const known = profileId ?? (before?.userId === user.id ? before.profileId : undefined);
  write({ userId: user.id, guest: user.is_anonymous === true, ...(known && { profileId: known }) });
}

/**
 * Records that the server has ended the stored session. A session that continues nevertheless voids
 * the record.
 * @param refused the refused refresh token; if another tab has replaced it since, the session has
 * not ended
 */
export function noteServerEnd(refused?: string): void {
  const session = readStoredSession();
  if (!session || (refused !== undefined && refused !== session.refresh_token)) return;
  rememberOwner(session.user);
  markEnd('open');
}

/**
 * @returns the user whose data is to be deleted, after a question unless they have left: no user
 * has signed in since
 */
export function endedOwner(): (DeviceOwner & { ended: Exclude<SessionEnd, 'kept'> }) | null {
  const owner = readOwner();
  const { ended } = owner ?? {};
  if (!owner || ended === undefined || ended === 'kept' || readStoredSession()) return null;
  return { ...owner, ended };
}

/** Records the progress of handling the end of the recorded owner's session. */
export function markEnd(ended: SessionEnd): void {
  const owner = readOwner();
  if (owner) write({ ...owner, ended });
}

/** Forgets whose data this device held. */
export function forgetOwner(): void {
  try {
    localStorage.removeItem(OWNER_KEY);
  } catch {
    // Without storage no owner was recorded.
  }
}

/** @returns the user whose data is on this device, or null */
export function readOwner(): DeviceOwner | null {
  try {
    const kept = JSON.parse(localStorage.getItem(OWNER_KEY) ?? 'null') as Partial<DeviceOwner> | null;
    return typeof kept?.userId === 'string' ? (kept as DeviceOwner) : null;
  } catch {
    return null;
  }
}

/**
 * The `fetch` of the auth client that records refused renewals. The client's own event is the same
 * for a logout, in this tab or another one. The refusal is recorded before the client sees the
 * response, because the client then removes the session, at the start of the app before any
 * listener exists.
 */
export function notingRefusals(request: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await request(input, init);
    const url = new URL(input instanceof Request ? input.url : input, 'http://same.invalid');
    const isRenewal =
      url.pathname.endsWith('/auth/v1/token') && url.searchParams.get('grant_type') === 'refresh_token';
    if (isRenewal && isRefusal(answer.status)) noteServerEnd(tokenIn(init?.body));
    return answer;
  };
}

/** @returns the refresh token that a renewal has sent; no token's value when it sent none. */
function tokenIn(body: unknown): string {
  try {
    return String((JSON.parse(String(body)) as { refresh_token?: unknown }).refresh_token);
  } catch {
    return '';
  }
}

function write(owner: DeviceOwner): void {
  try {
    localStorage.setItem(OWNER_KEY, JSON.stringify(owner));
  } catch {
    // A full or forbidden storage: a session that ends then leaves unsent work where it is.
  }
}
