import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { classifyResponse } from '@/shared/api/classify-response.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { reachability } from '@/shared/api/reachability.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { indexedJobStore, jobStore } from '@/shared/offline/job-store.ts';
import { onlyOne, startJobQueue } from '@/shared/offline/start-job-queue.ts';
import {
  createExportOutbox,
  type ExportOutbox,
  type ExportRecord,
  type RecordOutcome,
  type WaitingExport,
} from './export-outbox.ts';

/** Longer than an attempt. */
const LOCK_PATIENCE_MS = 60_000;

const running = onlyOne<ExportOutbox>();

/**
 * Starts sending a user's records of exports, or returns the outbox that already runs: it outlives
 * the pages of the app.
 */
export function startExportRecords(
  supabase: Supabase,
  queryClient: QueryClient,
  ownerId: string,
): ExportOutbox {
  return running.start([ownerId, supabase], () => createOutbox(supabase, queryClient, ownerId));
}

/**
 * Ends sending: no user is signed in any more. Waiting entries are sent when their owner is back on
 * this device.
 */
export function stopExportRecords(): void {
  running.stop();
}

/** The running outbox of the record of exports, and its waiting entries. */
export function useExportRecords(ownerId: string): {
  outbox: ExportOutbox;
  waiting: readonly WaitingExport[];
} {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const outbox = useMemo(
    () => startExportRecords(supabase, queryClient, ownerId),
    [supabase, queryClient, ownerId],
  );
  return { outbox, waiting: useSyncExternalStore(outbox.subscribe, outbox.get) };
}

function createOutbox(supabase: Supabase, queryClient: QueryClient, ownerId: string): ExportOutbox {
  const updateLists = () => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.dataExports(ownerId) });
    void queryClient.invalidateQueries({ queryKey: queryKeys.leads.exports(ownerId) });
  };
  return createExportOutbox({
    start: (definition) =>
      startJobQueue('exports', ownerId, definition, {
        lockPatienceMs: LOCK_PATIENCE_MS,
        store: { ...jobStore('exports'), add: indexedJobStore('exports').add },
      }),
    online: () => reachability.get() === 'online',
    send: (record, exportedAt) => send(supabase, record, exportedAt),
    onRecorded: updateLists,
  });
}

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
