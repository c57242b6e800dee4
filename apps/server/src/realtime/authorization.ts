import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Database, Queryable } from '../db/database.ts';
import type { Logger } from '../util/logger.ts';

/**
 * Private channels (supabase-protocol 4.3): row-level security on realtime.messages says who may read and write there. It is asked with rows
 * made for the question, in transactions that are rolled back.
 */

/** What a channel carries, as policies know it. */
export type Extension = 'broadcast' | 'presence';

export type ReadRights = Readonly<Record<Extension, boolean>>;

/** Of public channels. */
export const EVERYTHING: ReadRights = { broadcast: true, presence: true };

/** On whose behalf is asked. */
export interface Asker {
  role: string;
  claims: Record<string, unknown>;
}

/** The check failed to decide; the message is for the client. */
export class AuthorizationError extends Error {
  override readonly name = 'AuthorizationError';
}

export interface Authorization {
  /** @param name the topic without its prefix @throws {AuthorizationError} */
  mayRead(asker: Asker, name: string): Promise<ReadRights>;
  /** @throws {AuthorizationError} */
  mayWrite(asker: Asker, name: string, extension: Extension): Promise<boolean>;
}

/** The official server's words. */
export function unauthorizedToRead(name: string): string {
  return `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`;
}

export function createAuthorization({ db, log }: { db: Database; log: Logger }): Authorization {
  /** @returns what `question` gives, or `refused` when a right is missing or a policy fails */
  async function ask<T>(question: (tx: Queryable) => Promise<T>, refused: T): Promise<T> {
    try {
      return await rolledBack(db, question);
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
    mayRead: (asker, name) =>
      ask(
        async (tx) => {
          const ids = { broadcast: randomUUID(), presence: randomUUID() };
          const [, , visible] = await Promise.all([
            tx.query(
              `insert into realtime.messages (id, topic, extension, private)
               values ($1, $3, 'broadcast', true), ($2, $3, 'presence', true)`,
              [ids.broadcast, ids.presence, name],
            ),
            become(tx, asker, name),
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
    mayWrite: (asker, name, extension) =>
      ask(async (tx) => {
        await Promise.all([
          become(tx, asker, name),
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

/** What follows in the transaction runs as the asker, on the channel. */
function become(tx: Queryable, { role, claims }: Asker, name: string): Promise<unknown> {
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
