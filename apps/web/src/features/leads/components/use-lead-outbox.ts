import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { useSupabase } from '@/shared/api/supabase.ts';
import { startLeads } from '../api/lead-runtime.ts';
import type { LeadOutbox, PendingLeads } from '../model/lead-outbox.ts';

/** The running outbox of lead notes, and its pending changes. */
export function useLeadOutbox(ownerId: string): { outbox: LeadOutbox; pending: PendingLeads } {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const outbox = useMemo(() => startLeads(supabase, queryClient, ownerId), [supabase, queryClient, ownerId]);
  return { outbox, pending: useSyncExternalStore(outbox.subscribe, outbox.get) };
}
