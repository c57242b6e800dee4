import { randomUUID } from 'node:crypto';
import { isUuid } from '../../../util/uuid.ts';
import { claimChallengeAttempt, deleteFactor, findChallenge } from '../../data/factors.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError } from '../../errors.ts';
import type { FactorMethod } from '../../method.ts';
import { hasVerifiedFactor } from '../../rules/access.ts';
import { makeCode } from '../../rules/one-time-code.ts';
import { addChallenge, beginFactor } from '../../services/factors.ts';
import { recordOwnEvent } from '../../services/security-events.ts';
import { insertPhoneFactor } from './data.ts';
import { codeMessage, readChannel, readPhone, sendSms } from './sms.ts';

/** A phone as second factor: its codes are sent when it is challenged. */
export function openPhoneFactor(deps: AuthDeps): FactorMethod {
  return {
    type: 'phone',
    /**
     * @throws {AuthError} 422 mfa_phone_enroll_not_enabled, mfa_verified_factor_exists and those of
     * {@link beginFactor}; 400 validation_failed
     */
    async enroll(caller, params) {
      if (!deps.config.auth.phone.factorEnabled) {
        throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
      }
      const phone = readPhone(deps, params.phone);
      const friendlyName = params.friendlyName ?? '';
      const id = await beginFactor(deps, caller, friendlyName, async (tx, factors) => {
        const same = factors.filter((factor) => factor.factor_type === 'phone' && factor.phone === phone);
        if (hasVerifiedFactor(same)) {
          throw new AuthError(
            422,
            'mfa_verified_factor_exists',
            'A verified phone factor already exists, unenroll the existing factor to continue',
          );
        }
        // Begun before and left: this attempt takes its place.
        for (const factor of same) await deleteFactor(tx, factor.id);
        return insertPhoneFactor(tx, { userId: caller.user.id, friendlyName, phone });
      });
      recordOwnEvent(deps, caller, { event: 'factor_enrolled', reason: 'phone' });
      return { id, friendly_name: friendlyName, phone };
    },
    async challenge(user, factor, channelName, caller) {
      const phone = factor.phone ?? '';
      const channel = readChannel(channelName);
      await deps.limits.sms(caller, phone, user.id);
      const id = randomUUID();
      const code = makeCode(deps.config.auth.phone.codeDigits);
      const codeHash = deps.hashCode(id, code);
      const challenge = await addChallenge(deps, factor, { id, ip: caller.ip, codeHash });
      await sendSms(deps, await codeMessage(deps.db, deps, { user, phone, channel, code }));
      return challenge;
    },
    async countTry(factorId, id) {
      const { db, config } = deps;
      const maxAttempts = config.auth.codeAttempts;
      if (id === null || !isUuid(id)) return;
      if (await claimChallengeAttempt(db, { factorId, id, maxAttempts })) return;
      // No attempt is left, or there is no such challenge; the check that follows reports the latter.
      if (await findChallenge(db, factorId, id)) throw wrongCode();
    },
    prove(challenge, code) {
      if (challenge.code_hash !== deps.hashCode(challenge.id, code.trim())) throw wrongCode();
      return 'mfa/phone';
    },
  };
}

function wrongCode(): AuthError {
  return new AuthError(422, 'mfa_verification_failed', 'Invalid MFA Phone code entered');
}
