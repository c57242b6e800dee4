import type { IncomingMessage } from 'node:http';
import type { ServerConfig } from '../config/server-config.ts';
import { HandshakeError } from './handshake.ts';

export interface OriginRules extends Pick<ServerConfig, 'publicUrl' | 'trustProxy'> {
  /** Further origins; `*` allows any. */
  allowedOrigins: readonly string[];
}

/**
 * Refuses a WebSocket that a page of another site opens: browsers apply no same-origin rule to
 * WebSockets, so the server checks the Origin header itself. Programs that are no browsers send
 * none.
 * @throws {HandshakeError} 403
 */
export function checkOrigin(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { publicUrl, trustProxy, allowedOrigins }: OriginRules,
): void {
  const { origin } = headers;
  if (origin === undefined || allowedOrigins.includes('*') || allowedOrigins.includes(origin)) return;
  if (publicUrl !== null && originOf(publicUrl) === origin) return;
  const forwarded = trustProxy ? [headers['x-forwarded-host'] ?? []].flat()[0]?.split(',')[0]?.trim() : null;
  const host = forwarded || headers.host;
  // Only the host counts: with a proxy the browser's scheme is not known for sure.
  if (host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase()) return;
  throw new HandshakeError(403, 'This page may not open a WebSocket here: see REALTIME_ALLOWED_ORIGINS');
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}
