import type { Queryable } from '../../db/database.ts';
import type { TokenPurpose } from '../rules/one-time-code.ts';

export interface OneTimeTokenRow {
  id: string;
  user_id: string;
  purpose: TokenPurpose;
  address: string;
  code_hash: string;
  attempts: number;
  drops_password: boolean;
}

const COLUMNS = 'id, user_id, purpose, address, code_hash, attempts, drops_password';

/** Adds a user's token of this purpose in place of the one before, which is void from now on. */
export async function putToken(
  tx: Queryable,
  token: {
    userId: string;
    purpose: TokenPurpose;
    address: string;
    codeHash: string;
    /** Null for a code alone. */
    linkHash: Buffer | null;
    dropsPassword: boolean;
    lifeSeconds: number;
  },
): Promise<void> {
  await tx.query(
    `insert into auth.one_time_tokens as old
       (user_id, purpose, address, code_hash, link_hash, drops_password, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
     on conflict (user_id, purpose) do update set
       address = excluded.address, code_hash = excluded.code_hash, link_hash = excluded.link_hash, attempts = 0,
       -- Another person's later request must not undo what the owner asked for.
       drops_password = old.drops_password or excluded.drops_password,
       created_at = now(), expires_at = excluded.expires_at`,
    [
      token.userId,
      token.purpose,
      token.address,
      token.codeHash,
      token.linkHash,
      token.dropsPassword,
      token.lifeSeconds,
    ],
  );
}

export async function findTokenByLink(
  db: Queryable,
  linkHash: Buffer,
  purposes: readonly TokenPurpose[],
): Promise<OneTimeTokenRow | null> {
  const [token] = await db.query<OneTimeTokenRow>(
    `select ${COLUMNS} from auth.one_time_tokens
     where link_hash = $1 and purpose = any ($2) and expires_at > now()`,
    [linkHash, purposes],
  );
  return token ?? null;
}

/**
 * Spends one attempt at each token that a code sent to this address could belong to. Counted before
 * it is compared, so that many guesses at once are all counted.
 * @param scope.userId looks at this user's tokens alone
 * @returns the tokens that had an attempt left, newest first
 */
export async function claimAttempts(
  db: Queryable,
  scope: { address: string; purposes: readonly TokenPurpose[]; maxAttempts: number; userId?: string },
): Promise<OneTimeTokenRow[]> {
  return db.query<OneTimeTokenRow>(
    `with claimed as (
       update auth.one_time_tokens set attempts = attempts + 1
       where address = $1 and purpose = any ($2) and attempts < $3 and expires_at > now()
         and ($4::uuid is null or user_id = $4)
       returning *
     )
     select ${COLUMNS} from claimed order by created_at desc`,
    [scope.address, scope.purposes, scope.maxAttempts, scope.userId ?? null],
  );
}

/**
 * The purposes of tokens that the user has not used yet, whether they are still in force or not.
 */
export async function unusedPurposes(
  tx: Queryable,
  userId: string,
  purposes: readonly TokenPurpose[],
): Promise<TokenPurpose[]> {
  const found = await tx.query<{ purpose: TokenPurpose }>(
    'select purpose from auth.one_time_tokens where user_id = $1 and purpose = any ($2)',
    [userId, purposes],
  );
  return found.map(({ purpose }) => purpose);
}

/** @returns whether it was still there: of several uses at once one succeeds. */
export async function takeToken(tx: Queryable, id: string): Promise<boolean> {
  return (await tx.execute('delete from auth.one_time_tokens where id = $1', [id])) > 0;
}

/** Invalidates mailed codes and links. @param purposes all purposes if omitted */
export async function deleteTokensOf(
  tx: Queryable,
  userId: string,
  purposes: readonly TokenPurpose[] | null = null,
): Promise<void> {
  await tx.query(
    'delete from auth.one_time_tokens where user_id = $1 and ($2::text[] is null or purpose = any ($2))',
    [userId, purposes],
  );
}
