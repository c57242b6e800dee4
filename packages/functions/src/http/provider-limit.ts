import type { SignedInCaller } from './caller.ts';
import { type Admission, type CallerLimits, createCallerLimit } from './caller-limit.ts';

/**
 * Rate limits of providers that cost money or processor time. A user can get a larger share by
 * creating more accounts, so each network address and the installation have limits as well.
 */
export interface ProviderLimits {
  user: CallerLimits;
  /**
   * The limits of all users with one network address. A caller without a known address has no such
   * limit.
   */
  address?: CallerLimits;
  /** The limits of all callers together. */
  installation?: CallerLimits;
}

export interface ProviderLimit {
  /**
   * Counts one call against all limits that apply, or against none when one of them does not hold.
   */
  admit(caller: Pick<SignedInCaller, 'userId' | 'address'>): Admission;
}

/** Counts in this process; several processes allow as many times as much. */
export function createProviderLimit(limits: ProviderLimits, clock: { now(): number }): ProviderLimit {
  const users = createCallerLimit(limits.user, clock);
  const addresses = limits.address && createCallerLimit(limits.address, clock);
  const installation = limits.installation && createCallerLimit(limits.installation, clock);

  return {
    admit({ userId, address }) {
      const counts = [
        { limit: users, key: userId },
        ...(addresses && address ? [{ limit: addresses, key: address }] : []),
        ...(installation ? [{ limit: installation, key: '' }] : []),
      ];
      const retryAfterMs = Math.max(...counts.map(({ limit, key }) => limit.waitMs(key)));
      if (retryAfterMs > 0) return { ok: false, retryAfterMs };
      const begun = counts.map(({ limit, key }) => limit.admit(key));
      return {
        ok: true,
        done() {
          for (const admission of begun) if (admission.ok) admission.done();
        },
      };
    },
  };
}
