import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { meaningOfAnswer } from '@/shared/api/answer-meaning.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { reachability } from '@/shared/api/reachability.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { tabLock } from '@/shared/async/tab-lock.ts';
import { exportsChannel } from '@/shared/offline/unsaved-work.ts';
import {
  createExportOutbox,
  type ExportOutbox,
  type ExportRecord,
  type RecordOutcome,
  type WaitingExport,
} from './export-outbox.ts';
import { exportStore } from './export-store.ts';

/** Longer than an attempt. */
const LOCK_PATIENCE_MS = 60_000;

let ending: ReturnType<typeof setTimeout> | undefined;

let running: { ownerId: string; supabase: Supabase; outbox: ExportOutbox } | undefined;

/** Starts sending somebody's records of exports, or returns the outbox that already runs: it outlives the pages of the app. */
export function startExportRecords(
  supabase: Supabase,
  queryClient: QueryClient,
  ownerId: string,
): ExportOutbox {
  clearTimeout(ending);
  if (running?.ownerId === ownerId && running.supabase === supabase) return running.outbox;
  running?.outbox.stop();
  const outbox = createOutbox(supabase, queryClient, ownerId);
  running = { ownerId, supabase, outbox };
  return outbox;
}

/** Ends sending: nobody is signed in any more. A start that follows at once, as between two pages, goes on with the same outbox. */
export function stopExportRecords(): void {
  clearTimeout(ending);
  ending = setTimeout(() => {
    running?.outbox.stop();
    running = undefined;
  });
}

/** The running outbox of the record of exports, and what waits in it. */
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
  const name = exportsChannel(ownerId);
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  const outbox = createExportOutbox({
    ownerId,
    store: exportStore(),
    now: () => Date.now(),
    online: () => reachability.get() === 'online',
    send: (record, exportedAt) => send(supabase, record, exportedAt),
    sleep,
    exclusively: tabLock(name, LOCK_PATIENCE_MS),
    onChange() {
      channel?.postMessage('stored');
      void queryClient.invalidateQueries({ queryKey: queryKeys.dataExports(ownerId) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.leads.exports(ownerId) });
    },
  });
  channel?.addEventListener('message', () => void outbox.reload());
  // Never removed: one outbox runs for as long as the page lives, and a stopped one ignores being woken.
  reachability.subscribe(() => {
    if (reachability.get() === 'online') outbox.wake();
  });
  void outbox.reload();
  return outbox;
}

/** An answer that got lost is asked for again: an id that stands there already was ours. */
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
  switch (meaningOfAnswer(status, error?.code)) {
    case 'accepted':
    case 'duplicate':
      return 'recorded';
    case 'refused':
      return 'refused';
    case 'unreachable':
      return [401, 408, 425, 429].includes(status) ? 'again' : 'unreachable';
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
