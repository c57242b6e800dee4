/** The data of a presented refresh token and its session, read under the session's lock. */
export interface RefreshState {
  presented: {
    id: string;
    /** Seconds since it was used or revoked; null: it is still active. */
    revokedSecondsAgo: number | null;
  };
  /** The newest token of the session that is not revoked. */
  active: { id: string; parentId: string | null } | null;
  /** Seconds after its use in which a token is accepted once more. */
  reuseSeconds: number;
}

/**
 * - `rotate`: revoke the token, if it is not revoked yet, and give a new child.
 * - `repeat`: give the active token again; the client has lost the response that held it.
 * - `refuse`: the token was used before. The thief cannot be told from the owner, so the whole
 *   session loses its tokens.
 */
export type RefreshDecision = 'rotate' | 'repeat' | 'refuse';

/** The rules of supabase-protocol 2.13. */
export function decideRefresh({ presented, active, reuseSeconds }: RefreshState): RefreshDecision {
  if (presented.revokedSecondsAgo === null) return 'rotate';
  // Rotation always leaves an active token. None: the session's tokens were revoked together, and
  // no interval undoes that.
  if (active === null) return 'refuse';
  if (active.parentId === presented.id) return 'repeat';
  return presented.revokedSecondsAgo < reuseSeconds ? 'rotate' : 'refuse';
}
