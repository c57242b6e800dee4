import type { Context, ErrorHandler } from 'hono';
import type { ServerEnv } from '../http/request-info.ts';

/** Whose account it is: the caller, as the auth service knows them now. */
export interface AccountOwner {
  userId: string;
  /** Of the access token: what row-level security judges by. */
  claims: Record<string, unknown>;
  /** A guest, who has neither an address nor a password. */
  isAnonymous: boolean;
  /** As `GET /auth/v1/user` tells it: addresses, identities, second factors. */
  account: Record<string, unknown>;
}

/**
 * What a user must provide before their account is deleted: the password, or, without one, the
 * typed address.
 */
export type ProofKind = 'password' | 'address' | 'none';

export interface Proof {
  password: string | null;
  address: string | null;
}

/**
 * What this folder needs of the auth service. Every method throws what `onError` turns into an
 * answer, or a `TokenError` for a missing second factor.
 */
export interface AccountGate {
  /**
   * The signed-in user. Refuses a token whose session has ended or lacks the second factor, or
   * whose user was deleted or banned.
   */
  identify(c: Context<ServerEnv>): Promise<AccountOwner>;
  /** Devices on which the user is signed in, newest first. */
  devices(userId: string): Promise<Record<string, unknown>[]>;
  /** The user's passkeys, oldest first, without their keys. */
  passkeys(userId: string): Promise<Record<string, unknown>[]>;
  proofNeeded(c: Context<ServerEnv>): Promise<ProofKind>;
  /** The signed-in user, who has proved once more that it is them: for what cannot be undone. */
  prove(c: Context<ServerEnv>, proof: Proof): Promise<AccountOwner>;
  onError: ErrorHandler<ServerEnv>;
}
