import type { MiddlewareHandler } from 'hono';
import type { Config } from '../config/config.ts';
import { clientNetwork } from '../http/client-network.ts';
import { CORS_HEADERS } from '../http/cors.ts';
import { clientAddress, type ServerEnv } from '../http/request-info.ts';

/** Wrong codes that a network may ask about in a window. A hall's visitors share one address, and an old poster may hang there. */
const LIMIT = 300;
const WINDOW_MS = 10 * 60_000;
/** Number of networks that are remembered, to bound the memory. */
const MAX_NETWORKS = 10_000;

/**
 * Counts, in this process, requests about booth codes that do not exist. Codes cannot be guessed
 * anyway (142 random bits); this stops attempts. Addresses are kept in memory only, and for at most
 * one window.
 */
export interface GuessLimit {
  /** @returns the seconds to wait before a code that does not exist is answered again; 0 for who may ask */
  wait(network: string): number;
  miss(network: string): void;
}

/**
 * @param now milliseconds, of any clock
 * @param limit what may be counted of one in a window
 */
export function createGuessLimit(now: () => number = Date.now, limit = LIMIT): GuessLimit {
  const misses = new Map<string, { count: number; endsAt: number }>();
  const current = (network: string) => {
    const known = misses.get(network);
    if (known && known.endsAt > now()) return known;
    misses.delete(network);
    return undefined;
  };
  return {
    wait(network) {
      const known = current(network);
      return known && known.count >= limit ? Math.ceil((known.endsAt - now()) / 1000) : 0;
    },
    miss(network) {
      const known = current(network);
      if (known) {
        known.count += 1;
        return;
      }
      // The oldest window goes first: a map keeps the order.
      const [oldest] = misses.keys();
      if (misses.size >= MAX_NETWORKS && oldest !== undefined) misses.delete(oldest);
      misses.set(network, { count: 1, endsAt: now() + WINDOW_MS });
    },
  };
}

/**
 * Refuses requests with 429 after too many about codes that do not exist (404). Requests about
 * existing codes always pass: a hall is one network, and one person in it must not lock out the
 * others.
 */
export function limitGuesses(
  guesses: GuessLimit,
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
    // Nothing of the answer that it takes the place of.
    c.res = undefined;
    c.res = refusal;
  };
}
