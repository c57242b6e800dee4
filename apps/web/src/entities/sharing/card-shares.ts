import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Party } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { containing } from '@/shared/format/text-filter.ts';
import { toast } from '@/shared/toast/toast.ts';
import { useProfile } from '../profile/profile-query.ts';
import type { CardField, ShareEntry } from './card-fields.ts';

/** A person who has the user's card, and the fields withheld from them. */
export interface CardHolder {
  withheld: CardField[];
  exchanged_at: string | null;
  person: Party;
}

export const HOLDERS_AT_ONCE = 20;
/** Length of one person's record; users do not read further back. */
const HISTORY_LENGTH = 100;

/** @param personId null for the default for future contacts */
function shareQuery(supabase: Supabase, me: string, personId: string | null) {
  return queryOptions({
    queryKey: queryKeys.shares.one(me, personId),
    queryFn: async (): Promise<CardField[]> => {
      const standard = supabase.from('card_share_defaults').select('withheld').maybeSingle().throwOnError();
      if (personId === null) return (await standard).data?.withheld ?? [];
      const own = supabase
        .from('card_shares')
        .select('withheld')
        .eq('viewer_id', personId)
        .maybeSingle()
        .throwOnError();
      // The default decides for a user without contacts.
      const [chosen, otherwise] = await Promise.all([own, standard]);
      return chosen.data?.withheld ?? otherwise.data?.withheld ?? [];
    },
  });
}

/** The fields that the user withholds from a person. */
export function useWithheld(personId: string | null) {
  const me = useProfile().data?.id ?? '';
  return useQuery({ ...shareQuery(useSupabase(), me, personId), enabled: me !== '' });
}

export interface ShareChoice {
  share?: CardField[];
  withhold?: CardField[];
}

/**
 * Shares fields with a person, or withdraws them. The choice shows at once and is reverted if
 * saving fails. It is not queued while offline, because the user must know whether a withdrawal
 * took effect.
 */
export function useChooseShare(personId: string | null) {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const me = useProfile().data?.id ?? '';
  const { queryKey } = shareQuery(supabase, me, personId);
  return useMutation({
    mutationFn: async ({ share = [], withhold = [] }: ShareChoice): Promise<CardField[]> => {
      const { data } = await supabase
        .rpc('share_card', { ...(personId !== null && { person: personId }), share, withhold })
        .throwOnError();
      return data;
    },
    networkMode: 'always',
    // Run in order: each response contains the state after its own change.
    scope: { id: `card-share:${personId}` },
    onMutate: async ({ share = [], withhold = [] }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey) ?? [];
      const others = before.filter((field) => !share.includes(field) && !withhold.includes(field));
      queryClient.setQueryData(queryKey, [...others, ...withhold]);
      return before;
    },
    // The response sets the state at once: refetching may have to wait for the network.
    onSuccess: (withheld) => queryClient.setQueryData(queryKey, withheld),
    onError: (_error, { share = [], withhold = [] }, before = []) => {
      const touched = [...share, ...withhold];
      queryClient.setQueryData(queryKey, (now = []) => [
        ...now.filter((field) => !touched.includes(field)),
        ...before.filter((field) => touched.includes(field)),
      ]);
      toast.error(t('common.error'), {
        description: t(navigator.onLine ? 'sharing.failed' : 'sharing.offline'),
      });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.shares.all(me) }),
  });
}

/**
 * Applies the user's default to all people who have their card. Resolves to the number of changed
 * people.
 */
export function useShareWithAll() {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const me = useProfile().data?.id ?? '';
  return useMutation({
    mutationFn: async () => (await supabase.rpc('share_card_with_all').throwOnError()).data,
    networkMode: 'always',
    // After the switches that are being saved.
    scope: { id: 'card-share:null' },
    onError: () =>
      toast.error(t('common.error'), {
        description: t(navigator.onLine ? 'sharing.failed' : 'sharing.offline'),
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.shares.all(me) }),
  });
}

/** The record of what the user shared with a person, or by default. */
export function useShareHistory(personId: string | null, wanted: boolean) {
  const supabase = useSupabase();
  const me = useProfile().data?.id ?? '';
  return useQuery({
    queryKey: queryKeys.shares.history(me, personId),
    queryFn: async (): Promise<ShareEntry[]> => {
      const all = supabase.from('card_share_history').select('id, reason, shared, withheld, created_at');
      const { data } = await (personId === null
        ? all.is('viewer_id', null)
        : all.or(`viewer_id.eq.${personId},reason.in.(everyone,filled)`)
      )
        .order('created_at', { ascending: false })
        .limit(HISTORY_LENGTH)
        .throwOnError();
      return data;
    },
    enabled: wanted && me !== '',
  });
}

/**
 * People who have the user's card, those met or chosen for last first.
 * @param search part of a name
 */
export function useCardHolders(search: string, limit: number) {
  const supabase = useSupabase();
  const me = useProfile().data?.id ?? '';
  return useQuery({
    queryKey: queryKeys.shares.holders(me, search, limit),
    queryFn: async (): Promise<{ rows: CardHolder[]; count: number }> => {
      const all = supabase
        .from('card_shares')
        .select(
          'withheld, exchanged_at, person:shared_profiles!viewer_id!inner(id, name, company, avatar_url)',
          {
            count: 'exact',
          },
        );
      const { operator, value } = containing(search);
      const named = search ? all.filter('person.name', `i${operator}`, value) : all;
      const { data, count } = await named
        .order('changed_at', { ascending: false })
        .order('exchanged_at', { ascending: false, nullsFirst: false })
        .order('viewer_id')
        .range(0, limit - 1)
        .throwOnError();
      return { rows: data, count: count ?? 0 };
    },
    placeholderData: keepPreviousData,
    enabled: me !== '',
  });
}
