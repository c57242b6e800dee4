import { isAuthRetryableFetchError } from '@supabase/auth-js';

/** Anybody can write a link: its words may fill a message box, not the page. */
const MAX_LINK_MESSAGE = 200;

/**
 * What the red message box says (spec section 8): the auth service's own message. A request that got no answer has
 * none, so it gets ours.
 */
export function authErrorText(error: unknown, unreachable: string): string {
  if (isAuthRetryableFetchError(error)) return unreachable;
  return error instanceof Error && error.message ? error.message : unreachable;
}

/** As {@link authErrorText}, for an error that the address of the page may have brought. */
export function linkErrorText(error: unknown, unreachable: string): string {
  const text = authErrorText(error, unreachable);
  return text.length > MAX_LINK_MESSAGE ? `${text.slice(0, MAX_LINK_MESSAGE)}…` : text;
}
