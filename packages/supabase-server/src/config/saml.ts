import { createPrivateKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { flag, whole } from './variables.ts';

export interface SamlConfig {
  /**
   * PKCS#8 PEM of the RSA key that signs our requests; null: one made at first start and kept in
   * the database.
   */
  privateKey: string | null;
  /** Whether an identity provider may start a sign-in that was not requested here. */
  idpInitiated: boolean;
  /** Seconds that a sign-in may take at the identity provider. */
  requestSeconds: number;
  /** The tolerance for the identity provider's clock, in seconds. */
  clockSkewSeconds: number;
}

const MIN_RSA_BITS = 2048;

export const samlVariables = {
  SAML_ENABLED: flag(false),
  SAML_PRIVATE_KEY: z
    .string()
    .transform((value, ctx) => {
      const key = readPrivateKey(value);
      if (key === null || (key.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_RSA_BITS) {
        const message = `must be an RSA private key of at least ${MIN_RSA_BITS} bits, as PEM or as base64 of DER`;
        ctx.addIssue({ code: 'custom', message });
        return z.NEVER;
      }
      return key.export({ type: 'pkcs8', format: 'pem' }).toString();
    })
    .nullable()
    .default(null),
  SAML_ALLOW_IDP_INITIATED: flag(false),
  SAML_REQUEST_SECONDS: whole(600, 60, 3600),
  SAML_CLOCK_SKEW_SECONDS: whole(60, 0, 300),
};

type SamlEnvironment = z.output<z.ZodObject<typeof samlVariables>>;

/**
 * Lists missing settings for single sign-on.
 * @param given the variables as they are set
 */
export function samlProblems(given: Record<string, string | undefined>): string[] {
  const enabled = flag(false).safeParse(given.SAML_ENABLED).data ?? false;
  if (!enabled || given.PUBLIC_URL) return [];
  // Assertions are made for this origin. Were it taken from the Host header, one made for another
  // site would do here as well.
  return ['PUBLIC_URL must be set when SAML_ENABLED is, since assertions are made for it'];
}

export function samlConfig(env: SamlEnvironment): SamlConfig | null {
  if (!env.SAML_ENABLED) return null;
  return {
    privateKey: env.SAML_PRIVATE_KEY,
    idpInitiated: env.SAML_ALLOW_IDP_INITIATED,
    requestSeconds: env.SAML_REQUEST_SECONDS,
    clockSkewSeconds: env.SAML_CLOCK_SKEW_SECONDS,
  };
}

/**
 * PEM, also on one line with \n written out, or base64 of DER in PKCS#8 or PKCS#1, as GoTrue takes
 * it.
 */
function readPrivateKey(value: string): KeyObject | null {
  const pem = value.includes('-----BEGIN') ? value.replaceAll('\\n', '\n') : null;
  const der = Buffer.from(value, 'base64');
  const attempts = pem
    ? [() => createPrivateKey(pem)]
    : (['pkcs8', 'pkcs1'] as const).map((type) => () => createPrivateKey({ key: der, format: 'der', type }));
  for (const attempt of attempts) {
    try {
      const key = attempt();
      if (key.asymmetricKeyType === 'rsa') return key;
    } catch {
      // The next form.
    }
  }
  return null;
}
