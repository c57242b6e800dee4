import { LOGIN_PATH, loginPath } from '@dragoman/domain/routes';

/** The views of the login page for a user without a session (specification 2.3). */
const VIEWS = ['sign-in', 'sign-up', 'forgot-password', 'magic-link', 'verify-code'] as const;

export type LoginView = (typeof VIEWS)[number];

/**
 * The purpose of a mailed code: it confirms a new account, signs in, or leads to a new password.
 * The first two are verified alike, but requested again in different ways.
 */
const CODE_PURPOSES = ['signup', 'email', 'recovery'] as const;

export type CodePurpose = (typeof CODE_PURPOSES)[number];

/** The state of a view in the browser's history, so that Back and reloading keep it. */
export interface ViewState {
  view: LoginView;
  email: string;
  codePurpose: CodePurpose;
}

/**
 * The parameter value of a recovery link's target; the view itself opens by the session's recovery
 * event.
 */
const UPDATE_PASSWORD = 'update-password';

/**
 * Reads which view the address asks for with its parameter `view`, or else a link of the app
 * through the router's state. The view 'update-password' needs a session: without one, the way to
 * it is another reset mail.
 */
export function requestedView(parameter: string | null, state: unknown): LoginView {
  if (parameter === UPDATE_PASSWORD) return 'forgot-password';
  const wanted = parameter ?? (state as { view?: unknown } | null)?.view;
  return VIEWS.find((view) => view === wanted) ?? 'sign-in';
}

/** Checks whether the address is the target of a recovery link. */
export function isRecoveryTarget(parameter: string | null): boolean {
  return parameter === UPDATE_PASSWORD;
}

/** The rest of the router's state, whatever another page or an older release has put there. */
export function requestedDetails(state: unknown): Omit<ViewState, 'view'> {
  const { email, codePurpose } = (state ?? {}) as { email?: unknown; codePurpose?: unknown };
  return {
    email: typeof email === 'string' ? email : '',
    codePurpose: CODE_PURPOSES.find((purpose) => purpose === codePurpose) ?? 'email',
  };
}

/**
 * @returns the query of the login page's address for a view; it drops what a mailed link has left
 * there.
 */
export function viewSearch(view: LoginView, redirect: string | null): string {
  const query = new URLSearchParams();
  if (view !== 'sign-in') query.set('view', view);
  if (redirect) query.set('redirect', redirect);
  return query.toString();
}

/**
 * The target of a confirmation mail's link (specification 2.3): the site's origin, or the login
 * page with the redirect parameter.
 * @param redirect a path already made safe, or null.
 */
export function confirmationUrl(origin: string, redirect: string | null): string {
  return redirect ? `${origin}${loginPath(redirect)}` : origin;
}

/** The target of the link in a code's mail, for users who open it. */
export function codeTarget(purpose: CodePurpose, origin: string, redirect: string | null): string {
  return purpose === 'recovery' ? recoveryUrl(origin, redirect) : confirmationUrl(origin, redirect);
}

/** The target of a reset mail's link: the login page, which opens the update-password view. */
export function recoveryUrl(origin: string, redirect: string | null): string {
  const query = new URLSearchParams({ view: UPDATE_PASSWORD, ...(redirect ? { redirect } : {}) });
  return `${origin}${LOGIN_PATH}?${query}`;
}
