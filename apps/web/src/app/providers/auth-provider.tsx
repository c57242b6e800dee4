import { logoutDecision } from '@dragoman/domain/navigation/guard';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Profile } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { authCallbackParams } from '@/shared/auth/auth-callback-params.ts';
import { type Auth, AuthContext, type AuthState } from '@/shared/auth/auth-context.ts';
import { hadSession, readStoredSession } from '@/shared/auth/stored-session.ts';
import { clearFormDrafts } from '@/shared/offline/draft-storage.ts';
import { useNotify } from '@/shared/toast/notices.ts';
import { useEndedSession } from '../ended-session/use-ended-session.tsx';
import { useUnsavedChangesDialog } from '../ended-session/use-unsaved-changes-dialog.tsx';
import { RecordDeviceOwner } from './record-device-owner.tsx';
import { restoreBeforeRender } from './restore-before-render.ts';
import { SyncLanguage } from './sync-language.tsx';
import { trackSession } from './track-session.ts';
import { useQueryPersister } from './use-query-persister.ts';

/**
 * Without a stored session, and without a link that may bring one, the app starts as signed out.
 * The server renders this state.
 */
function stateAtStart(): AuthState {
  // If the client has found the session ended in the meantime, its event reports that.
  const expected =
    typeof window !== 'undefined' &&
    (hadSession || readStoredSession() !== null || authCallbackParams(window.location) !== null);
  return expected ? { status: 'loading' } : { status: 'signed-out', ended: false };
}

// Loaded at logout only, so that no page waits for it at the start.
const loadForgetting = () => import('@/entities/unsaved-work/clear-local-data.ts');

/** Follows the client's auth events, keeps the query cache to one user, and signs out. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const notify = useNotify();
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const [state, setState] = useState(stateAtStart);
  const leaving = useRef(false);
  const kept = useQueryPersister();
  const { mayForget: confirmLogout, dialog } = useUnsavedChangesDialog();
  const { settle, dialog: endedDialog } = useEndedSession();

  useEffect(() => {
    let lastUser: string | undefined;
    const notify = restoreBeforeRender({
      changeUser(next, before) {
        // Typed text is kept until the same user signs in again, and deleted before another user
        // does.
        if (next && lastUser && next !== lastUser) clearFormDrafts();
        lastUser = next ?? before;
        // Nothing that one user read may be shown to the next one on this device.
        if (before) queryClient.clear();
        return kept.changeUser(next);
      },
      show(state) {
        if (!leaving.current) setState(state);
      },
    });
    return trackSession(supabase.auth, (next) => {
      if (leaving.current) return;
      // Before the cache is cleared.
      if (next.status === 'signed-out') void settle(lastUser !== undefined);
      notify(next);
    });
  }, [supabase, queryClient, kept, settle]);

  const signOut = useCallback(async () => {
    const before = state;
    const user = before.status === 'signed-in' ? before.user : null;
    const profileId = queryClient.getQueryData<Profile | null>(queryKeys.profile(user?.id ?? ''))?.id;
    let forgetting: Awaited<ReturnType<typeof loadForgetting>>;
    try {
      // The user is signed out only once their local data can be deleted.
      forgetting = await loadForgetting();
      if (!(await confirmLogout(profileId, user?.is_anonymous === true))) return;
    } catch {
      // The code did not load: probably the network is down, and then signing out would fail too.
      notify('logout-failed');
      return;
    }
    leaving.current = true;
    // At once, however fast the answer is: a menu that is open closes whether or not it fails.
    flushSync(() => setState({ status: 'leaving' }));
    // A session without the second factor must not end sessions that have proved it.
    const scope = before.status === 'second-factor' ? 'local' : 'global';
    const { error } = await supabase.auth.signOut({ scope });
    const decision = logoutDecision(error ? 'failed' : 'signed-out');
    if (decision.kind === 'go') {
      kept.stop();
      await forgetting.clearLocalData(profileId);
      window.location.replace(decision.to);
      return;
    }
    leaving.current = false;
    setState(before);
    if (decision.kind === 'show' && decision.notice) notify(decision.notice);
  }, [supabase, queryClient, state, notify, kept, confirmLogout]);

  const leave = useCallback(async () => {
    const user = state.status === 'signed-in' ? state.user : null;
    const profileId = queryClient.getQueryData<Profile | null>(queryKeys.profile(user?.id ?? ''))?.id;
    // The account is deleted even if the code cannot be loaded.
    const forgetting = loadForgetting().catch(() => undefined);
    leaving.current = true;
    setState({ status: 'leaving' });
    // The server knows no such session any more; the other tabs of this browser hear of it.
    await supabase.auth.signOut({ scope: 'local' }).catch(() => undefined);
    kept.stop();
    await (await forgetting)?.clearDeletedAccount(profileId);
    window.location.replace('/');
  }, [supabase, queryClient, state, kept]);

  const auth = useMemo<Auth>(() => ({ state, signOut, leave }), [state, signOut, leave]);
  return (
    <AuthContext value={auth}>
      <SyncLanguage />
      <RecordDeviceOwner />
      {children}
      {dialog}
      {endedDialog}
    </AuthContext>
  );
}
