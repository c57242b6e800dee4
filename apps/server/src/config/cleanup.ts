import { whole } from '@dragoman/supabase-server/config/variables';
import type { z } from 'zod';

export interface CleanupConfig {
  /** Minutes between two rounds; 0: never. */
  everyMinutes: number;
  /**
   * Days for which ended sessions and used refresh tokens are kept: until then the reuse of a
   * stolen token is noticed.
   */
  endedSessionDays: number;
  /** Days without a visit after which an empty guest account is deleted. */
  abandonedGuestDays: number;
  /** Days for which private broadcasts can be replayed. */
  broadcastDays: number;
  /** Days for which the security log is kept. */
  securityEventsDays: number;
  /** Seconds between two looks for unread messages and follow-ups to send; 0: never. */
  missedRepliesSeconds: number;
  /** Seconds between two looks for webhooks to send; 0: never. */
  webhooksSeconds: number;
}

export const cleanupVariables = {
  HOUSEKEEPING_MINUTES: whole(60, 0, 1440),
  KEEP_ENDED_SESSIONS_DAYS: whole(30, 1, 3650),
  KEEP_ABANDONED_GUESTS_DAYS: whole(30, 1, 3650),
  KEEP_BROADCASTS_DAYS: whole(3, 1, 365),
  SECURITY_EVENTS_DAYS: whole(90, 1, 3650),
  MISSED_REPLIES_SECONDS: whole(5, 0, 3600),
  WEBHOOKS_SECONDS: whole(5, 0, 3600),
};

type CleanupEnvironment = z.output<z.ZodObject<typeof cleanupVariables>>;

export function cleanupConfig(env: CleanupEnvironment): CleanupConfig {
  return {
    everyMinutes: env.HOUSEKEEPING_MINUTES,
    endedSessionDays: env.KEEP_ENDED_SESSIONS_DAYS,
    abandonedGuestDays: env.KEEP_ABANDONED_GUESTS_DAYS,
    broadcastDays: env.KEEP_BROADCASTS_DAYS,
    securityEventsDays: env.SECURITY_EVENTS_DAYS,
    missedRepliesSeconds: env.MISSED_REPLIES_SECONDS,
    webhooksSeconds: env.WEBHOOKS_SECONDS,
  };
}
