import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CardPerson } from '@/entities/card/contact-card.tsx';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { localDay } from '@/shared/format/local-day.ts';

/** A lead whose follow-up is due today or overdue. */
export type DueLead = CardPerson & { person_id: string; follow_up_on: string };

/** At most this many are shown; the leads page has all. */
const SHOWN = 4;

/**
 * The people whose follow-up day has come, the longest due first, and how many there are in all.
 */
export function useDueLeads(ownerId: string) {
  const supabase = useSupabase();
  const today = localDay();
  return useQuery(
    queryOptions({
      queryKey: queryKeys.leads.due(ownerId, today),
      queryFn: async () => {
        const { data, count } = await supabase
          .from('lead_list')
          .select(
            'person_id, follow_up_on, name, company, designation, email, phone, website, linkedin, whatsapp, wechat, avatar_url',
            { count: 'exact' },
          )
          .lte('follow_up_on', today)
          .not('status', 'in', '(won,lost)')
          .order('follow_up_on')
          .order('person_id')
          .limit(SHOWN)
          .throwOnError();
        return { people: data as DueLead[], count: count ?? data.length };
      },
    }),
  );
}
