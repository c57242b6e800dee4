import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** Steps before and after the present one that are accepted: clocks differ. */
const WINDOW = 1;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** A new shared secret, in base32. */
export function makeTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The otpauth:// URI that an authenticator app reads from the QR code. */
export function totpUri(secret: string, names: { issuer: string; account: string }): string {
  return build(secret, names).toString();
}

/**
 * Checks a code of RFC 6238 (SHA-1, 6 digits, 30 s, one step of tolerance).
 * @param lastUsedStep codes of this step and before it were used
 * @param now milliseconds
 * @returns the step that the code belongs to, or null when it is wrong or was used
 */
export function matchTotp(
  secret: string,
  code: string,
  { lastUsedStep, now }: { lastUsedStep: number | null; now: number },
): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = build(secret, { issuer: '', account: '' }).validate({
    token: code,
    timestamp: now,
    window: WINDOW,
  });
  if (delta === null) return null;
  const step = Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
  return lastUsedStep !== null && step <= lastUsedStep ? null : step;
}

function build(secret: string, { issuer, account }: { issuer: string; account: string }): TOTP {
  return new TOTP({
    issuer,
    label: account,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}
