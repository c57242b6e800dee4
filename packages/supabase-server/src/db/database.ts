import pg from 'pg';
import { forbiddenRoles, isApiRole, roleRefused } from './caller-roles.ts';
import { guardConnection } from './connection-guard.ts';
import type { DatabaseOptions, RequestScope, Subscription } from './database-types.ts';
import { startListening } from './listener.ts';
import { preparedName } from './prepared-statements.ts';
import { scopeValues } from './scope-values.ts';
import { type NamedQuery, runScopedQuery, SCOPE_STATEMENT } from './scoped-query.ts';

export interface Statement {
  text: string;
  values?: readonly unknown[];
}

export interface ScopedStatement {
  scope: RequestScope;
  statement: Statement;
}

export interface Queryable {
  /**
   * Runs one statement with bound values.
   * @throws {pg.DatabaseError} with its SQLSTATE in `code`.
   */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Like {@link Queryable.query}, for the number of rows changed. */
  execute(text: string, values?: readonly unknown[]): Promise<number>;
}

/** The longest that one statement may take, in milliseconds, and that it may wait for a lock. */
export interface TransactionTimeouts {
  lockMs: number;
  statementMs: number;
}

/**
 * PostgreSQL as the services see it. Methods without a scope run as the owner and are for the
 * server's own tables.
 */
export interface Database extends Queryable {
  /**
   * Runs `work` in one transaction as the owner; a throw rolls back.
   * @param timeouts instead of the connection's own, for this transaction
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, timeouts?: TransactionTimeouts): Promise<T>;
  /**
   * Runs one statement in a transaction of its own as the scope's role: one round trip.
   * @param check looks at the rows before they are committed, which costs a second round trip; a
   * throw rolls back
   */
  request<Row extends pg.QueryResultRow>(
    scope: RequestScope,
    statement: Statement,
    check?: (rows: Row[]) => void,
  ): Promise<Row[]>;
  /**
   * Several scopes on one connection, all sent at once; the results are in the order of the
   * requests.
   */
  requestMany<Row extends pg.QueryResultRow>(
    requests: ReadonlyArray<ScopedStatement>,
  ): Promise<Array<PromiseSettledResult<Row[]>>>;
  /**
   * Like {@link Database.request} for work that must look at a result before it commits; a throw
   * rolls back.
   */
  requestTransaction<T>(scope: RequestScope, work: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * LISTENs on one connection that re-connects by itself; `onConnect` runs after each
   * (re-)connection, `onLost` when notifications stop coming.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onConnect?: () => void,
    onLost?: () => void,
  ): Promise<Subscription>;
  close(): Promise<void>;
}

/**
 * More of the server's own statements than this would be a fault; the rest are parsed each time.
 */
const MAX_PREPARED = 300;
/**
 * Connections are replaced after this time, which also bounds what their prepared statements hold.
 */
const MAX_CONNECTION_SECONDS = 1800;

/**
 * Opens the pool. Connects lazily: call `query('select 1')` to find out whether the server answers.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    pipeline: true,
    maxLifetimeSeconds: MAX_CONNECTION_SECONDS,
    connectionTimeoutMillis: 10_000,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: options.statementTimeoutMs * 2,
    application_name: 'dragoman',
  });
  // A connection that dies while idle (server restart) must not end the process: the next request
  // opens a new one.
  pool.on('error', (error) =>
    options.log.warn({ code: sqlState(error) }, 'an idle database connection was lost'),
  );

  // Connections that failed while in use. One listener per connection: adding and removing one for
  // every request is a noticeable part of its cost.
  const lost = new WeakMap<pg.ClientBase, Error>();
  pool.on('connect', (client) => {
    client.on('error', (error) => lost.set(client, error));
    guardConnection(client);
  });

  const listeners = new Set<Subscription>();
  const valuesOf = (scope: RequestScope) => scopeValues(scope, options.statementTimeoutMs);

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      return await work(client);
    } finally {
      client.release(lost.get(client));
    }
  }

  /**
   * Runs `work` unless the scope's role is one that no caller may have.
   * @throws {pg.DatabaseError} 42501
   */
  function asCaller<T>({ role }: RequestScope, work: () => Promise<T>): Promise<T> {
    if (isApiRole(role)) return work();
    return forbiddenRoles(pool, [role]).then((refused) => {
      if (refused.has(role)) throw roleRefused(role);
      return work();
    });
  }

  async function interactive<T>(
    first: (client: pg.PoolClient) => Promise<unknown>,
    work: (tx: Queryable) => Promise<T>,
  ) {
    return withClient(async (client) => {
      try {
        await first(client);
        const result = await work(queryable(client));
        assertCommitted(await client.query('commit'));
        return result;
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        throw error;
      }
    });
  }

  return {
    ...queryable(pool),
    transaction: (work, timeouts) => interactive((client) => client.query(beginning(timeouts)), work),
    request: (scope, statement, check) =>
      asCaller(scope, () =>
        withClient((client) =>
          check === undefined && scope.timeZone === undefined && !scope.undo
            ? runScoped(client, valuesOf(scope), statement)
            : runChecked(client, scope, valuesOf(scope), statement, check),
        ),
      ),
    async requestMany<Row extends pg.QueryResultRow>(requests: ReadonlyArray<ScopedStatement>) {
      const refused = await forbiddenRoles(
        pool,
        requests.map(({ scope }) => scope.role),
      );
      return withClient((client) =>
        Promise.allSettled(
          requests.map(({ scope, statement }) =>
            refused.has(scope.role)
              ? Promise.reject(roleRefused(scope.role))
              : runScoped<Row>(client, valuesOf(scope), statement),
          ),
        ),
      );
    },
    requestTransaction: (scope, work) =>
      asCaller(scope, () =>
        interactive(
          (client) =>
            firstFailure([
              client.query('begin'),
              client.query({ ...SCOPE_STATEMENT, values: valuesOf(scope) }),
            ]),
          work,
        ),
      ),
    async listen(channel, onPayload, onConnect, onLost) {
      const subscription = await startListening(options, channel, { onPayload, onConnect, onLost });
      listeners.add(subscription);
      return {
        async close() {
          listeners.delete(subscription);
          await subscription.close();
        },
      };
    },
    async close() {
      await Promise.all([...listeners].map((listener) => listener.close()));
      await pool.end();
    },
  };
}

/** The scope and the statement are one transaction of two messages: see {@link runScopedQuery}. */
function runScoped<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  values: readonly string[],
  statement: Statement,
): Promise<Row[]> {
  return runScopedQuery<Row>(client, values, preparedOn(client, statement));
}

async function runChecked<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  scope: RequestScope,
  values: readonly string[],
  statement: Statement,
  check?: (rows: Row[]) => void,
): Promise<Row[]> {
  try {
    const begun = client.query('begin');
    const scoped = client.query({ ...SCOPE_STATEMENT, values: [...values] });
    const zoned =
      scope.timeZone === undefined
        ? undefined
        : client.query(named("select set_config('timezone', $1, true)", [scope.timeZone]));
    const main = client.query<Row>(preparedOn(client, statement));
    await firstFailure([begun, scoped, ...(zoned === undefined ? [] : [zoned]), main]);
    const { rows } = await main;
    check?.(rows);
    if (scope.undo) {
      await client.query('set constraints all immediate');
      await client.query('rollback');
      return rows;
    }
    assertCommitted(await client.query('commit'));
    return rows;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Waits for all, so that the connection is quiet, then throws the first failure in order: later
 * ones only follow from it.
 */
async function firstFailure(queries: ReadonlyArray<Promise<unknown>>): Promise<void> {
  for (const outcome of await Promise.allSettled(queries)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
}

/** Text without values: PostgreSQL runs its statements in one round trip. */
function beginning(timeouts?: TransactionTimeouts): string {
  if (timeouts === undefined) return 'begin';
  const { lockMs, statementMs } = timeouts;
  return `begin; set local lock_timeout = ${lockMs}; set local statement_timeout = ${statementMs}`;
}

/** COMMIT of an aborted transaction succeeds with the tag ROLLBACK: never report that as saved. */
function assertCommitted(result: pg.QueryResult): void {
  if (result.command !== 'COMMIT')
    throw new Error(`the transaction ended with ${result.command} instead of COMMIT`);
}

/** Statements of requests: their shapes are the clients' choice. */
function preparedOn(client: pg.PoolClient, { text, values = [] }: Statement): NamedQuery {
  return { name: preparedName(client, text), text, values: values as unknown[] };
}

const preparedNames = new Map<string, string>();

/**
 * Names the server's own statements, of which there are so many as the code has, so that PostgreSQL
 * keeps them prepared.
 */
function named(text: string, values: readonly unknown[] = []): pg.QueryConfig {
  let name = preparedNames.get(text);
  if (name === undefined && preparedNames.size < MAX_PREPARED) {
    name = `dragoman_${preparedNames.size}`;
    preparedNames.set(text, name);
  }
  return { text, values: values as unknown[], ...(name === undefined ? {} : { name }) };
}

function queryable(target: pg.Pool | pg.PoolClient): Queryable {
  return {
    query: async <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) =>
      (await target.query<Row>(named(text, values))).rows,
    execute: async (text, values) => (await target.query(named(text, values))).rowCount ?? 0,
  };
}

/** @returns the SQLSTATE (or Node's error code) of a failure, if it has one. */
export function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : undefined;
}
