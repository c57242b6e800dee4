import type { Logger } from '../util/logger.ts';

/**
 * The role that runs a client's statement, and the request data that SQL may read (PostgREST's
 * GUCs, supabase-protocol 3.5).
 */
export interface RequestScope {
  role: string;
  claims: Record<string, unknown>;
  method?: string;
  path?: string;
  /** Lower-case names. */
  headers?: Record<string, string>;
  /** Runs the transaction READ ONLY (GET and HEAD). */
  readOnly?: boolean;
  /**
   * Schema that unqualified names mean first; default `public`, which is also looked at after
   * another.
   */
  schema?: string;
  /** Time zone that times are read and shown in; one that PostgreSQL knows. */
  timeZone?: string;
  /** Milliseconds after which PostgreSQL gives up on the statement, instead of the pool's. */
  timeoutMs?: number;
  /**
   * The value of `storage.operation()` in policies; see {@link StorageOperation} of the storage
   * service.
   */
  operation?: string;
  /**
   * Keeps one plan for all values. PostgreSQL otherwise plans a statement again for each execution
   * when it expects fewer rows from the values than without them.
   */
  onePlan?: boolean;
  /** Does everything, checks every constraint, and then rolls back: for trying a write out. */
  undo?: boolean;
}

export interface Subscription {
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  statementTimeoutMs: number;
  log: Logger;
}
