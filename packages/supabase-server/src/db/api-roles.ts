import pg from 'pg';

/**
 * The database account cannot serve requests; the message says why, and has the SQL that a DBA must
 * run.
 */
export class DatabaseAccountError extends Error {
  override readonly name = 'DatabaseAccountError';
}

/** A role of the API and the rights of the server's account over it. */
interface ApiRole {
  name: string;
  exists: boolean;
  /** Whether the role bypasses row-level security. */
  bypasses: boolean;
  /** Whether the server's account may switch to the role, or could if the role existed. */
  usable: boolean;
}

type Query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/** A set of migrations, with a table by which lost privileges are noticed. */
export interface GuardedSet {
  scope: string;
  /** A table, `schema.name`, that has a policy for `authenticated`, who may select from it. */
  guardedTable?: string;
}

const BYPASSING_ROLE = 'service_role';

/**
 * SQL for the three roles as one table `api_role`. PostgreSQL 16 tells switching to a role from
 * inheriting from it.
 */
const API_ROLES = `
  select known.name, r.oid, r.oid is not null as exists,
    coalesce(r.rolbypassrls or r.rolsuper, false) as bypasses,
    case when r.oid is null then (select a.rolsuper from pg_catalog.pg_roles a where a.rolname = session_user)
      else pg_has_role(session_user, r.oid,
        case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) end as usable
  from unnest(array['anon', 'authenticated', '${BYPASSING_ROLE}']) with ordinality as known (name, place)
  left join pg_catalog.pg_roles r on r.rolname = known.name`;

interface Account {
  name: string;
  /** Whether the account may read the log of changes. */
  replicates: boolean;
  /** On Amazon RDS a role replaces the attribute REPLICATION. */
  onRds: boolean;
}

const ACCOUNT = `
  select a.rolname::text as name, to_regrole('rds_replication') is not null as "onRds",
    a.rolsuper or a.rolreplication or coalesce(pg_has_role(a.oid, to_regrole('rds_replication')::oid, 'member'), false)
      as replicates
  from pg_catalog.pg_roles a where a.rolname = session_user`;

/**
 * Looks for privileges and policies that every installation has: the platform's, and those of a
 * table ($2) of each set of migrations ($1). A dump that is restored where the roles are missing
 * loses them, and creating the roles afterwards does not bring them back.
 */
const LOST_ACCESS = `
  select exists (select 1 from dragoman.migrations where scope = 'platform' and name = '0001_initial.sql') and (
    to_regnamespace('storage') is null or exists (
      select 1 from (${API_ROLES}) api_role
      where api_role.oid is null or not has_schema_privilege(api_role.oid, to_regnamespace('storage')::oid, 'usage')
    )
    or exists (
      select 1 from unnest($1::text[], $2::text[]) as guarded (scope, name)
      join dragoman.migrations applied on applied.scope = guarded.scope
      where not exists (
          select 1 from pg_catalog.pg_policy p
          where p.polrelid = to_regclass(guarded.name) and to_regrole('authenticated')::oid = any (p.polroles)
        )
        or not coalesce(
          has_table_privilege(to_regrole('authenticated')::oid, to_regclass(guarded.name)::oid, 'select'), false)
    )
  ) as lost`;

const RESTORE_AGAIN =
  'This database has the tables of the product but not the privileges of the roles anon, authenticated and service_role: a dump ' +
  'without roles was restored into it. Row-level security would refuse every call.';

/**
 * Creates the API roles that the cluster lacks, makes the account of the connection a member of
 * them, and lets it read the log of changes. Does only what is missing, so that an account without CREATEROLE serves where a DBA has
 * prepared the roles.
 * @param client in a transaction
 * @param sets the migrations of this version
 * @returns the names of the roles that were changed
 * @throws {DatabaseAccountError} with the SQL for a DBA
 */
export async function ensureApiRoles(client: pg.Client, sets: readonly GuardedSet[]): Promise<string[]> {
  const query: Query = async (text, values) => (await client.query(text, values)).rows;
  const statements = await missingSetUp(client);
  const installed = await isInstalled(query);
  if (installed && (await hasLostAccess(query, sets))) {
    const create = statements.length > 0 ? ` First let a superuser run:\n\n${sqlBlock(statements)}\n` : '';
    throw new DatabaseAccountError(
      `${RESTORE_AGAIN}${create}\nRestore the dump once more into an empty database, now that the roles exist.`,
    );
  }
  if (statements.length === 0) return [];
  await client.query('savepoint roles');
  try {
    for (const statement of statements) await client.query(statement);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error;
    await client.query('rollback to savepoint roles');
    throw new DatabaseAccountError(
      `The account in DATABASE_URL may not set up the roles that the product needs (${error.message}). ` +
        `Let a superuser run this once, then start again:\n\n${sqlBlock(statements)}`,
    );
  }
  await client.query('release savepoint roles');
  return statements;
}

/**
 * Reports why requests cannot be served although the database answers, for `/readyz`.
 * @returns null when nothing does
 */
export async function describeAccess(query: Query, sets: readonly GuardedSet[]): Promise<string | null> {
  const roles = await query<ApiRole>(API_ROLES);
  if (roles.some(({ exists }) => !exists)) return 'database roles missing';
  if (roles.some(({ usable }) => !usable)) return 'database roles not granted to the account';
  return (await hasLostAccess(query, sets)) ? 'database privileges missing' : null;
}

async function isInstalled(query: Query): Promise<boolean> {
  const [row] = await query<{ known: boolean }>(
    `select to_regclass('dragoman.migrations') is not null as known`,
  );
  return row?.known ?? false;
}

async function hasLostAccess(query: Query, sets: readonly GuardedSet[]): Promise<boolean> {
  const guarded = sets.filter(({ guardedTable }) => guardedTable !== undefined);
  const [row] = await query<{ lost: boolean }>(LOST_ACCESS, [
    guarded.map(({ scope }) => scope),
    guarded.map(({ guardedTable }) => guardedTable),
  ]);
  return row?.lost ?? false;
}

/** @returns the statements that are still to be run, in order */
async function missingSetUp(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<ApiRole>(`${API_ROLES} order by known.place`);
  const account = (await client.query<Account>(ACCOUNT)).rows[0] ?? {
    name: '',
    replicates: false,
    onRds: false,
  };
  const accountName = pg.escapeIdentifier(account.name);
  const missing = rows.filter(({ exists }) => !exists).map(({ name }) => name);
  const unusable = rows.filter(({ usable }) => !usable).map(({ name }) => name);
  const powerless = rows.some(({ name, exists, bypasses }) => name === BYPASSING_ROLE && exists && !bypasses);
  return [
    ...missing.map(
      (name) => `create role ${name} nologin noinherit${name === BYPASSING_ROLE ? ' bypassrls' : ''}`,
    ),
    ...(powerless ? [`alter role ${BYPASSING_ROLE} bypassrls`] : []),
    ...(unusable.length > 0 ? [`grant ${unusable.join(', ')} to ${accountName}`] : []),
    ...(account.replicates
      ? []
      : [
          account.onRds ? `grant rds_replication to ${accountName}` : `alter role ${accountName} replication`,
        ]),
  ];
}

function sqlBlock(statements: readonly string[]): string {
  return statements.map((statement) => `  ${statement};`).join('\n');
}
