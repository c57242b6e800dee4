import type { Queryable } from '../../../db/database.ts';
import { isUuid } from '../../../util/uuid.ts';
import {
  type ChallengeType,
  type PasskeyChallenge,
  takePasskeyChallenge,
} from '../../data/passkey-challenges.ts';
import { AuthError } from '../../errors.ts';

/**
 * Takes and deletes the challenge of an answer, even if the answer turns out to be wrong.
 * @throws {AuthError} 400 webauthn_challenge_not_found, webauthn_challenge_expired
 */
export async function takeChallenge(
  db: Queryable,
  given: { id: string; type: ChallengeType; userId: string | null },
): Promise<PasskeyChallenge> {
  const challenge = isUuid(given.id) ? await takePasskeyChallenge(db, given) : null;
  if (!challenge) {
    throw new AuthError(
      400,
      'webauthn_challenge_not_found',
      'Challenge not found or already used, ask for a new one',
    );
  }
  if (challenge.isExpired) {
    throw new AuthError(400, 'webauthn_challenge_expired', 'Challenge has expired, ask for a new one');
  }
  return challenge;
}
