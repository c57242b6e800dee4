import { useEffect } from 'react';
import { useProfile } from '@/entities/profile/profile-query.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { startScanning, stopScanning } from '../api/scan-runtime.ts';

/** Reads scans that a reload or a missing network has left waiting, on any page. Shows nothing. */
export function ScanStarter() {
  const supabase = useSupabase();
  const profileId = useProfile().data?.id;
  useEffect(() => {
    if (!profileId) return;
    startScanning(supabase, profileId);
    return stopScanning;
  }, [supabase, profileId]);
  return null;
}
