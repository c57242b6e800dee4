import { classifyResponse } from '@/shared/api/classify-response.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { reachability } from '@/shared/api/reachability.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import { defineQueue } from '@/shared/offline/define-queue.ts';
import { indexedJobStore, jobStore } from '@/shared/offline/job-store.ts';
import { createExportOutbox, type ExportRecord, type RecordOutcome } from './export-outbox.ts';

/** Sends a user's records of exports. */
export const exportQueue = defineQueue(({ ownerId, supabase, queryClient, startJobs }) =>
  createExportOutbox({
    start: (definition) =>
      startJobs('exports', definition, {
        store: { ...jobStore('exports'), add: indexedJobStore('exports').add },
      }),
    online: () => reachability.get() === 'online',
    send: (record, exportedAt) => send(supabase, record, exportedAt),
    onRecorded() {
      void queryClient.invalidateQueries({ queryKey: queryKeys.dataExports(ownerId) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.leads.exports(ownerId) });
    },
  }),
);

/** An answer that got lost is asked for again: an id that exists already was ours. */
async function send(
  supabase: Supabase,
  { table, line }: ExportRecord,
  exportedAt: number | null,
): Promise<RecordOutcome> {
  const told = exportedAt === null ? {} : { exported_at: new Date(exportedAt).toISOString() };
  const { error, status } =
    table === 'data_exports'
      ? await supabase.from(table).insert({ ...line, ...told })
      : await supabase.from(table).insert({ ...line, ...told });
  switch (classifyResponse(status, error?.code)) {
    case 'accepted':
    case 'duplicate':
      return 'recorded';
    case 'refused':
      return 'refused';
    case 'unreachable':
      return [401, 408, 425, 429].includes(status) ? 'again' : 'unreachable';
  }
}
