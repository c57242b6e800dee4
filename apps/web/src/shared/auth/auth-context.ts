import type { Viewer } from '@dragoman/domain/navigation/decision';
import type { Session as AuthSession, User } from '@supabase/auth-js';
import { createContext, use } from 'react';

/**
 * The signed-in state. `leaving` is the moment between pressing Logout and the page's reload, in
 * which guards must neither show protected content nor report that it is missing.
 */
export type AuthState =
  | { status: 'loading' }
  /** `ended`: this tab had a session, and it ended without Logout being pressed here. */
  | { status: 'signed-out'; ended: boolean }
  | { status: 'leaving' }
  /**
   * The password was right, and the account asks for its second factor as well: nothing of the user
   * is shown yet.
   */
  | { status: 'second-factor'; session: AuthSession; user: User }
  | { status: 'signed-in'; session: AuthSession; user: User };

export interface Auth {
  state: AuthState;
  /**
   * Signs out, forgets remembered targets and reloads at '/'; shows a toast and stays when that
   * fails.
   */
  signOut: () => Promise<void>;
  /** The account is no more: forgets the user in this browser and reloads at '/'. Never rejects. */
  leave: () => Promise<void>;
}

/**
 * @returns the state in the words of the navigation decisions; who owes a second factor is not
 * known yet.
 */
export function viewerAuth({ status }: AuthState): Viewer['auth'] {
  return status === 'second-factor' ? 'loading' : status;
}

export const AuthContext = createContext<Auth | null>(null);

/** @returns the auth state and the sign-out action. */
export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth needs the AuthProvider');
  return auth;
}

/** @returns the signed-in user, or null in every other state. */
export function useUser(): User | null {
  const { state } = useAuth();
  return state.status === 'signed-in' ? state.user : null;
}

/**
 * @returns whether who is signed in has no address yet: the account lives in this browser alone
 * (docs/adr/0025).
 */
export function useIsGuest(): boolean {
  return useUser()?.is_anonymous === true;
}
