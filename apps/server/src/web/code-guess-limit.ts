import { clientNetwork } from '@dragoman/supabase-server/http/client-network';
import { CORS_HEADERS } from '@dragoman/supabase-server/http/cors';
import { clientAddress, type ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config/config.ts';

/**
 * Unknown codes that a network may ask about in a window. A hall's visitors share one address, and
 * an old poster may hang there.
 */
const LIMIT = 300;
const WINDOW_MS = 10 * 60_000;
/** Networks that are counted; the least recently used is forgotten first. */
const MAX_NETWORKS = 10_000;

/**
 * Counts, in this process, requests about booth codes that do not exist. Codes cannot be guessed
 * anyway (142 random bits); this stops attempts. Addresses are kept in memory only.
 */
export interface CodeGuessLimit {
  /** @returns seconds until the network may ask about unknown codes again; 0 when it may ask now */
  wait(network: string): number;
  /** Counts one request. */
  miss(network: string): void;
}

/**
 * @param now milliseconds, of any clock
 * @param limit requests of one network in a window of ten minutes
 */
export function createCodeGuessLimit(now: () => number = Date.now, limit = LIMIT): CodeGuessLimit {
  const misses = new LRUCache<string, { count: number; endsAt: number }>({ max: MAX_NETWORKS });
  const current = (network: string) => {
    const known = misses.get(network);
    return known && known.endsAt > now() ? known : undefined;
  };
  return {
    wait(network) {
      const known = current(network);
      return known && known.count >= limit ? Math.ceil((known.endsAt - now()) / 1000) : 0;
    },
    miss(network) {
      const known = current(network);
      if (known) known.count += 1;
      else misses.set(network, { count: 1, endsAt: now() + WINDOW_MS });
    },
  };
}

/**
 * Refuses requests with 429 after too many about codes that do not exist (404). Requests about
 * existing codes always pass: a hall is one network, and one person in it must not lock out the
 * others.
 */
export function limitCodeGuesses(
  guesses: CodeGuessLimit,
  config: Pick<Config, 'trustProxy'>,
): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    if (c.req.method === 'OPTIONS') return next();
    await next();
    if (c.res.status !== 404) return;
    const network = clientNetwork(clientAddress(c, config));
    const wait = guesses.wait(network);
    guesses.miss(network);
    if (wait === 0) return;
    const message = `Too many unknown codes, try again in ${wait} seconds`;
    const refusal = c.json({ code: 'PT429', message, details: null, hint: null }, 429, {
      ...CORS_HEADERS,
      'Cache-Control': 'no-store',
      'Retry-After': String(wait),
    });
    // Hono would keep the headers of the answer that is replaced.
    c.res = undefined;
    c.res = refusal;
  };
}
