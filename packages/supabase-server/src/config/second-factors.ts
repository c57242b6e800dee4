import type { z } from 'zod';
import { flag, whole } from './variables.ts';

export interface SecondFactorConfig {
  passkeys: {
    enabled: boolean;
    /** Passkeys that one user may have. */
    maximum: number;
    /** Seconds from the challenge of a passkey in which it can be answered. */
    challengeSeconds: number;
  };
  /** Days after which unused recovery codes stop working; 0: never. */
  recoveryCodeDays: number;
}

export const secondFactorVariables = {
  PASSKEYS_ENABLED: flag(true),
  PASSKEYS_PER_USER: whole(10, 1, 100),
  PASSKEY_CHALLENGE_SECONDS: whole(300, 30, 3600),
  RECOVERY_CODE_DAYS: whole(0, 0, 3650),
};

type SecondFactorEnvironment = z.output<z.ZodObject<typeof secondFactorVariables>>;

export function secondFactorConfig(env: SecondFactorEnvironment): SecondFactorConfig {
  return {
    passkeys: {
      enabled: env.PASSKEYS_ENABLED,
      maximum: env.PASSKEYS_PER_USER,
      challengeSeconds: env.PASSKEY_CHALLENGE_SECONDS,
    },
    recoveryCodeDays: env.RECOVERY_CODE_DAYS,
  };
}
