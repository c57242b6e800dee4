import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { ServerConfig } from '../config/server-config.ts';

export type ServerEnv = { Bindings: HttpBindings };

/**
 * The caller's address: the peer, or the last X-Forwarded-For entry behind a trusted proxy. The
 * nearest proxy wrote that entry; the ones before it can be chosen by the client.
 */
export function clientAddress(c: Context<ServerEnv>, config: Pick<ServerConfig, 'trustProxy'>): string {
  const forwarded = config.trustProxy ? lastAddress(c.req.header('x-forwarded-for')) : undefined;
  return forwarded || c.env.incoming.socket.remoteAddress || 'unknown';
}

/** The same for a request outside the HTTP app, such as a WebSocket handshake. */
export function peerAddress(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  config: Pick<ServerConfig, 'trustProxy'>,
): string {
  const header = [request.headers['x-forwarded-for'] ?? []].flat().join(',');
  const forwarded = config.trustProxy ? lastAddress(header) : undefined;
  return forwarded || request.socket.remoteAddress || 'unknown';
}

function lastAddress(header: string | undefined): string | undefined {
  return header?.split(',').at(-1)?.trim();
}

/** The origin under which the caller reached us: PUBLIC_URL, else the request's own. */
export function publicOrigin(
  c: Context<ServerEnv>,
  config: Pick<ServerConfig, 'publicUrl' | 'trustProxy'>,
): string {
  if (config.publicUrl) return config.publicUrl;
  const url = new URL(c.req.url);
  if (!config.trustProxy) return url.origin;
  const proto = forwarded(c, 'x-forwarded-proto');
  const host = forwarded(c, 'x-forwarded-host');
  const base = `${proto === 'https' || proto === 'http' ? proto : url.protocol.slice(0, -1)}://`;
  // Anything but a host in there (a path, a user, half a header) is left out.
  return originOf(base + (host ?? url.host)) ?? originOf(base + url.host) ?? url.origin;
}

function forwarded(c: Context<ServerEnv>, name: string): string | undefined {
  return c.req.header(name)?.split(',')[0]?.trim() || undefined;
}

function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { origin, href } = new URL(text);
  return href === `${origin}/` ? origin : null;
}
