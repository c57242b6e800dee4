import type { Session } from '@supabase/auth-js';
import type { Supabase } from '@/shared/api/supabase.ts';
import { authCallbackParams } from '@/shared/auth/auth-callback-params.ts';
import { hadSession, readStoredSession } from '@/shared/auth/stored-session.ts';
import type { KnownAuth } from './restore-before-render.ts';
import { owesSecondFactor } from './second-factor.ts';

/**
 * The client may ask the server for a new token before it says anything; a page must not wait
 * longer than this, ms.
 */
const PATIENCE_MS = 2_500;

/**
 * Tracks the signed-in user. Without a network the client cannot renew a token that has run out,
 * and says that there is no session; the stored one is still the user's, so it counts until the
 * server refuses it.
 * @param onState is never told `loading`, nor `leaving`.
 * @returns a function that ends it.
 */
export function trackSession(auth: Supabase['auth'], onState: (state: KnownAuth) => void): () => void {
  let known = false;
  let ended = false;

  // The callback must not await the client: it runs inside the client's own lock.
  const { data } = auth.onAuthStateChange((event, given) => {
    const session = given ?? (event === 'SIGNED_OUT' ? null : readStoredSession());
    const isGone = event === 'SIGNED_OUT' || (event === 'INITIAL_SESSION' && hadSession);
    known = true;
    ended = !session && (ended || isGone);
    onState(session ? stateOf(session) : { status: 'signed-out', ended });
  });

  const timer = setTimeout(
    () => {
      const session = readStoredSession();
      // A link in the address may be about to sign another user in.
      if (known || !session || authCallbackParams(window.location) !== null) return;
      onState(stateOf(session));
    },
    navigator.onLine ? PATIENCE_MS : 0,
  );

  return () => {
    clearTimeout(timer);
    data.subscription.unsubscribe();
  };
}

function stateOf(session: Session): KnownAuth {
  const status = owesSecondFactor(session) ? 'second-factor' : 'signed-in';
  return { status, session, user: session.user };
}
