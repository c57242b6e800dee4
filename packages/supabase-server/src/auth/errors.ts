import type { ContentfulStatusCode } from 'hono/utils/http-status';

/**
 * A refusal with one of the protocol's error codes (supabase-protocol 2.1). `details` are further
 * keys of the answer's body.
 */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** A refusal in OAuth's form, which has no code and is always a 400 (supabase-protocol 2.1). */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly error: string;

  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

/** A field of the request is missing or malformed. */
export function validationFailed(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message);
}

/**
 * The same error for an unknown address, an account without a password and a wrong password, so
 * that callers cannot tell them apart.
 */
export function invalidCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
}

/** The session that the token names was ended. */
export function sessionNotFound(): AuthError {
  return new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
}

/** A caller did something too often. */
export class RateLimitError extends AuthError {
  readonly retryAfterSeconds: number;

  constructor(
    code: 'over_request_rate_limit' | 'over_email_send_rate_limit' | 'over_sms_send_rate_limit',
    message: string,
    seconds: number,
  ) {
    super(429, code, message);
    this.retryAfterSeconds = seconds;
  }
}

/**
 * A code or link that is wrong, used or expired: one answer for all three (supabase-protocol 2.6,
 * POST /verify).
 */
export function tokenExpired(kind: 'code' | 'link'): AuthError {
  return new AuthError(
    403,
    'otp_expired',
    kind === 'code' ? 'Token has expired or is invalid' : 'Email link is invalid or has expired',
  );
}

/** A sign-up with an address that counts already, where that may be told. */
export function userAlreadyExists(): AuthError {
  return new AuthError(422, 'user_already_exists', 'User already registered');
}

/** Phone numbers are not served. @param status GoTrue's at this endpoint */
export function phoneDisabled(status: 400 | 422 = 400): AuthError {
  return new AuthError(status, 'phone_provider_disabled', 'Phone logins are disabled');
}

/** The number is another account's. */
export function phoneExists(): AuthError {
  return new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered');
}

/** The address is another account's. */
export function emailExists(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
}
