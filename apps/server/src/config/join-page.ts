import { whole } from '@dragoman/supabase-server/config/variables';
import type { z } from 'zod';

/** The page behind a code. */
export interface JoinPageConfig {
  /** Milliseconds that a join page waits for its invitation; then it goes out without it. */
  waitMs: number;
}

export const joinPageVariables = { JOIN_PAGE_WAIT_MS: whole(300, 0, 10_000) };

export function joinPageConfig(env: z.output<z.ZodObject<typeof joinPageVariables>>): JoinPageConfig {
  return { waitMs: env.JOIN_PAGE_WAIT_MS };
}
