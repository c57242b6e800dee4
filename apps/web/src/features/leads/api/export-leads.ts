import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { meaningOfAnswer } from '../../../lib/answer-meaning.ts';
import type { LeadExport, LeadExportFormat, LeadExportScope } from '../../../lib/database-types.ts';
import { newId } from '../../../lib/new-id.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { retryDelayMs } from '../../../lib/retry-delay.ts';
import { type Supabase, useSupabase } from '../../../lib/supabase.ts';
import { type LeadFilters, type ListedLead, NO_FILTERS } from '../model/lead-filters.ts';
import { filteredLeads } from './get-leads.ts';

/** Leads of an export that are read at once. */
const PAGE = 500;

/** Attempts to record an export whose file is ready. */
const RECORD_ATTEMPTS = 4;

/** Lines of the record that are shown. */
const RECORDED = 20;

/** The record of exports, newest first. */
export function useLeadExports(ownerId: string) {
  const supabase = useSupabase();
  return useQuery(
    queryOptions({
      queryKey: queryKeys.leads.exports(ownerId),
      queryFn: async (): Promise<LeadExport[]> => {
        const { data } = await supabase
          .from('lead_exports')
          .select('*')
          .order('created_at', { ascending: false })
          .order('id')
          .limit(RECORDED)
          .throwOnError();
        return data;
      },
    }),
  );
}

/** When the newest lead had changed that an export of all, or of all that was new, has taken; null before the first. */
export function useExportedUntil(ownerId: string) {
  const supabase = useSupabase();
  return useQuery(
    queryOptions({
      queryKey: [...queryKeys.leads.exports(ownerId), 'until'],
      queryFn: async (): Promise<string | null> => {
        const { data } = await supabase
          .from('lead_exports')
          .select('read_until')
          .in('scope', ['all', 'new'])
          .order('read_until', { ascending: false })
          .limit(1)
          .maybeSingle()
          .throwOnError();
        return data?.read_until ?? null;
      },
    }),
  );
}

type RecordedExport = Pick<LeadExport, 'id' | 'owner_id' | 'format' | 'scope' | 'people' | 'read_until'>;

export interface ExportRequest {
  format: LeadExportFormat;
  scope: LeadExportScope;
  /** What the list shows, for the scope 'found'. */
  filters: LeadFilters;
  since: string | null;
  /** Makes the file of the pages. */
  write(pages: AsyncIterable<readonly ListedLead[]>): Promise<Blob>;
}

/**
 * Reads leads in pages and makes a file of them. It is handed out only once it stands in the record of exports.
 * @returns null when there is nobody to export
 */
export function useExportLeads(ownerId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ format, scope, filters, since, write }: ExportRequest) => {
      const wanted = scope === 'found' ? filters : { ...NO_FILTERS, fresh: scope === 'new' };
      const seen = { people: 0, until: '' };
      const file = await write(leadPages(supabase, wanted, since, seen));
      if (seen.people === 0) return null;
      await record(supabase, {
        id: newId(),
        owner_id: ownerId,
        format,
        scope,
        people: seen.people,
        read_until: seen.until,
      });
      return { file, people: seen.people };
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.leads.exports(ownerId) }),
  });
}

/**
 * Records an export. An answer that gets lost must not make the file's people old without a file: it is asked for again, and an id
 * that stands there already was ours.
 */
async function record(supabase: Supabase, line: RecordedExport): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { error, status } = await supabase.from('lead_exports').insert(line);
    const meaning = meaningOfAnswer(status, error?.code);
    if (meaning === 'accepted' || meaning === 'duplicate') return;
    if (meaning === 'refused' || attempt === RECORD_ATTEMPTS) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs(attempt)));
  }
}

/**
 * Reads leads page by page in the order of their last change, so that none is missed. One that changes meanwhile comes again at the
 * end; it is in the file as it was, and what has changed is left for the next export.
 * @param seen gets how many people there were, and up to which change all of them are in the file
 */
async function* leadPages(
  supabase: Supabase,
  filters: LeadFilters,
  since: string | null,
  seen: { people: number; until: string },
): AsyncGenerator<ListedLead[]> {
  const ids = new Set<string>();
  let last: ListedLead | undefined;
  let repeated = false;
  do {
    let query = filteredLeads(supabase, filters, since);
    if (last) {
      const { changed_at: at, person_id: id } = last;
      query = query.or(`changed_at.gt."${at}",and(changed_at.eq."${at}",person_id.gt.${id})`);
    }
    const { data } = await query.order('changed_at').order('person_id').limit(PAGE).throwOnError();
    const fresh: ListedLead[] = [];
    for (const lead of data) {
      repeated ||= ids.has(lead.person_id);
      if (!repeated) seen.until = lead.changed_at;
      if (!ids.has(lead.person_id)) fresh.push(lead);
      ids.add(lead.person_id);
    }
    last = data.at(-1);
    seen.people = ids.size;
    if (fresh.length > 0) yield fresh;
  } while (last);
}
