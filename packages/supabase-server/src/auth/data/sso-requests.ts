import type { Queryable } from '../../db/database.ts';
import type { CodeChallenge } from '../rules/pkce.ts';

export interface SsoRequestRow {
  id: string;
  sso_provider_id: string;
  request_id: string;
  redirect_to: string;
  code_challenge: string | null;
  code_challenge_method: 's256' | 'plain' | null;
  /** Seconds since it was sent. */
  age_seconds: number;
}

/**
 * Stores a request to an identity provider; the cleanup removes unanswered ones. @returns its
 * relay state
 */
export async function insertSsoRequest(
  db: Queryable,
  request: {
    providerId: string;
    requestId: string;
    redirectTo: string;
    challenge: CodeChallenge | null;
  },
): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    `insert into auth.sso_requests (sso_provider_id, request_id, redirect_to, code_challenge, code_challenge_method)
     values ($1, $2, $3, $4, $5) returning id`,
    [
      request.providerId,
      request.requestId,
      request.redirectTo,
      request.challenge?.challenge ?? null,
      request.challenge?.method ?? null,
    ],
  );
  return (row as { id: string }).id;
}

/**
 * Removes a request when it is answered, regardless of the result, so that it is answered only
 * once.
 */
export async function takeSsoRequest(db: Queryable, id: string): Promise<SsoRequestRow | null> {
  const [row] = await db.query<SsoRequestRow>(
    `delete from auth.sso_requests where id = $1
     returning *, extract(epoch from now() - created_at)::float8 as age_seconds`,
    [id],
  );
  return row ?? null;
}

/**
 * Records the use of an assertion, for all processes; the cleanup forgets expired ones.
 * @returns false when it was used before.
 */
export async function useAssertion(
  db: Queryable,
  assertion: { providerId: string; hash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const added = await db.execute(
    `insert into auth.sso_used_assertions (sso_provider_id, assertion_hash, expires_at) values ($1, $2, $3)
     on conflict do nothing`,
    [assertion.providerId, assertion.hash, assertion.expiresAt],
  );
  return added > 0;
}
