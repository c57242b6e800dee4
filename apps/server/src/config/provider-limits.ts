import type { ProviderLimits } from '@dragoman/functions/http/provider-limit';
import { limit, whole } from '@dragoman/supabase-server/config/variables';
import type { z } from 'zod';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Rate limits for providers that cost money or processor time. Each process counts for itself. */
export interface ProviderLimitsConfig {
  /** Texts that providers translate. */
  translation: ProviderLimits;
  speech: ProviderLimits;
  scans: ProviderLimits;
  /** Pictures of users without a profile, in front of `scans`. */
  scansWithoutProfile: ProviderLimits;
  assistant: ProviderLimits;
}

// The defaults fit a hall of some hundred people with one address.
export const providerLimitVariables = {
  RATE_LIMIT_TRANSLATIONS_PER_MINUTE: limit(120),
  RATE_LIMIT_TRANSLATIONS_PER_ADDRESS: limit(1200),
  RATE_LIMIT_TRANSLATIONS_ALTOGETHER: limit(3000),
  RATE_LIMIT_SPEECH_PER_MINUTE: limit(20),
  RATE_LIMIT_SPEECH_PER_ADDRESS: limit(200),
  RATE_LIMIT_SPEECH_ALTOGETHER: limit(600),
  RATE_LIMIT_SCANS_PER_MINUTE: limit(30),
  RATE_LIMIT_SCANS_PER_ADDRESS: limit(120),
  RATE_LIMIT_SCANS_ALTOGETHER: limit(300),
  RATE_LIMIT_SCANS_WITHOUT_PROFILE: limit(60),
  RATE_LIMIT_ASSISTANT_PER_HOUR: limit(30),
  RATE_LIMIT_ASSISTANT_PER_ADDRESS: limit(600),
  RATE_LIMIT_ASSISTANT_ALTOGETHER: limit(1500),
  SCANS_AT_ONCE_PER_USER: whole(2, 1, 100),
  ENGINE_CALLS_AT_ONCE_PER_ADDRESS: whole(100, 1, 10_000),
  ENGINE_CALLS_AT_ONCE: whole(300, 1, 10_000),
};

type ProviderLimitEnvironment = z.output<z.ZodObject<typeof providerLimitVariables>>;

/**
 * Pictures that one user without a profile may have read in ten minutes: a card or a pass, and
 * second attempts.
 */
const SCANS_OF_NEW_USER = 6;

export function providerLimitsConfig(env: ProviderLimitEnvironment): ProviderLimitsConfig {
  const limits = (
    window: { windowMs: number; atOncePerUser: number },
    counts: { user: number; address: number; installation: number },
  ): ProviderLimits => {
    const { windowMs } = window;
    // 0 turns a limit off.
    const of = (calls: number, atOnce: number) => ({
      calls: calls || Number.POSITIVE_INFINITY,
      windowMs,
      atOnce,
    });
    return {
      user: of(counts.user, window.atOncePerUser),
      address: of(counts.address, env.ENGINE_CALLS_AT_ONCE_PER_ADDRESS),
      installation: of(counts.installation, env.ENGINE_CALLS_AT_ONCE),
    };
  };
  const scans = { windowMs: MINUTE_MS, atOncePerUser: env.SCANS_AT_ONCE_PER_USER };
  const withoutProfile = limits(scans, {
    user: 0,
    address: env.RATE_LIMIT_SCANS_WITHOUT_PROFILE,
    installation: 0,
  });
  return {
    translation: limits(
      { windowMs: MINUTE_MS, atOncePerUser: 12 },
      {
        user: env.RATE_LIMIT_TRANSLATIONS_PER_MINUTE,
        address: env.RATE_LIMIT_TRANSLATIONS_PER_ADDRESS,
        installation: env.RATE_LIMIT_TRANSLATIONS_ALTOGETHER,
      },
    ),
    speech: limits(
      { windowMs: MINUTE_MS, atOncePerUser: 2 },
      {
        user: env.RATE_LIMIT_SPEECH_PER_MINUTE,
        address: env.RATE_LIMIT_SPEECH_PER_ADDRESS,
        installation: env.RATE_LIMIT_SPEECH_ALTOGETHER,
      },
    ),
    scans: limits(scans, {
      user: env.RATE_LIMIT_SCANS_PER_MINUTE,
      address: env.RATE_LIMIT_SCANS_PER_ADDRESS,
      installation: env.RATE_LIMIT_SCANS_ALTOGETHER,
    }),
    scansWithoutProfile: {
      ...withoutProfile,
      user: { calls: SCANS_OF_NEW_USER, windowMs: 10 * MINUTE_MS, atOnce: env.SCANS_AT_ONCE_PER_USER },
    },
    assistant: limits(
      { windowMs: HOUR_MS, atOncePerUser: 2 },
      {
        user: env.RATE_LIMIT_ASSISTANT_PER_HOUR,
        address: env.RATE_LIMIT_ASSISTANT_PER_ADDRESS,
        installation: env.RATE_LIMIT_ASSISTANT_ALTOGETHER,
      },
    ),
  };
}
