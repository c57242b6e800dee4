import type { Metadata } from './rules/user-metadata.ts';

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

/** Tokens that another service issued for the user; never stored in clear, never logged. */
export interface ProviderTokens {
  accessToken: string;
  refreshToken: string | null;
}
