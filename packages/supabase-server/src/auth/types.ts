import type { Claims } from '../keys/signing-keys.ts';
import type { Device } from '../security/devices.ts';
import type { WeakPassword } from '../security/password-policy.ts';
import type { SessionRow } from './data/sessions.ts';
import type { UserRow } from './data/users.ts';
import type { CodeChallenge } from './rules/pkce.ts';

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

/** The caller who asked for a mail, and the target of its link. */
export interface LinkRequest {
  caller: Caller;
  /** An allowed URL. */
  redirectTo: string;
  /** Makes the link give a code for the asking client alone instead of tokens. */
  challenge: CodeChallenge | null;
}

/** Tokens that another service issued for the user; never stored in clear, never logged. */
export interface ProviderTokens {
  accessToken: string;
  refreshToken: string | null;
}

export interface Tokens {
  accessToken: string;
  /** Seconds. */
  expiresIn: number;
  /** Unix seconds. */
  expiresAt: number;
  refreshToken: string;
}

/** The result of a sign-in or refresh for the client. */
export interface SignIn {
  user: UserRow;
  tokens: Tokens;
  /** The password is right, but today's rules would refuse it. */
  weakPassword?: WeakPassword | null;
  /** The other service's tokens, for the client alone. */
  providerTokens?: ProviderTokens | null;
}

export type SignUp =
  | { kind: 'signed-in'; signIn: SignIn }
  /** The address must be confirmed first. */
  | { kind: 'confirmation-sent'; user: UserRow };
