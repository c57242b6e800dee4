import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Config } from '../config/config.ts';

export type ServerEnv = { Bindings: HttpBindings };

/**
 * The caller's address: the peer, or the last X-Forwarded-For entry when a trusted proxy stands before us. That one is the word
 * of the nearest proxy; those before it can be chosen by the client.
 */
export function clientAddress(c: Context<ServerEnv>, config: Pick<Config, 'trustProxy'>): string {
  const forwarded = config.trustProxy
    ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
    : undefined;
  return forwarded || c.env.incoming.socket.remoteAddress || 'unknown';
}

/** The origin under which the caller reached us: PUBLIC_URL, else what the request says. */
export function publicOrigin(
  c: Context<ServerEnv>,
  config: Pick<Config, 'publicUrl' | 'trustProxy'>,
): string {
  if (config.publicUrl) return config.publicUrl;
  const url = new URL(c.req.url);
  if (!config.trustProxy) return url.origin;
  const proto = c.req.header('x-forwarded-proto')?.split(',')[0]?.trim();
  const host = c.req.header('x-forwarded-host')?.split(',')[0]?.trim();
  return `${proto === 'https' || proto === 'http' ? proto : url.protocol.slice(0, -1)}://${host || url.host}`;
}
