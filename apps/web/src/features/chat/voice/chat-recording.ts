import { bareType } from '@dragoman/domain/voice-messages';
import { quotaOf } from '@/shared/api/quota.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import { CHAT_FILES_BUCKET } from '../model/chat-file.ts';
import { signChatFile } from '../model/chat-file-url.ts';
import type { SendResult } from '../model/send-result.ts';

export type UploadOutcome = 'stored' | Exclude<SendResult, { kind: 'accepted' }>;

/**
 * Long enough for two minutes of speech over a crowded network; then the attempt counts as a
 * network error.
 */
const UPLOAD_TIMEOUT_MS = 60_000;

/** Browsers may keep it for an hour, but no longer than its signed address is good: the server sees to that. */
const CACHE_SECONDS = '3600';

/**
 * One attempt to put a recording into the bucket of the chat's files (specification 7.5). What an earlier attempt has stored, whose
 * answer was lost, counts as stored. Never rejects.
 */
export async function uploadRecording(supabase: Supabase, path: string, audio: Blob): Promise<UploadOutcome> {
  const timeout = new Promise<UploadOutcome>((resolve) =>
    setTimeout(resolve, UPLOAD_TIMEOUT_MS, { kind: 'unreachable' } as const),
  );
  return Promise.race([
    upload(supabase, path, audio).catch((): UploadOutcome => ({ kind: 'unreachable' })),
    timeout,
  ]);
}

async function upload(supabase: Supabase, path: string, audio: Blob): Promise<UploadOutcome> {
  const storage = await supabase.storage();
  const { error } = await storage.from(CHAT_FILES_BUCKET).upload(path, audio, {
    cacheControl: CACHE_SECONDS,
    contentType: bareType(audio.type) || 'audio/webm',
  });
  if (!error) return 'stored';
  // By its fields: the class would bring all of the storage client into the chat's first code.
  const { statusCode, status } = error as { statusCode?: string; status?: number };
  const outcome = meaningOfRefusal(Number(statusCode) || status || 0);
  if (outcome === 'stored') return outcome;
  const quota = quotaOf(error);
  if (outcome === 'unreachable') {
    return quota === 'installation' ? { kind: outcome, reason: 'full' } : { kind: outcome };
  }
  return quota === 'files' ? { kind: outcome, reason: 'files-full' } : { kind: outcome };
}

/** @param status of the storage protocol, which is in the body; 0 when there was no answer. */
export function meaningOfRefusal(status: number): 'stored' | 'unreachable' | 'refused' {
  if (status === 409) return 'stored';
  const again = status === 0 || status >= 500 || [401, 408, 425, 429].includes(status);
  return again ? 'unreachable' : 'refused';
}

/** @returns a stored recording. @throws when it cannot be read. */
export async function downloadRecording(supabase: Supabase, path: string): Promise<Blob> {
  const response = await fetch(await signChatFile(supabase, path));
  if (!response.ok) throw new Error(`The recording answered ${response.status}`);
  return response.blob();
}
