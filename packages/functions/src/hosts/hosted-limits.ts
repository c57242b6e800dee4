import { ASSISTANT_CALLER_LIMITS } from '../assistant/handler.ts';
import { SCAN_CALLER_LIMITS } from '../documents/scan-handler.ts';
import type { CallerLimits } from '../http/caller-limit.ts';
import type { ProviderLimits } from '../http/provider-limit.ts';
import { SPEECH_CALLER_LIMITS } from '../speech/handler.ts';
import { TRANSLATE_CALLER_LIMITS } from '../translate/handler.ts';

const MINUTE_MS = 60_000;
const AT_ONCE = { address: 100, installation: 300 };

function limits(user: ProviderLimits['user'], address: number, installation: number): ProviderLimits {
  const { windowMs } = user;
  return {
    user,
    address: { calls: address, windowMs, atOnce: AT_ONCE.address },
    installation: { calls: installation, windowMs, atOnce: AT_ONCE.installation },
  };
}

/**
 * The server's defaults. Each worker of the runtime counts for itself, so they bound a worker, not
 * the project.
 */
export const HOSTED_LIMITS = {
  translation: limits(TRANSLATE_CALLER_LIMITS, 1200, 3000),
  speech: limits(SPEECH_CALLER_LIMITS, 200, 600),
  scans: limits(SCAN_CALLER_LIMITS, 120, 300),
  scansWithoutProfile: limits({ calls: 6, windowMs: 10 * MINUTE_MS, atOnce: 2 }, 600, 1200),
  assistant: limits(ASSISTANT_CALLER_LIMITS, 600, 1500),
  passwordGuesses: { calls: 10, windowMs: 5 * MINUTE_MS, atOnce: 1 },
} as const satisfies Record<string, ProviderLimits | CallerLimits>;

/**
 * @returns the caller's address as the gateway in front of the runtime tells it: the last entry of
 * X-Forwarded-For, since a client can choose those before it. Null without one.
 */
export function addressOf({ headers }: Request): string | null {
  const own = headers.get('cf-connecting-ip') ?? headers.get('x-forwarded-for')?.split(',').at(-1);
  return own?.trim().slice(0, 64) || null;
}
