import type { IncomingMessage } from 'node:http';
import type { ServerConfig } from '../config/server-config.ts';
import type { TokenError } from '../keys/signing-keys.ts';
import type { SecurityLog } from '../security/security-log.ts';
import { clientNetwork } from './client-network.ts';
import { peerAddress } from './request-info.ts';

/** Called for a refused token. @param request the request that sent it, if known */
export type OnRejectedToken = (error: TokenError, request: IncomingMessage | undefined) => void;

/**
 * Records tokens that this installation never made. One that has expired or has ended was good
 * once, and is no event.
 */
export function recordRejectedTokens(
  securityLog: SecurityLog,
  config: Pick<ServerConfig, 'trustProxy'>,
): OnRejectedToken {
  return ({ fault }, request) => {
    if (fault !== 'signature' && fault !== 'malformed') return;
    securityLog.record({
      event: 'token_rejected',
      reason: fault,
      ...(request ? { network: clientNetwork(peerAddress(request, config)) } : {}),
    });
  };
}
