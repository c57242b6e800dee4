import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Database, Queryable } from '../db/database.ts';
import type { Logger } from '../util/logger.ts';

/**
 * Private channels (supabase-protocol 4.3): row-level security on realtime.messages decides who may
 * read and write there. The server tests it with temporary rows, in transactions that are rolled
 * back.
 */

/** The kinds of traffic on a channel, as policies name them. */
export type Extension = 'broadcast' | 'presence';

export type ReadRights = Readonly<Record<Extension, boolean>>;

/** The read permissions of public channels. */
export const EVERYTHING: ReadRights = { broadcast: true, presence: true };

/** The role and claims that policies are evaluated for. */
export interface PolicyCaller {
  role: string;
  claims: Record<string, unknown>;
}

/** The check failed to decide; the message is for the client. */
export class AuthorizationError extends Error {
  override readonly name = 'AuthorizationError';
}

export interface Authorization {
  /** @param name the topic without its prefix @throws {AuthorizationError} */
  mayRead(caller: PolicyCaller, name: string): Promise<ReadRights>;
  /** @throws {AuthorizationError} */
  mayWrite(caller: PolicyCaller, name: string, extension: Extension): Promise<boolean>;
}

/** The official server's words. */
export function unauthorizedToRead(name: string): string {
  return `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`;
}

export function createAuthorization({ db, log }: { db: Database; log: Logger }): Authorization {
  /** @returns what `query` gives, or `refused` when a right is missing or a policy fails */
  async function queryPolicies<T>(query: (tx: Queryable) => Promise<T>, refused: T): Promise<T> {
    try {
      return await rolledBack(db, query);
    } catch (error) {
      if (!isRefusal(error)) {
        const { name, message } = error as Error;
        log.error({ err: { name, message } }, 'the rights to a private channel could not be looked up');
        throw new AuthorizationError('UnableToAuthorize: Permissions cannot be looked up at the moment');
      }
      const { code } = error;
      if (code !== INSUFFICIENT_PRIVILEGE) log.warn({ code }, 'a policy of realtime.messages failed');
      return refused;
    }
  }

  return {
    mayRead: (caller, name) =>
      queryPolicies(
        async (tx) => {
          const ids = { broadcast: randomUUID(), presence: randomUUID() };
          const [, , visible] = await Promise.all([
            tx.query(
              `insert into realtime.messages (id, topic, extension, private)
               values ($1, $3, 'broadcast', true), ($2, $3, 'presence', true)`,
              [ids.broadcast, ids.presence, name],
            ),
            become(tx, caller, name),
            tx.query<{ id: string }>('select id from realtime.messages where id in ($1, $2)', [
              ids.broadcast,
              ids.presence,
            ]),
          ]);
          const seen = new Set(visible.map(({ id }) => id));
          return { broadcast: seen.has(ids.broadcast), presence: seen.has(ids.presence) };
        },
        { broadcast: false, presence: false },
      ),
    mayWrite: (caller, name, extension) =>
      queryPolicies(async (tx) => {
        await Promise.all([
          become(tx, caller, name),
          tx.execute('insert into realtime.messages (topic, extension, private) values ($1, $2, true)', [
            name,
            extension,
          ]),
        ]);
        return true;
      }, false),
  };
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** Errors of the connection or of the server as a whole say nothing about rights. */
function isRefusal(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && !/^(08|53|57|58|XX)/.test(error.code ?? 'XX');
}

/** The statements that follow in the transaction run as the caller, on the channel. */
function become(tx: Queryable, { role, claims }: PolicyCaller, name: string): Promise<unknown> {
  return tx.query(
    `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
       set_config('realtime.topic', $3, true)`,
    [role, JSON.stringify(claims), name],
  );
}

/** Runs `work` in a transaction that is rolled back. */
async function rolledBack<T>(db: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const end = new RollBack<T>();
  try {
    await db.transaction(async (tx) => {
      end.result = { value: await work(tx) };
      throw end;
    });
  } catch (error) {
    if (error !== end) throw error;
  }
  return (end.result as { value: T }).value;
}

/** Ends a transaction that went well. */
class RollBack<T> extends Error {
  override readonly name = 'RollBack';
  result: { value: T } | null = null;
}
