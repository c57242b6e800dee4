import type { JoinTarget } from '@dragoman/domain/join-target';
import type { Language } from '@dragoman/domain/languages';
import { type GuestDetails, profileColumns } from '@dragoman/domain/profile-forms';
import { isAuthError, isAuthRetryableFetchError } from '@supabase/auth-js';
import { useQueryClient } from '@tanstack/react-query';
import type { ChatRow, Profile } from '@/shared/api/database-types.ts';
import { errorCode } from '@/shared/api/error-message.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';
import { joinTarget } from './join-chat.ts';

export interface Entrance {
  target: JoinTarget;
  details: GuestDetails;
  language: Language;
}

const UNIQUE_VIOLATION = '23505';

/** Another visitor has taken the chat; or the booth code is unknown, replaced or paused by now. */
const CHANGED = new Set([UNIQUE_VIOLATION, 'PT404', 'PT410', 'PT423']);

/** Signs up without an address; an earlier attempt's user is reused. @throws AuthError */
async function guestId(supabase: Supabase, language: Language): Promise<string> {
  const { data: known } = await supabase.auth.getSession();
  if (known.session?.user.is_anonymous) return known.session.user.id;
  const { data, error } = await supabase.auth.signInAnonymously({ options: { data: { language } } });
  if (error) throw error;
  if (!data.user) throw new Error('the sign-up gave no user');
  return data.user.id;
}

/**
 * Makes the guest a visitor with a name; a second attempt writes the latest input.
 * @throws PostgrestError
 */
async function saveGuest(supabase: Supabase, userId: string, entrance: Entrance): Promise<Profile> {
  const columns = {
    ...profileColumns(entrance.details),
    language: entrance.language,
    role: 'visitor',
    updated_at: new Date().toISOString(),
  } as const;
  const inserted = await supabase
    .from('profiles')
    .insert({ user_id: userId, ...columns })
    .select()
    .single();
  if (!inserted.error) return inserted.data;
  if (errorCode(inserted.error) !== UNIQUE_VIOLATION) throw inserted.error;
  const { data } = await supabase
    .from('profiles')
    .update(columns)
    .eq('user_id', userId)
    .select()
    .single()
    .throwOnError();
  return data;
}

/**
 * Only the last step, joining, failed. The guest is a visitor by now, so the page shows the join
 * button instead of the form.
 */
export class NotJoinedError extends Error {
  override readonly name = 'NotJoinedError';
}

/**
 * From a name to a joined session (docs/adr/0025). Steps before a failed one stay done, and the
 * next attempt continues from there.
 * @throws AuthError, PostgrestError, NotJoinedError with either as its cause
 */
export function useEnterAsGuest() {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: async (entrance: Entrance): Promise<ChatRow> => {
      const userId = await guestId(supabase, entrance.language);
      const profile = await saveGuest(supabase, userId, entrance);
      // The app has asked for it when the user appeared: that there was none must not be the last
      // word.
      await queryClient.cancelQueries({ queryKey: queryKeys.profile(userId) });
      queryClient.setQueryData(queryKeys.profile(userId), profile);
      try {
        return await joinTarget(supabase, entrance.target);
      } catch (error) {
        throw new NotJoinedError('Joining as a guest failed', { cause: error });
      }
    },
    networkMode: 'always',
    // The invitation may have changed in the meantime: the page decides on its present state.
    onError: (_error, { target }) =>
      queryClient.invalidateQueries({
        queryKey: target.kind === 'session' ? queryKeys.invites(target.id) : queryKeys.booths(target.code),
      }),
  });
}

/** Why a guest could not enter; the page itself reports that the invitation has `changed`. */
export type GuestProblem = 'closed' | 'busy' | 'changed' | 'unreachable' | 'failed';

/** @returns what an error of {@link useEnterAsGuest} means for the guest */
export function guestProblem(error: unknown): GuestProblem {
  if (error instanceof NotJoinedError) return guestProblem(error.cause);
  if (isAuthRetryableFetchError(error)) return 'unreachable';
  if (isAuthError(error)) return error.status === 429 ? 'busy' : error.status === 422 ? 'closed' : 'failed';
  const code = errorCode(error);
  if (code && CHANGED.has(code)) return 'changed';
  return code ? 'failed' : 'unreachable';
}
