import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { MiddlewareHandler } from 'hono';
import type { Config } from '../config/config.ts';

const PATH = '/.well-known/security.txt';
const DAY_MS = 86_400_000;
/** RFC 9116 (2.5.5) recommends less than a year. */
const VALID_DAYS = 180;

/**
 * Tells finders of security flaws where to report them (RFC 9116). Without a contact the file does
 * not exist: 404.
 * @param now milliseconds since 1970
 */
export function securityText(
  { securityContact, publicUrl }: Pick<Config, 'securityContact' | 'publicUrl'>,
  now: () => number = Date.now,
): MiddlewareHandler<ServerEnv> {
  return async (c) => {
    if (securityContact === null) return c.text('Not found', 404);
    // The same text all day long.
    const expires = new Date((Math.floor(now() / DAY_MS) + VALID_DAYS) * DAY_MS);
    const lines = [`Contact: ${securityContact}`, `Expires: ${expires.toISOString()}`];
    if (publicUrl !== null) lines.push(`Canonical: ${publicUrl}${PATH}`);
    return c.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': 'no-cache' });
  };
}
