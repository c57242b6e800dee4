import type { Supabase } from '@/shared/api/supabase.ts';
import { signChatFile } from '../model/chat-file-url.ts';

/** @returns a stored recording. @throws when it cannot be read. */
export async function downloadRecording(supabase: Supabase, path: string): Promise<Blob> {
  const response = await fetch(await signChatFile(supabase, path));
  if (!response.ok) throw new Error(`The recording answered ${response.status}`);
  return response.blob();
}
