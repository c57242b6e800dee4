import { whole } from '@dragoman/supabase-server/config/variables';
import { z } from 'zod';

/** The initial settings of the event-admin page. */
export interface EventAdminConfig {
  /**
   * The secret that opens the page: a new one, `keep` for the one of an earlier start, `none` to
   * have the page closed.
   */
  secret: { kind: 'given'; value: string } | { kind: 'keep' } | { kind: 'none' };
  /** Values that apply until an event admin changes them. */
  defaults: {
    /** Days after which chats without a new message are deleted; 0: never. */
    retentionDays: number;
    /** Whether a join page lets people in without an account. */
    guestsEnabled: boolean;
  };
}

const SHORTEST_SECRET = 16;
const LONGEST_SECRET = 200;
/** `aaaaaaaaaaaaaaaa` and `1212121212121212` are long, and guessed first. */
const FEWEST_DIFFERENT = 8;
/** Common words from examples and guesses, matched anywhere in the secret. */
const GUESSED_FIRST =
  /password|passwort|secret|organi[sz]er|dragoman|qwerty|letmein|changeme|123456|abcdef/gi;

/** @returns what is wrong with a secret; null for one that will do */
export function secretProblem(secret: string): string | null {
  const length = [...secret].length;
  if (length < SHORTEST_SECRET || length > LONGEST_SECRET) {
    return `must have ${SHORTEST_SECRET} to ${LONGEST_SECRET} characters`;
  }
  if (new Set(secret).size < FEWEST_DIFFERENT) {
    return `must have at least ${FEWEST_DIFFERENT} different characters`;
  }
  const rest = secret.replace(GUESSED_FIRST, '');
  if (rest !== secret && [...rest].length < SHORTEST_SECRET / 2) {
    return 'is too easy to guess: take a longer one, for example the output of: openssl rand -base64 24';
  }
  return null;
}

export const eventAdminVariables = {
  ORGANISER_SECRET: z
    .string()
    .superRefine((value, ctx) => {
      const problem = isOff(value) ? null : secretProblem(value);
      if (problem) ctx.addIssue({ code: 'custom', message: problem });
    })
    .nullable()
    .default(null),
  RETENTION_DAYS: whole(0, 0, 3650),
};

type OrganiserEnvironment = z.output<z.ZodObject<typeof eventAdminVariables>> & { GUESTS: boolean };

export function eventAdminConfig(env: OrganiserEnvironment): EventAdminConfig {
  const value = env.ORGANISER_SECRET;
  return {
    secret: value === null ? { kind: 'keep' } : isOff(value) ? { kind: 'none' } : { kind: 'given', value },
    defaults: { retentionDays: env.RETENTION_DAYS, guestsEnabled: env.GUESTS },
  };
}

function isOff(value: string): boolean {
  return value.toLowerCase() === 'off';
}
