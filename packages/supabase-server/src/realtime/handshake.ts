import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Authenticator, type Credentials, MissingApiKeyError } from '../keys/api-keys.ts';
import { TokenError, type TokenFault } from '../keys/signing-keys.ts';
import { type ProtocolVersion, protocolVersion } from './frames.ts';

/** The result of an accepted handshake. */
export interface Handshake {
  version: ProtocolVersion;
  /** The API key's credentials; a channel's own token may say more. */
  credentials: Credentials;
}

/** A handshake together with the network that the socket counts for. */
export interface AcceptedHandshake extends Handshake {
  /** The network as `clientNetwork` returns it. */
  network: string;
}

/** A handshake that gets an HTTP answer instead of a WebSocket (supabase-protocol 4.1). */
export class HandshakeError extends Error {
  override readonly name = 'HandshakeError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const SOCKET_PATH = '/realtime/v1/websocket';
/** Base for parsing relative request targets; otherwise unused. */
const BASE = 'http://realtime.invalid';

const FAULTS: Record<TokenFault, string> = {
  malformed: 'The API key is malformed',
  signature: 'The API key is not one of this server',
  expired: 'The API key has expired',
  claims: 'The API key lacks a claim: role and exp are needed',
  ended: 'The session of the token has ended',
  second_factor: 'The session of the token has not proved the second factor',
};

/**
 * Reads `?apikey=&vsn=` of a WebSocket handshake; the key may also come as the header `apikey`.
 * @throws {HandshakeError}
 */
export async function readHandshake(
  request: IncomingMessage,
  authenticator: Authenticator,
): Promise<Handshake> {
  const target = request.url ?? '/';
  if (!URL.canParse(target, BASE)) throw new HandshakeError(400, 'The request target is no URL');
  const url = new URL(target, BASE);
  if (url.pathname !== SOCKET_PATH) throw new HandshakeError(404, 'There is no WebSocket at this path');
  const version = protocolVersion(url.searchParams.get('vsn'));
  if (version === null) throw new HandshakeError(400, 'vsn must be 1.0.0 or 2.0.0');
  const header = request.headers.apikey;
  const apikey = url.searchParams.get('apikey') || (typeof header === 'string' ? header : undefined);
  try {
    const credentials = await authenticator.authenticate(apikey, undefined, request);
    if (!apikey?.startsWith('sb_') && credentials.claims.exp === undefined) {
      throw new TokenError('claims', 'no exp');
    }
    return { version, credentials };
  } catch (error) {
    if (error instanceof MissingApiKeyError) throw new HandshakeError(401, 'The API key is missing');
    if (error instanceof TokenError) throw new HandshakeError(401, FAULTS[error.fault]);
    throw error;
  }
}

/** Answers a handshake with plain HTTP and ends the connection. */
export function refuseHandshake(socket: Duplex, { status, message }: HandshakeError): void {
  const body = JSON.stringify({ error: message });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...(status === 429 || status === 503 ? ['Retry-After: 5'] : []),
      '',
      body,
    ].join('\r\n'),
  );
}
