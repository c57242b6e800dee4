import type { Supabase } from '@/shared/api/supabase.ts';
import { deviceId } from './device-id.ts';

/**
 * Records that this device has opened a booth code: for the vendor's count, and so that its visitor
 * may still join if the code is replaced within the next half hour. The page does not wait for it.
 */
export async function recordBoothScan(supabase: Supabase, code: string): Promise<void> {
  try {
    await supabase.rpc('scan_booth_code', { code, device: deviceId() });
  } catch {
    // Without a network, say.
  }
}
