import { bareType } from '@dragoman/domain/voice-messages';
import { CATALOGUE_BUCKET } from '@/entities/catalogue/catalogue.ts';
import { quotaOf } from '@/shared/api/quota.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import { CHAT_FILES_BUCKET } from '../model/chat-file.ts';
import type { RefusalReason, SendResult } from '../model/send-result.ts';

export type UploadOutcome = 'stored' | Exclude<SendResult, { kind: 'accepted' }>;

/** A recording, picture or file that waits on this device. */
export interface ChatFile {
  content: Blob;
  /** The address at which an earlier attempt began. */
  uploadUrl?: string;
}

/** What the queue hears of an upload, and how it ends one. */
export interface UploadWatch {
  /** Keeps the address at which a later attempt goes on. */
  onUrl(url: string): void;
  /** @param share of the file that has left the device, 0 to 1 */
  onProgress(share: number): void;
  /** The writer has taken it back: the server may forget what it has of it. */
  signal: AbortSignal;
}

/**
 * Long enough for two minutes of speech over a crowded network; then the attempt counts as a
 * network error, and the next one goes on where it ended.
 */
const UPLOAD_TIMEOUT_MS = 60_000;

/** The server copies; no file travels. */
const COPY_TIMEOUT_MS = 15_000;

/**
 * Browsers may keep it for an hour, but no longer than its signed address is good: the server sees
 * to that.
 */
const CACHE_SECONDS = '3600';

/**
 * From so many bytes on an upload goes on where it was cut; a smaller one is sent again as a whole.
 */
const RESUMABLE_FROM = 300_000;

/**
 * One attempt to put a file into the bucket of the chat's files (specification 7.5). A file that an
 * earlier attempt stored, although its answer was lost, counts as stored. Never rejects.
 * @param path `<session>/<name>`
 */
export async function uploadChatFile(
  supabase: Supabase,
  path: string,
  file: ChatFile,
  watch: UploadWatch,
): Promise<UploadOutcome> {
  const ended = new Promise<UploadOutcome>((resolve) => {
    watch.signal.addEventListener('abort', () => resolve({ kind: 'cancelled' }));
  });
  return Promise.race([
    upload(supabase, path, file, watch).catch((): UploadOutcome => ({ kind: 'unreachable' })),
    unreachableAfter(UPLOAD_TIMEOUT_MS),
    ended,
  ]);
}

async function upload(
  supabase: Supabase,
  path: string,
  { content, uploadUrl }: ChatFile,
  watch: UploadWatch,
): Promise<UploadOutcome> {
  const contentType = bareType(content.type) || 'audio/webm';
  const { error } =
    content.size < RESUMABLE_FROM
      ? await (await supabase.storage())
          .from(CHAT_FILES_BUCKET)
          .upload(path, content, { cacheControl: CACHE_SECONDS, contentType })
      : await (await supabase.uploads()).upload(
          { bucket: CHAT_FILES_BUCKET, path, content, contentType, cacheControl: CACHE_SECONDS },
          {
            url: uploadUrl,
            onUrl: watch.onUrl,
            onProgress: watch.onProgress,
            signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
            cancelled: watch.signal,
          },
        );
  return error ? outcomeOf(error) : 'stored';
}

/**
 * One attempt to copy a file of the booth's catalogue into a chat; as {@link uploadChatFile}.
 * @param from path in the catalogue
 * @param path in the bucket of the chat's files
 */
export async function copyToChat(supabase: Supabase, from: string, path: string): Promise<UploadOutcome> {
  return Promise.race([
    copy(supabase, from, path).catch((): UploadOutcome => ({ kind: 'unreachable' })),
    unreachableAfter(COPY_TIMEOUT_MS),
  ]);
}

async function copy(supabase: Supabase, from: string, path: string): Promise<UploadOutcome> {
  const files = (await supabase.storage()).from(CATALOGUE_BUCKET);
  const { error } = await files.copy(from, path, { destinationBucket: CHAT_FILES_BUCKET });
  if (!error) return 'stored';
  const outcome = outcomeOf(error);
  const isGone = outcome !== 'stored' && outcome.kind === 'refused' && codeOf(error) === 404;
  return isGone ? { kind: 'refused', reason: 'item-gone' } : outcome;
}

/** Resolves after so many ms: the attempt counts as a network error. */
function unreachableAfter(ms: number): Promise<UploadOutcome> {
  return new Promise((resolve) => setTimeout(resolve, ms, { kind: 'unreachable' } as const));
}

/** @param error of the storage service, or no answer of it */
function outcomeOf(error: object): UploadOutcome {
  const code = codeOf(error);
  const outcome = classifyRefusal(code, (error as { message: string }).message);
  if (outcome === 'stored') return outcome;
  const quota = quotaOf(error);
  if (outcome === 'unreachable') {
    return quota === 'installation' ? { kind: outcome, reason: 'full' } : { kind: outcome };
  }
  const reason = quota === 'files' ? 'files-full' : REASONS[code];
  return reason ? { kind: outcome, reason } : { kind: outcome };
}

/** @returns the status in the body of an answer; 0 when there was no answer */
function codeOf(error: object): number {
  // Recognises the error by its fields: the class would bring all of the storage client into the
  // chat's first code.
  const { statusCode, status } = error as { statusCode?: string; status?: number };
  return Number(statusCode) || status || 0;
}

const REASONS: Readonly<Record<number, RefusalReason>> = { 413: 'file-size', 415: 'file-type' };

/**
 * @param status of the storage protocol, which is in the body; 0 when there was no answer
 * @param message tells a file that exists from a resumed upload that another request overtook
 */
export function classifyRefusal(status: number, message: string): 'stored' | 'unreachable' | 'refused' {
  if (status === 409) return /already exists/i.test(message) ? 'stored' : 'unreachable';
  const again = status === 0 || status >= 500 || [401, 408, 425, 429].includes(status);
  return again ? 'unreachable' : 'refused';
}
