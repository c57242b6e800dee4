import type { Claims } from '../keys/signing-keys.ts';
import type { Device } from '../security/devices.ts';
import type { SessionRow } from './data/sessions.ts';
import type { UserRow } from './data/users.ts';

/**
 * The client data that a session stores, and the address under which the client knows this service.
 */
export interface Caller {
  /** The `iss` of access tokens: the service's own external URL. */
  issuer: string;
  userAgent: string | null;
  ip: string;
  /** Null for a caller without a device cookie. */
  device: Device | null;
}

/** The user who sent a request with an access token, as stored in the database now. */
export interface SignedInUser {
  claims: Claims;
  user: UserRow;
  /** Null for a token that names no session: one made by an administrator or by hand. */
  session: SessionRow | null;
}
