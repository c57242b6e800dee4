import type { Queryable } from '../../db/database.ts';
import type { CodeChallenge } from '../rules/pkce.ts';

export interface FlowStateRow {
  id: string;
  user_id: string;
  authentication_method: string;
  code_challenge: string;
  code_challenge_method: 's256' | 'plain';
  provider: string | null;
  provider_tokens_sealed: Buffer | null;
  /** The end of the session that a single sign-on provider set. */
  session_not_after: Date | null;
  /** Seconds since the code was given out. */
  code_age_seconds: number;
}

/**
 * Remembers a client's challenge until its link is opened; those whose links have all died are
 * removed.
 */
export async function insertFlowState(
  tx: Queryable,
  flow: { userId: string; method: string; challenge: CodeChallenge; lifeSeconds: number },
): Promise<void> {
  await tx.query(`delete from auth.flow_states where created_at < now() - make_interval(secs => $1)`, [
    flow.lifeSeconds * 2,
  ]);
  await tx.query(
    `insert into auth.flow_states (user_id, authentication_method, code_challenge, code_challenge_method)
     values ($1, $2, $3, $4)`,
    [flow.userId, flow.method, flow.challenge.challenge, flow.challenge.method],
  );
}

/** Binds a code to the newest flow of one of these methods. @returns false without such a flow */
export async function issueFlowCode(
  tx: Queryable,
  userId: string,
  methods: readonly string[],
  codeHash: Buffer,
): Promise<boolean> {
  const changed = await tx.execute(
    `update auth.flow_states set auth_code_hash = $3, auth_code_issued_at = now()
     where id = (
       select id from auth.flow_states where user_id = $1 and authentication_method = any ($2)
       order by created_at desc limit 1)`,
    [userId, methods, codeHash],
  );
  return changed > 0;
}

/** Remembers the challenge of a flow that gets its code at once. */
export async function insertIssuedFlow(
  tx: Queryable,
  flow: {
    userId: string;
    method: string;
    provider: string | null;
    challenge: CodeChallenge;
    codeHash: Buffer;
    providerTokensSealed: Buffer | null;
    sessionNotAfter: Date | null;
  },
): Promise<void> {
  await tx.query(
    `insert into auth.flow_states (user_id, authentication_method, provider, code_challenge, code_challenge_method,
       auth_code_hash, auth_code_issued_at, provider_tokens_sealed, session_not_after)
     values ($1, $2, $3, $4, $5, $6, now(), $7, $8)`,
    [
      flow.userId,
      flow.method,
      flow.provider,
      flow.challenge.challenge,
      flow.challenge.method,
      flow.codeHash,
      flow.providerTokensSealed,
      flow.sessionNotAfter,
    ],
  );
}

/** Holds the flow until the transaction ends. */
export async function lockFlowByCode(tx: Queryable, codeHash: Buffer): Promise<FlowStateRow | null> {
  const [flow] = await tx.query<FlowStateRow>(
    `select id, user_id, authentication_method, code_challenge, code_challenge_method, provider, provider_tokens_sealed,
       session_not_after,
       extract(epoch from now() - auth_code_issued_at)::float8 as code_age_seconds
     from auth.flow_states where auth_code_hash = $1 for update`,
    [codeHash],
  );
  return flow ?? null;
}

export async function deleteFlow(tx: Queryable, id: string): Promise<void> {
  await tx.query('delete from auth.flow_states where id = $1', [id]);
}
