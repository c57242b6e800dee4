import { useMemo, useSyncExternalStore } from 'react';
import { useSupabase } from '@/shared/api/supabase.ts';
import { startScanning } from '../api/scan-runtime.ts';
import type { ScanQueue, ScanQueueState } from '../model/scan-queue.ts';

/** The running queue of a profile's scans, and its entries. */
export function useScanQueue(ownerId: string): { queue: ScanQueue; state: ScanQueueState } {
  const supabase = useSupabase();
  const queue = useMemo(() => startScanning(supabase, ownerId), [supabase, ownerId]);
  return { queue, state: useSyncExternalStore(queue.subscribe, queue.get) };
}
