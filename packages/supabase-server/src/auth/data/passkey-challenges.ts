import type { Queryable } from '../../db/database.ts';
import type { RelyingParty } from '../../http/relying-party.ts';

export type ChallengeType = 'registration' | 'authentication';

/** The stored data that a passkey response is checked against. */
export interface PasskeyChallenge {
  /** Base64url. */
  challenge: string;
  site: RelyingParty;
  isExpired: boolean;
}

/** Keeps a challenge until it is answered. @returns its id and its end in Unix seconds */
export async function insertPasskeyChallenge(
  db: Queryable,
  begun: {
    type: ChallengeType;
    /** Null for a sign-in. */
    userId: string | null;
    challenge: string;
    site: RelyingParty;
    lifeSeconds: number;
  },
): Promise<{ id: string; expiresAt: number }> {
  const data = { challenge: begun.challenge, rp_id: begun.site.id, origin: begun.site.origin };
  const [row] = await db.query<{ id: string; expires_at: Date }>(
    `insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
     values ($1, $2, $3, now() + make_interval(secs => $4)) returning id, expires_at`,
    [begun.userId, begun.type, JSON.stringify(data), begun.lifeSeconds],
  );
  const { id, expires_at } = row as { id: string; expires_at: Date };
  return { id, expiresAt: Math.floor(expires_at.getTime() / 1000) };
}

/**
 * Removes a challenge, so that it works only once, regardless of the result.
 * @param given.userId the user who began it; null for a sign-in
 * @returns null without a challenge of this type and user
 */
export async function takePasskeyChallenge(
  db: Queryable,
  given: { id: string; type: ChallengeType; userId: string | null },
): Promise<PasskeyChallenge | null> {
  const [row] = await db.query<{
    session_data: { challenge: string; rp_id: string; origin: string };
    is_expired: boolean;
  }>(
    `delete from auth.webauthn_challenges
     where id = $1 and challenge_type = $2 and user_id is not distinct from $3
     returning session_data, expires_at <= now() as is_expired`,
    [given.id, given.type, given.userId],
  );
  if (!row) return null;
  const { challenge, rp_id, origin } = row.session_data;
  return { challenge, site: { id: rp_id, origin }, isExpired: row.is_expired };
}
