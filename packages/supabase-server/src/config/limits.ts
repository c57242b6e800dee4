import type { z } from 'zod';
import { whole } from './variables.ts';

/** Limits on one call, and on one caller. */
export interface LimitsConfig {
  /** Largest JSON body of a REST, auth or function call, in bytes. */
  bodyBytes: number;
  /** Longest request target, in bytes. */
  urlBytes: number;
  /** Rows that one REST answer holds at most. */
  maxRows: number;
  /** Largest REST answer, in bytes of JSON or CSV. */
  answerBytes: number;
  /** Rows that the embedded resources of one REST request hold at most, altogether. */
  embeddedRows: number;
  /** Milliseconds after which the database gives up on a client's statement. */
  statementTimeoutMs: number;
  /** The same for REST requests with embedded resources. */
  embedTimeoutMs: number;
  callers: CallerLimits;
}

/**
 * The limits of one user, or of one network address without a user. REST and functions count apart.
 */
export interface CallerLimits {
  /** Requests that run at once. */
  running: number;
  /** Further ones that wait for their turn. */
  waiting: number;
  /** Milliseconds that they wait. */
  waitMs: number;
}

export const limitsVariables = {
  MAX_BODY_BYTES: whole(1_048_576, 1024, 104_857_600),
  MAX_URL_BYTES: whole(16_384, 1024, 65_536),
  MAX_ROWS: whole(1000, 1, 100_000),
  // Far below the longest string of Node (512 MiB).
  MAX_ANSWER_BYTES: whole(8_388_608, 65_536, 268_435_456),
  MAX_EMBEDDED_ROWS: whole(50_000, 1000, 10_000_000),
  STATEMENT_TIMEOUT_MS: whole(8000, 100, 600_000),
  EMBED_TIMEOUT_MS: whole(3000, 100, 600_000),
  CALLER_REQUESTS_AT_ONCE: whole(4, 1, 1000),
  CALLER_REQUESTS_WAITING: whole(128, 0, 10_000),
  CALLER_WAIT_MS: whole(5000, 100, 60_000),
};

type LimitsEnvironment = z.output<z.ZodObject<typeof limitsVariables>>;

export function limitsConfig(env: LimitsEnvironment): LimitsConfig {
  return {
    bodyBytes: env.MAX_BODY_BYTES,
    urlBytes: env.MAX_URL_BYTES,
    maxRows: env.MAX_ROWS,
    answerBytes: env.MAX_ANSWER_BYTES,
    embeddedRows: env.MAX_EMBEDDED_ROWS,
    statementTimeoutMs: env.STATEMENT_TIMEOUT_MS,
    embedTimeoutMs: Math.min(env.EMBED_TIMEOUT_MS, env.STATEMENT_TIMEOUT_MS),
    callers: {
      running: env.CALLER_REQUESTS_AT_ONCE,
      waiting: env.CALLER_REQUESTS_WAITING,
      waitMs: env.CALLER_WAIT_MS,
    },
  };
}
