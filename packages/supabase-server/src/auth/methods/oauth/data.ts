import type { Queryable } from '../../../db/database.ts';
import type { CodeChallenge } from '../../rules/pkce.ts';

export interface ExternalFlowRow {
  id: string;
  provider: string;
  redirect_to: string;
  code_challenge: string | null;
  code_challenge_method: 's256' | 'plain' | null;
  linking_user_id: string | null;
  provider_verifier: string | null;
  nonce: string | null;
  browser_hash: Buffer | null;
  used: boolean;
  age_seconds: number;
}

/** Remembers a flow. @returns its id, the `state` */
export async function insertExternalFlow(
  db: Queryable,
  flow: {
    provider: string;
    redirectTo: string;
    challenge: CodeChallenge | null;
    linkingUserId: string | null;
    verifier: string;
    nonce: string;
    browserHash: Buffer | null;
  },
): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    `insert into auth.external_flows (provider, redirect_to, code_challenge, code_challenge_method, linking_user_id,
       provider_verifier, nonce, browser_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      flow.provider,
      flow.redirectTo,
      flow.challenge?.challenge ?? null,
      flow.challenge?.method ?? null,
      flow.linkingUserId,
      flow.verifier,
      flow.nonce,
      flow.browserHash,
    ],
  );
  return (row as { id: string }).id;
}

export async function findExternalFlow(db: Queryable, id: string): Promise<ExternalFlowRow | null> {
  const [flow] = await db.query<ExternalFlowRow>(
    `select id, provider, redirect_to, code_challenge, code_challenge_method, linking_user_id, provider_verifier, nonce,
       browser_hash, used_at is not null as used, extract(epoch from now() - created_at)::float8 as age_seconds
     from auth.external_flows where id = $1`,
    [id],
  );
  return flow ?? null;
}

/**
 * Uses a flow up; the values that bound the provider's response to it are no longer needed.
 * @returns false when another call was faster.
 */
export async function useExternalFlow(db: Queryable, id: string): Promise<boolean> {
  const used = await db.execute(
    `update auth.external_flows set used_at = now(), provider_verifier = null, nonce = null
     where id = $1 and used_at is null`,
    [id],
  );
  return used > 0;
}
