import type { Queryable } from '../../db/database.ts';
import type { RelyingParty } from '../../http/relying-party.ts';

/** A passkey as its user may see it. */
export interface PasskeyRow {
  id: string;
  friendly_name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** A passkey as a signature is checked with it. */
export interface PasskeyKeyRow {
  id: string;
  user_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: number;
  transports: string[];
}

export interface NewPasskey {
  userId: string;
  credentialId: Buffer;
  publicKey: Buffer;
  aaguid: string;
  signCount: number;
  transports: readonly string[];
  backupEligible: boolean;
  backedUp: boolean;
}

const VISIBLE = 'id, friendly_name, created_at, last_used_at';
const KEY = 'id, user_id, credential_id, public_key, sign_count::float8 as sign_count, transports';

/** The passkeys of a user, oldest first. */
export async function listPasskeys(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  return db.query<PasskeyRow>(
    `select ${VISIBLE} from auth.webauthn_credentials where user_id = $1 order by created_at, id`,
    [userId],
  );
}

/** The same with their keys. */
export async function listPasskeyKeys(db: Queryable, userId: string): Promise<PasskeyKeyRow[]> {
  return db.query<PasskeyKeyRow>(
    `select ${KEY} from auth.webauthn_credentials where user_id = $1 order by created_at, id`,
    [userId],
  );
}

export async function findPasskeyKey(db: Queryable, credentialId: Buffer): Promise<PasskeyKeyRow | null> {
  const [row] = await db.query<PasskeyKeyRow>(
    `select ${KEY} from auth.webauthn_credentials where credential_id = $1`,
    [credentialId],
  );
  return row ?? null;
}

/** @throws SQLSTATE 23505 when the passkey is registered, webauthn_credentials_credential_id_key */
export async function insertPasskey(tx: Queryable, passkey: NewPasskey): Promise<PasskeyRow> {
  const [row] = await tx.query<PasskeyRow>(
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key, attestation_type, aaguid, sign_count, transports,
       backup_eligible, backed_up)
     values ($1, $2, $3, 'none', $4, $5, $6, $7, $8) returning ${VISIBLE}`,
    [
      passkey.userId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.aaguid,
      passkey.signCount,
      JSON.stringify(passkey.transports),
      passkey.backupEligible,
      passkey.backedUp,
    ],
  );
  return row as PasskeyRow;
}

/**
 * Records a use of a passkey. The counter is compared again here, so that of two uses of one
 * signature the second fails.
 * @returns false when the passkey was removed, or its counter did not grow
 */
export async function recordPasskeyUse(
  tx: Queryable,
  id: string,
  use: { signCount: number; backedUp: boolean },
): Promise<boolean> {
  const changed = await tx.execute(
    `update auth.webauthn_credentials set sign_count = $2, backed_up = $3, last_used_at = now(), updated_at = now()
     where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0))`,
    [id, use.signCount, use.backedUp],
  );
  return changed > 0;
}

/** @returns null when the user has no such passkey */
export async function renamePasskey(
  db: Queryable,
  passkey: { userId: string; id: string; name: string },
): Promise<PasskeyRow | null> {
  const [row] = await db.query<PasskeyRow>(
    `update auth.webauthn_credentials set friendly_name = $3, updated_at = now()
     where user_id = $1 and id = $2 returning ${VISIBLE}`,
    [passkey.userId, passkey.id, passkey.name],
  );
  return row ?? null;
}

/** @returns whether the user had it */
export async function deletePasskey(db: Queryable, userId: string, id: string): Promise<boolean> {
  const removed = await db.execute('delete from auth.webauthn_credentials where user_id = $1 and id = $2', [
    userId,
    id,
  ]);
  return removed > 0;
}

/**
 * Passkeys added before the address was proved may belong to another person than the owner, who has
 * arrived now.
 */
export async function dropUnverifiedPasskeys(tx: Queryable, userId: string): Promise<void> {
  await tx.query(
    `delete from auth.webauthn_credentials p using auth.users u
     where u.id = $1 and p.user_id = u.id and u.email_confirmed_at is null and u.phone_confirmed_at is null`,
    [userId],
  );
}

/** Records a sign-in of a locked user. */
export async function recordPasskeySignIn(tx: Queryable, userId: string): Promise<void> {
  await tx.query('update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1', [userId]);
}

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
