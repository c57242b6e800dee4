import { playedType } from '@dragoman/domain/voice-messages';
import type { Supabase } from '@/shared/api/supabase.ts';
import { signChatFile } from '../model/chat-file-url.ts';
import { downloadRecording } from './chat-recording.ts';

/** A recording is sent over a fair's Wi-Fi twice: to the server, and from it. */
const TIMEOUT_MS = 60_000;

/**
 * Finds an address that this browser can play. Safari on iOS before 17.4 plays no WebM, and some
 * browsers on Linux play no AAC: the server converts such a recording to WAV.
 * @param path in the bucket of the chat's files
 * @param canPlay answers whether the browser plays a media type
 * @returns a signed address, or one of a blob, which the caller revokes
 * @throws when the recording does not load or cannot be converted
 */
export async function playableRecording(
  supabase: Supabase,
  path: string,
  canPlay: (type: string) => boolean,
): Promise<string> {
  const type = playedType(path);
  if (type === undefined || canPlay(type)) return signChatFile(supabase, path);
  const body = await downloadRecording(supabase, path);
  const functions = await supabase.functions();
  const { data, error } = await functions.invoke<Blob>('convert-recording', { body, timeout: TIMEOUT_MS });
  if (error) throw error;
  return URL.createObjectURL(new Blob([data as Blob], { type: 'audio/wav' }));
}
