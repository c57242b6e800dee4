import type { Supabase } from '@/shared/api/supabase.ts';
import { deviceId } from './device-id.ts';

/**
 * Notes that this device has opened a booth code: for the vendor's count, and so that its visitor may still join should the code be
 * replaced in this half hour. Nobody waits for it, and nothing depends on it.
 */
export async function noteScan(supabase: Supabase, code: string): Promise<void> {
  try {
    await supabase.rpc('scan_booth_code', { code, device: deviceId() });
  } catch {
    // Without a network, say.
  }
}
