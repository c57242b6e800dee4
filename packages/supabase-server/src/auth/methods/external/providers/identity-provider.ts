import type { Metadata } from '../../../rules/user-metadata.ts';
import type { ProviderTokens } from '../../../types.ts';

/** A user's identity at another service, which has proved it to us. */
export interface ExternalIdentity {
  /** `google`, or `sso:<uuid>` for a single sign-on provider. */
  provider: string;
  /** The service's lasting name for the account. */
  subject: string;
  /** The address as {@link normalizeEmail} returns it; null when missing. */
  email: string | null;
  /** Whether the service vouches that the address is the account's. */
  emailVerified: boolean;
  /**
   * Further data about the person (`full_name`, `avatar_url`, ...): becomes identity_data and
   * user_metadata.
   */
  metadata: Metadata;
  /**
   * Set for single sign-on: its accounts are never joined with others, and others never with them.
   */
  ssoProviderId?: string;
}

/** A browser that shall go to another service. */
export interface FlowStart {
  /** The address to which the provider redirects the browser. */
  redirectUri: string;
  state: string;
  nonce: string;
  /** Our own PKCE verifier, which has nothing to do with the client's. */
  verifier: string;
  /** Besides those of the settings. */
  scopes: readonly string[];
  /**
   * Parameters that the client adds for the provider, such as `prompt`; none that the flow itself
   * sets.
   */
  extra: ReadonlyArray<readonly [string, string]>;
}

/** The same browser, coming back. */
export interface FlowCallback extends Pick<FlowStart, 'redirectUri' | 'state' | 'nonce' | 'verifier'> {
  parameters: URLSearchParams;
}

export interface VerifiedIdToken {
  identity: ExternalIdentity;
  nonce: string | null;
  /** The token's hash of the access token that came with it (OpenID Connect Core 3.1.3.6). */
  accessTokenHash: string | null;
  /** The token's signature algorithm, after which that hash goes. */
  algorithm: string;
}

/** Another service whose accounts people may sign in with. */
export interface IdentityProvider {
  name: string;
  /**
   * Whether the service's page sends the browser back with a POST, which carries no cookie of
   * SameSite=Lax.
   */
  formPost: boolean;
  /** @throws {ProviderError} when the service cannot be reached */
  authorizationUrl(start: FlowStart): Promise<URL>;
  /**
   * Turns the browser's request into the proof of the user's identity.
   * @throws {OAuthError} what the service says in place of a code, such as access_denied
   * @throws {ProviderError}
   */
  redeem(answer: FlowCallback): Promise<{ identity: ExternalIdentity; tokens: ProviderTokens }>;
  /**
   * Checks an ID token that a client obtained by itself. Null: the service issues none.
   * @throws {IdTokenError} @throws {ProviderError}
   */
  verifyIdToken: ((token: string) => Promise<VerifiedIdToken>) | null;
}

/**
 * Another service could not be reached, refused our request, or answered something that cannot be
 * right.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  /** The library's name for it: fit for a log, as it quotes nothing of the answer. */
  readonly reason: string;

  constructor(provider: string, reason: string, cause: unknown) {
    super(`${provider}: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** An ID token is forged, expired, or issued for another audience. */
export class IdTokenError extends Error {
  override readonly name = 'IdTokenError';
}
