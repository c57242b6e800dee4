import type { CallerLimits } from '../config/limits.ts';
import type { Credentials } from '../keys/api-keys.ts';
import { clientNetwork } from './client-network.ts';

/** A caller has as many requests under way and waiting as it may have. */
export class CallerBusyError extends Error {
  override readonly name = 'CallerBusyError';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`Too many requests of one caller at once, try again in ${retryAfterSeconds} seconds`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Keeps one caller from taking all connections of the database: each has a few requests under way,
 * the next ones wait.
 */
export interface CallerSlots {
  /**
   * Runs `work` when it is the caller's turn, in the order of the calls.
   * @param caller as {@link callerKey} gives it; null runs at once
   * @throws {CallerBusyError} when too many are waiting, or the turn does not come in time
   */
  run<T>(caller: string | null, work: () => Promise<T>): Promise<T>;
}

/** Signed-out people with one address share its slots: a whole hall opens a page at once. */
const WAITING_PER_ADDRESS = 4;
const ADDRESS = 'address ';

/**
 * The caller for whom a request counts: its user, else its network.
 * @returns null for the secret key, which the operator's own programs hold
 */
export function callerKey({ role, claims }: Credentials, address: string): string | null {
  if (role === 'service_role') return null;
  return typeof claims.sub === 'string' && claims.sub !== '' ? userSlot(claims.sub) : addressSlot(address);
}

export function userSlot(userId: string): string {
  return `user ${userId}`;
}

/** @param address as `clientAddress` gives it */
export function addressSlot(address: string): string {
  return ADDRESS + clientNetwork(address);
}

interface Line {
  running: number;
  waiting: Array<() => void>;
}

/** Counts in this process. Callers are remembered only while they have a request under way. */
export function createCallerSlots({ running, waiting, waitMs }: CallerLimits): CallerSlots {
  const lines = new Map<string, Line>();
  const retryAfter = Math.ceil(waitMs / 1000);

  function lineOf(caller: string): Line {
    const known = lines.get(caller);
    if (known !== undefined) return known;
    const line: Line = { running: 0, waiting: [] };
    lines.set(caller, line);
    return line;
  }

  function turnIn(line: Line, most: number): Promise<void> {
    if (line.waiting.length >= most) return Promise.reject(new CallerBusyError(retryAfter));
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(turn), 1);
        reject(new CallerBusyError(retryAfter));
      }, waitMs);
      line.waiting.push(turn);
    });
  }

  function leave(caller: string, line: Line): void {
    const next = line.waiting.shift();
    // The slot passes to the next in line, so that a newcomer cannot take it first.
    if (next !== undefined) next();
    else line.running -= 1;
    if (line.running === 0) lines.delete(caller);
  }

  return {
    async run(caller, work) {
      if (caller === null) return work();
      const line = lineOf(caller);
      if (line.running < running) line.running += 1;
      else await turnIn(line, caller.startsWith(ADDRESS) ? waiting * WAITING_PER_ADDRESS : waiting);
      try {
        return await work();
      } finally {
        leave(caller, line);
      }
    },
  };
}
