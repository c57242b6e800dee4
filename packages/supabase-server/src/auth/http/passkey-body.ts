import type { PasskeyRow } from '../data/passkeys.ts';
import type { BegunCeremony } from '../services/passkeys/begin-passkey.ts';

/**
 * A passkey as clients see one (auth-js, `PasskeyListItem`); neither key nor counter leave the
 * server.
 */
export function passkeyBody(passkey: PasskeyRow): Record<string, unknown> {
  return {
    id: passkey.id,
    ...(passkey.friendly_name === '' ? {} : { friendly_name: passkey.friendly_name }),
    created_at: passkey.created_at.toISOString(),
    ...(passkey.last_used_at === null ? {} : { last_used_at: passkey.last_used_at.toISOString() }),
  };
}

/**
 * The answer to both calls that begin a ceremony (auth-js, `PasskeyRegistrationOptionsResponse`).
 */
export function ceremonyBody({
  challengeId,
  options,
  expiresAt,
}: BegunCeremony<object>): Record<string, unknown> {
  return { challenge_id: challengeId, options, expires_at: expiresAt };
}
