import { isAuthRetryableFetchError } from '@supabase/supabase-js';

/**
 * What the red message box says (spec section 8): the auth service's own message. A request that got no answer has
 * none, so it gets ours.
 */
export function authErrorText(error: unknown, unreachable: string): string {
  if (isAuthRetryableFetchError(error)) return unreachable;
  return error instanceof Error && error.message ? error.message : unreachable;
}
