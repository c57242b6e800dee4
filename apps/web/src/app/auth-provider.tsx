import { logoutDecision } from '@dragoman/domain/navigation';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Auth, AuthContext, type AuthState } from '../lib/auth-context.ts';
import { forgetBrowserState } from '../lib/forget-browser-state.ts';
import { useNotify } from '../lib/notices.ts';
import { useSupabase } from '../lib/supabase.ts';

/** Follows the client's auth events, keeps the query cache to one user, and signs out. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const notify = useNotify();
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const [state, setState] = useState<AuthState>({ status: 'loading' });
  const leaving = useRef(false);
  const userId = useRef<string | undefined>(undefined);

  useEffect(() => {
    // The callback must not await the client: it runs inside the client's own lock.
    const { data } = supabase.auth.onAuthStateChange((_event, session) => {
      if (leaving.current) return;
      if (userId.current !== session?.user.id) {
        // Nothing that one user read may be shown to the next one on this device.
        if (userId.current) queryClient.clear();
        userId.current = session?.user.id;
      }
      setState(session ? { status: 'signed-in', session, user: session.user } : { status: 'signed-out' });
    });
    return () => data.subscription.unsubscribe();
  }, [supabase, queryClient]);

  const signOut = useCallback(async () => {
    const before = state;
    leaving.current = true;
    setState({ status: 'leaving' });
    const { error } = await supabase.auth.signOut();
    const decision = logoutDecision(error ? 'failed' : 'signed-out');
    if (decision.kind === 'go') {
      forgetBrowserState();
      window.location.replace(decision.to);
      return;
    }
    leaving.current = false;
    setState(before);
    if (decision.kind === 'show' && decision.notice) notify(decision.notice);
  }, [supabase, state, notify]);

  const auth = useMemo<Auth>(() => ({ state, signOut }), [state, signOut]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}
