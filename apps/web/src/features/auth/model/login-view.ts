/** The views of the login page (spec section 2). Each has a component; the page only switches. */
export type LoginView = 'sign-in' | 'sign-up';

/** Reads the view that a link asked for through the router's state, as the 'Sign Up' button does. */
export function requestedView(state: unknown): LoginView {
  return (state as { view?: unknown } | null)?.view === 'sign-up' ? 'sign-up' : 'sign-in';
}

/**
 * Where a confirmation mail leads (spec section 2): the site's origin, or the login page with the redirect parameter.
 * @param redirect a path already made safe, or null.
 */
export function confirmationUrl(origin: string, redirect: string | null): string {
  return redirect ? `${origin}/login?redirect=${encodeURIComponent(redirect)}` : origin;
}
