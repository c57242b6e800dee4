import { isAuthError, isAuthRetryableFetchError } from '@supabase/auth-js';
import type { TFunction } from 'i18next';
import { interfaceLanguage } from '@/shared/i18n/i18n.ts';

/** A link's text is untrusted: it may fill a message box, not the page. */
const MAX_LINK_MESSAGE = 200;

/**
 * Texts for users in other languages, by the auth service's stable codes; its own messages are
 * English.
 */
const REFUSALS = {
  invalid_credentials: 'auth.refusal.invalidCredentials',
  email_not_confirmed: 'auth.refusal.emailNotConfirmed',
  email_exists: 'auth.refusal.emailExists',
  user_already_exists: 'auth.refusal.userAlreadyExists',
  weak_password: 'auth.refusal.weakPassword',
  same_password: 'auth.refusal.samePassword',
  reauthentication_needed: 'auth.refusal.reauthenticationNeeded',
  otp_expired: 'auth.refusal.otpExpired',
  over_request_rate_limit: 'auth.refusal.overRequestRateLimit',
  over_email_send_rate_limit: 'auth.refusal.overEmailSendRateLimit',
  signup_disabled: 'auth.refusal.signupDisabled',
  user_banned: 'auth.refusal.userBanned',
  webauthn_wrong_origin: 'auth.refusal.webauthnWrongOrigin',
  webauthn_verification_failed: 'auth.refusal.webauthnVerificationFailed',
  webauthn_challenge_expired: 'auth.refusal.webauthnChallengeExpired',
  webauthn_challenge_not_found: 'auth.refusal.webauthnChallengeExpired',
  webauthn_credential_not_found: 'auth.refusal.webauthnCredentialNotFound',
  webauthn_credential_exists: 'auth.refusal.webauthnCredentialExists',
  too_many_passkeys: 'auth.refusal.tooManyPasskeys',
  mfa_verification_failed: 'auth.refusal.mfaVerificationFailed',
  mfa_challenge_expired: 'auth.refusal.mfaChallengeExpired',
  mfa_recovery_code_used: 'auth.refusal.recoveryCodeUsed',
  mfa_recovery_code_expired: 'auth.refusal.recoveryCodeExpired',
  insufficient_aal: 'auth.refusal.insufficientAal',
  validation_failed: 'auth.refusal.validationFailed',
  unexpected_failure: 'auth.refusal.unexpectedFailure',
} as const;

/**
 * The text of the red message box (specification 8.1): the auth service's own message, or a
 * translation of its code for users who do not read English. A request without a response has no
 * message, so it gets ours.
 */
export function authErrorText(t: TFunction, error: unknown): string {
  const unreachable = t('auth.unreachable');
  if (isAuthRetryableFetchError(error)) return unreachable;
  const code = isAuthError(error) ? error.code : undefined;
  if (interfaceLanguage() !== 'en' && code !== undefined && Object.hasOwn(REFUSALS, code)) {
    return t(REFUSALS[code as keyof typeof REFUSALS]);
  }
  return error instanceof Error && error.message ? error.message : unreachable;
}

/** Works like {@link authErrorText}, for an error that the address of the page may have brought. */
export function linkErrorText(t: TFunction, error: unknown): string {
  const text = authErrorText(t, error);
  return text.length > MAX_LINK_MESSAGE ? `${text.slice(0, MAX_LINK_MESSAGE)}…` : text;
}
