import type { RecoveryCodeSet } from '../data/recovery-codes.ts';

/** The public description of recovery codes: never the codes themselves (docs/adr/0050). */
export function recoveryCodesBody(set: RecoveryCodeSet): Record<string, unknown> {
  return {
    remaining: set.remaining,
    created_at: set.created_at?.toISOString() ?? null,
    expires_at: set.expires_at?.toISOString() ?? null,
  };
}
