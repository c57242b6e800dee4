import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSupabase } from '@/shared/api/supabase.ts';
import { useProfile } from '../profile/profile-query.ts';
import { startExportRecords, stopExportRecords } from './export-runtime.ts';

/**
 * Sends the records of exports that a missing network has left waiting, on whatever page their
 * owner is now. Shows nothing.
 */
export function ExportStarter() {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const profileId = useProfile().data?.id;
  useEffect(() => {
    if (!profileId) return;
    startExportRecords(supabase, queryClient, profileId);
    return stopExportRecords;
  }, [supabase, queryClient, profileId]);
  return null;
}
