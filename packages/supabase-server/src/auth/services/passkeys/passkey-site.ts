import { type RelyingParty, relyingPartyOf } from '../../../http/relying-party.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError } from '../../errors.ts';

/**
 * The site whose passkeys are meant.
 * @param publicUrl the address under which the caller reached the product
 * @throws {AuthError} 404 passkey_disabled; 422 passkey_unavailable where no browser has passkeys
 */
export function requirePasskeySite({ config }: Pick<AuthDeps, 'config'>, publicUrl: string): RelyingParty {
  requirePasskeys({ config });
  const site = relyingPartyOf(publicUrl);
  if (site !== null) return site;
  throw new AuthError(
    422,
    'passkey_unavailable',
    'Passkeys need HTTPS and a host name. Open the product under its domain, or under localhost',
  );
}

/** @throws {AuthError} 404 passkey_disabled, as in GoTrue */
export function requirePasskeys({ config }: Pick<AuthDeps, 'config'>): void {
  if (!config.auth.passkeys.enabled) throw new AuthError(404, 'passkey_disabled', 'Passkeys are disabled');
}
