import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** A refusal with one of the protocol's error codes (wire facts A1). `details` are further keys of the answer's body. */
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

/** A refusal in OAuth's form, which has no code and is always a 400 (wire facts A1). */
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

/** One answer for an unknown address, an account without a password and a wrong password: it must not tell which. */
export function invalidCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
}

/** The session that the token names was ended. */
export function sessionNotFound(): AuthError {
  return new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
}
