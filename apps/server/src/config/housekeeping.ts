import type { z } from 'zod';
import { whole } from './variables.ts';

export interface HousekeepingConfig {
  /** Minutes between two rounds; 0: never. */
  everyMinutes: number;
  /** Days for which ended sessions and used refresh tokens are kept: until then the reuse of a stolen token is noticed. */
  endedSessionDays: number;
  /** Days without a visit after which an empty guest account is deleted. */
  abandonedGuestDays: number;
  /** Days for which private broadcasts can be replayed. */
  broadcastDays: number;
  /** Days for which the security log is kept. */
  securityEventsDays: number;
}

export const housekeepingVariables = {
  HOUSEKEEPING_MINUTES: whole(60, 0, 1440),
  KEEP_ENDED_SESSIONS_DAYS: whole(30, 1, 3650),
  KEEP_ABANDONED_GUESTS_DAYS: whole(30, 1, 3650),
  KEEP_BROADCASTS_DAYS: whole(3, 1, 365),
  SECURITY_EVENTS_DAYS: whole(90, 1, 3650),
};

type HousekeepingEnvironment = z.output<z.ZodObject<typeof housekeepingVariables>>;

export function housekeepingConfig(env: HousekeepingEnvironment): HousekeepingConfig {
  return {
    everyMinutes: env.HOUSEKEEPING_MINUTES,
    endedSessionDays: env.KEEP_ENDED_SESSIONS_DAYS,
    abandonedGuestDays: env.KEEP_ABANDONED_GUESTS_DAYS,
    broadcastDays: env.KEEP_BROADCASTS_DAYS,
    securityEventsDays: env.SECURITY_EVENTS_DAYS,
  };
}
