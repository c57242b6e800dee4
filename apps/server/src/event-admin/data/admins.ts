import { randomUUID } from 'node:crypto';
import { type Database, type Queryable, sqlState } from '@dragoman/supabase-server/db/database';
import { EventAdminError } from '../errors.ts';

export interface AdminRow {
  id: string;
  name: string;
  passwordHash: string;
  /** Encrypted; null without an authenticator app. */
  totpSecret: string | null;
  /** Whether the authenticator app is verified, so that sign-in asks for its code. */
  totpProved: boolean;
  totpLastStep: number | null;
  disabled: boolean;
}

/** An administrator as the others see them. */
export interface AdminSummary {
  id: string;
  name: string;
  hasCode: boolean;
  disabled: boolean;
  /** ISO 8601. */
  createdAt: string;
}

const COLUMNS = `id, name, password_hash as "passwordHash", totp_secret as "totpSecret", totp_proved as "totpProved",
  totp_last_step::float8 as "totpLastStep", disabled_at is not null as disabled`;

type Db = Pick<Queryable, 'query' | 'execute'>;

export async function hasAdmin(db: Pick<Queryable, 'query'>): Promise<boolean> {
  return (await db.query('select 1 from dragoman.admins limit 1')).length > 0;
}

export async function listAdmins(db: Pick<Queryable, 'query'>): Promise<AdminSummary[]> {
  const rows = await db.query<Omit<AdminSummary, 'createdAt'> & { createdAt: Date }>(
    `select id, name, totp_proved as "hasCode", disabled_at is not null as disabled, created_at as "createdAt"
     from dragoman.admins order by lower(name)`,
  );
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** @param name in any case */
export async function findAdminByName(db: Pick<Queryable, 'query'>, name: string): Promise<AdminRow | null> {
  const [row] = await db.query<AdminRow>(
    `select ${COLUMNS} from dragoman.admins where lower(name) = lower($1)`,
    [name],
  );
  return row ?? null;
}

/** @throws {EventAdminError} 404 */
export async function requireAdmin(db: Pick<Queryable, 'query'>, id: string): Promise<AdminRow> {
  const [row] = await db.query<AdminRow>(`select ${COLUMNS} from dragoman.admins where id = $1`, [id]);
  if (!row) throw new EventAdminError(404, 'not_found', 'There is no such administrator');
  return row;
}

/** @throws {EventAdminError} 409 name_taken @returns the new administrator's id */
export async function insertAdmin(
  tx: Db,
  { name, passwordHash }: Pick<AdminRow, 'name' | 'passwordHash'>,
): Promise<string> {
  const id = randomUUID();
  try {
    await tx.execute('insert into dragoman.admins (id, name, password_hash) values ($1, $2, $3)', [
      id,
      name,
      passwordHash,
    ]);
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    throw new EventAdminError(409, 'name_taken', 'An administrator of this name is there already');
  }
  return id;
}

/**
 * Creates the first administrator, and only the first: of two concurrent calls one is refused.
 * @param adminSecretHash the hash that the start secret was compared with; if it was replaced in
 * the meantime, no administrator is created
 * @returns the id; null when the secret has changed
 * @throws {EventAdminError} 409 first_admin_exists
 */
export async function insertFirstAdmin(
  db: Pick<Database, 'transaction'>,
  admin: Pick<AdminRow, 'name' | 'passwordHash'>,
  secretHash: string,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    await lockAdmins(tx);
    if (await hasAdmin(tx)) {
      throw new EventAdminError(
        409,
        'first_admin_exists',
        'There is an administrator already: sign in by name',
      );
    }
    const valid = await tx.query('select 1 from dragoman.organiser_secret where hash = $1', [secretHash]);
    return valid.length === 0 ? null : insertAdmin(tx, admin);
  });
}

/**
 * Changes administrators under a lock, so that two who disable each other do not both succeed.
 * @param actorId the acting administrator, who must still exist
 * @throws {EventAdminError} 409 last_admin when no administrator could sign in afterwards, 401 when
 * the actor has lost access
 */
export async function changeAdmins<T>(
  db: Pick<Database, 'transaction'>,
  actorId: string,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await lockAdmins(tx);
    const [actor] = await tx.query('select 1 from dragoman.admins where id = $1 and disabled_at is null', [
      actorId,
    ]);
    if (!actor) throw new EventAdminError(401, 'signed_out', 'This administrator may not sign in any more');
    const result = await work(tx);
    const active = await tx.query('select 1 from dragoman.admins where disabled_at is null limit 1');
    if (active.length === 0) {
      throw new EventAdminError(
        409,
        'last_admin',
        'The last active administrator cannot be removed or disabled',
      );
    }
    return result;
  });
}

async function lockAdmins(tx: Queryable): Promise<void> {
  await tx.execute('lock table dragoman.admins in share row exclusive mode');
}

/** A disabled administrator is signed out at once. */
export async function setAdminDisabled(tx: Db, id: string, disabled: boolean): Promise<void> {
  await tx.execute(
    'update dragoman.admins set disabled_at = case when $2 then coalesce(disabled_at, now()) end where id = $1',
    [id, disabled],
  );
  if (disabled) await endAdminSessions(tx, id);
}

export async function deleteAdmin(tx: Db, id: string): Promise<void> {
  await tx.execute('delete from dragoman.admins where id = $1', [id]);
}

/** @param keptSessionId the session in which the password was changed; null: every session ends */
export async function setAdminPassword(
  tx: Db,
  id: string,
  passwordHash: string,
  keptSessionId: string | null,
): Promise<void> {
  await tx.execute('update dragoman.admins set password_hash = $2 where id = $1', [id, passwordHash]);
  await endAdminSessions(tx, id, keptSessionId);
}

/** Restores access for an administrator who has lost their password or authenticator app. */
export async function resetAdmin(tx: Db, id: string, passwordHash: string): Promise<void> {
  await setAdminPassword(tx, id, passwordHash, null);
  await removeAdminTotp(tx, id);
}

async function endAdminSessions(tx: Db, id: string, keptSessionId: string | null = null): Promise<void> {
  await tx.execute(
    'delete from dragoman.organiser_sessions where admin_id = $1 and id is distinct from $2::uuid',
    [id, keptSessionId],
  );
}

/**
 * Begins an authenticator app; one that was begun before and not proved makes room.
 * @returns false when one is in use
 */
export async function beginAdminTotp(db: Db, id: string, sealedSecret: string): Promise<boolean> {
  const begun = await db.execute(
    'update dragoman.admins set totp_secret = $2, totp_last_step = null where id = $1 and not totp_proved',
    [id, sealedSecret],
  );
  return begun === 1;
}

/**
 * Accepts a code once: of two concurrent uses the second is refused.
 * @param secret as read with the code's step: another one may have been started in the meantime
 * @returns whether this use was the first
 */
export async function acceptAdminCode(db: Db, id: string, secret: string, step: number): Promise<boolean> {
  const accepted = await db.execute(
    `update dragoman.admins set totp_last_step = $3, totp_proved = true
     where id = $1 and totp_secret = $2 and (totp_last_step is null or totp_last_step < $3)`,
    [id, secret, step],
  );
  return accepted === 1;
}

export async function removeAdminTotp(db: Db, id: string): Promise<void> {
  await db.execute(
    'update dragoman.admins set totp_secret = null, totp_proved = false, totp_last_step = null where id = $1',
    [id],
  );
}
