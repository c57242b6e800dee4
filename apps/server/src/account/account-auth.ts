import type { Credentials, DeletionProof } from '@dragoman/functions/account/delete-account';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Context, ErrorHandler } from 'hono';

/** The caller's account as the auth service knows it now. */
export interface AccountOwner {
  userId: string;
  /** The access token's claims, which row-level security checks. */
  claims: Record<string, unknown>;
  /** A guest, who has neither an address nor a password. */
  isAnonymous: boolean;
  /** The body of `GET /auth/v1/user`: addresses, identities, second factors. */
  account: Record<string, unknown>;
}

/**
 * The parts of the auth service that this folder uses. Every method throws what `onError` turns
 * into an answer, or a `TokenError` for a missing second factor.
 */
export interface AccountAuth {
  /**
   * The signed-in user. Refuses a token whose session has ended or lacks the second factor, or
   * whose user was deleted or banned.
   */
  identify(c: Context<ServerEnv>): Promise<AccountOwner>;
  /** Devices on which the user is signed in, newest first. */
  devices(userId: string): Promise<Record<string, unknown>[]>;
  /** The user's passkeys, oldest first, without their keys. */
  passkeys(userId: string): Promise<Record<string, unknown>[]>;
  requiredCredential(c: Context<ServerEnv>): Promise<DeletionProof>;
  /** The signed-in user, who has proved their identity again, for actions that cannot be undone. */
  verifyCredentials(c: Context<ServerEnv>, proof: Credentials): Promise<AccountOwner>;
  onError: ErrorHandler<ServerEnv>;
}
