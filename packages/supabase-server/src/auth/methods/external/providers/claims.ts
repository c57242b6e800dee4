import type { IdentityProviderConfig } from '../../../../config/identity-providers.ts';
import { normalizeEmail } from '../../../rules/email-address.ts';
import type { Metadata } from '../../../rules/user-metadata.ts';
import type { ExternalIdentity } from './identity-provider.ts';

const MAX_TEXT = 2048;

/**
 * A person's claims from an OpenID Connect provider, in its ID token or at its userinfo endpoint.
 */
export type PersonClaims = Readonly<Record<string, unknown>> & { sub: string };

type Settings = Pick<IdentityProviderConfig, 'name' | 'protocol' | 'trustsEmail'>;

/**
 * Brings claims into the form that clients of this protocol know.
 * @param name known from elsewhere
 */
export function identityFromClaims(
  settings: Settings,
  claims: PersonClaims,
  name: string | null = null,
): ExternalIdentity {
  const fullName = name ?? textOf(claims.name) ?? joined(claims.given_name, claims.family_name);
  const picture = textOf(claims.picture);
  return toIdentity(settings, {
    subject: claims.sub,
    email: textOf(claims.email),
    emailVerified: vouchesForEmail(settings, claims),
    metadata: {
      iss: textOf(claims.iss),
      name: fullName,
      full_name: fullName,
      preferred_username: textOf(claims.preferred_username),
      picture,
      avatar_url: picture,
    },
  });
}

/**
 * Leaves out unknown values. An invalid address counts as missing, and a missing one is not
 * verified.
 */
export function toIdentity(
  { name, trustsEmail }: Pick<Settings, 'name' | 'trustsEmail'>,
  person: { subject: string; email: string | null; emailVerified: boolean; metadata: Metadata },
): ExternalIdentity {
  const email = person.email === null ? null : normalizeEmail(person.email);
  return {
    provider: name,
    subject: person.subject,
    email,
    emailVerified: email !== null && (person.emailVerified || trustsEmail),
    metadata: Object.fromEntries(
      Object.entries(person.metadata).filter(([, value]) => value !== null && value !== undefined),
    ),
  };
}

/**
 * Microsoft lets the administrator of any directory write any address into an account, and only
 * `xms_edov` says that the directory owns the address's domain. Apple sends its truth values as
 * texts.
 */
function vouchesForEmail({ protocol }: Settings, claims: PersonClaims): boolean {
  const claim = protocol === 'microsoft' ? claims.xms_edov : claims.email_verified;
  return claim === true || claim === 'true' || (protocol === 'microsoft' && (claim === 1 || claim === '1'));
}

function joined(...parts: unknown[]): string | null {
  const words = parts.map(textOf).filter((part) => part !== null);
  return words.length === 0 ? null : words.join(' ');
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT ? value : null;
}
