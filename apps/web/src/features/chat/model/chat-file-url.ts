import type { Supabase } from '@/shared/api/supabase.ts';
import { CHAT_FILES_BUCKET } from './chat-file.ts';

/**
 * The lifetime of a signed address of a chat's file, in s: longer than a voice message takes. The
 * server allows an hour by default (STORAGE_SIGNED_URL_MAX_SECONDS).
 */
const SIGNED_FOR_S = 10 * 60;

/**
 * @param path in the bucket, `<session_id>/<name>`.
 * @param downloadAs name under which the browser saves the file; without it the browser may show
 * the file itself.
 * @returns an address of the file, valid for ten minutes. @throws when the file does not exist
 */
export async function signChatFile(supabase: Supabase, path: string, downloadAs?: string): Promise<string> {
  const storage = await supabase.storage();
  const { data, error } = await storage.from(CHAT_FILES_BUCKET).createSignedUrl(path, SIGNED_FOR_S);
  if (error) throw error;
  if (downloadAs === undefined) return data.signedUrl;
  // The client's own option encodes names in other scripts twice.
  const url = new URL(data.signedUrl);
  url.searchParams.set('download', downloadAs);
  return url.href;
}
