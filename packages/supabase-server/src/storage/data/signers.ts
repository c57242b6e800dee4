import type { Database } from '../../db/database.ts';
import type { Claims } from '../../keys/signing-keys.ts';

/**
 * The creator of a signed link, as the link's token names them: enough to evaluate row-level
 * security again, without an address or name.
 */
export interface Signer {
  role: string;
  /** Subject of the token that asked for the link; null for an API key. */
  sub: string | null;
  /** The session of the creator's token; null when the auth service did not issue the token. */
  session: string | null;
}

interface SignerRow {
  aud: string;
  role: string;
  email: string | null;
  phone: string | null;
  app_metadata: Record<string, unknown>;
  user_metadata: Record<string, unknown>;
  is_anonymous: boolean;
  aal: string;
  amr: unknown[];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @param claims of the caller who requests a link */
export function signerOf({ role, sub, session_id }: Claims): Signer {
  const issued = sub !== undefined && UUID.test(sub) && session_id !== undefined && UUID.test(session_id);
  return { role, sub: sub ?? null, session: issued ? session_id : null };
}

/**
 * The claims that a link's signer has at this moment, as an access token would show them.
 * @returns null when the session has ended, or the account is deleted or banned
 */
export async function findSignerClaims(db: Database, signer: Signer): Promise<Claims | null> {
  const { role, sub, session } = signer;
  if (sub === null) return { role };
  // A token that the operator's own key has signed: the key's holder decides how long its subject
  // counts.
  if (session === null) return { role, sub };
  const [user] = await db.query<SignerRow>(
    `select u.aud, u.role, u.email, u.phone, u.raw_app_meta_data as app_metadata,
       u.raw_user_meta_data as user_metadata, u.is_anonymous, s.aal, s.amr
     from auth.sessions s join auth.users u on u.id = s.user_id
     where s.id = $1 and u.id = $2 and u.deleted_at is null
       and (u.banned_until is null or u.banned_until <= now()) and (s.not_after is null or s.not_after > now())`,
    [session, sub],
  );
  return user
    ? { ...user, email: user.email ?? '', phone: user.phone ?? '', sub, session_id: session }
    : null;
}
