import { isIP } from 'node:net';

/**
 * The site that passkeys belong to (WebAuthn level 3, section 5.1.2: RP ID, and 13.4.9: origin).
 */
export interface RelyingParty {
  /** A host name without scheme and port. */
  id: string;
  /** Scheme, host and port, compared letter by letter. */
  origin: string;
}

/**
 * @param publicUrl the address under which the caller reached the product
 * @returns null where browsers have no passkeys: for an IP address, and without TLS outside
 * localhost
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(publicUrl);
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return null;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : null;
}
