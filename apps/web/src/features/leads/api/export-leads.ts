import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { exportQueue } from '@/entities/export/export-queue.ts';
import type { LeadExport, LeadExportFormat, LeadExportScope } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { useQueue } from '@/shared/offline/define-queue.ts';
import { type LeadFilters, type ListedLead, NO_FILTERS } from '../model/lead-filters.ts';
import { filteredLeads } from './get-leads.ts';

/** Leads of an export that are read at once. */
const PAGE = 500;

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

/**
 * When the newest lead had changed that an export of all, or of all that was new, has taken; null
 * before the first.
 */
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

export interface ExportRequest {
  format: LeadExportFormat;
  scope: LeadExportScope;
  /** The filters of the list, for the scope 'found'. */
  filters: LeadFilters;
  since: string | null;
  /** The leads known to this device, used while the server is unreachable. */
  onDevice: readonly ListedLead[] | null;
  /** Creates the file from the pages. */
  write(pages: AsyncIterable<readonly ListedLead[]>): Promise<Blob>;
}

/**
 * Reads leads in pages and makes a file of them. The file is handed out only once the export is
 * recorded, or stored on this device to be recorded. An export made offline is recorded as a
 * search: the device may not know all leads, and those must stay new for the next export.
 * @param profileId the user's, on whose device the record may wait
 * @param ownerId the booth's
 * @returns null when there are no leads to export
 */
export function useExportLeads(profileId: string, ownerId: string) {
  const supabase = useSupabase();
  const outbox = useQueue(exportQueue, profileId);
  return useMutation({
    // The network decides nothing here.
    networkMode: 'always',
    mutationFn: async ({ format, scope, filters, since, onDevice, write }: ExportRequest) => {
      const wanted = scope === 'found' ? filters : { ...NO_FILTERS, fresh: scope === 'new' };
      const seen = { people: 0, until: '' };
      const file = await write(
        onDevice ? devicePages(onDevice, seen) : leadPages(supabase, wanted, since, seen),
      );
      if (seen.people === 0) return null;
      const outcome = await outbox.record({
        table: 'lead_exports',
        line: {
          id: newId(),
          owner_id: ownerId,
          format,
          scope: onDevice ? 'found' : scope,
          people: seen.people,
          read_until: seen.until,
        },
      });
      return { file, people: seen.people, waits: outcome === 'waiting' };
    },
  });
}

/** @param seen as for {@link leadPages} */
async function* devicePages(
  leads: readonly ListedLead[],
  seen: { people: number; until: string },
): AsyncGenerator<readonly ListedLead[]> {
  seen.people = leads.length;
  for (const { changed_at: at } of leads) if (at > seen.until) seen.until = at;
  if (leads.length > 0) yield leads;
}

/**
 * Reads leads page by page in the order of their last change, so that none is missed. A lead that
 * changes during the export comes again at the end: the file keeps the first version, and the next
 * export gets the change.
 * @param seen receives the number of people, and the change up to which the file is complete
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
