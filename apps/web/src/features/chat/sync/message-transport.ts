import { thumbnailPath } from '@dragoman/domain/chat-attachments';
import { classifyResponse } from '@/shared/api/classify-response.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import {
  type Attachment,
  type CopiedFile,
  entryType,
  fileColumns,
  type OutboxEntry,
} from '../model/outbox-entry.ts';
import { delayReason, refusalReason, type SendResult } from '../model/send-result.ts';
import type {
  AttachOutcome,
  MadeTranslation,
  TranslationRequest,
} from '../translation/outgoing-translations.ts';
import { copyToChat, type UploadOutcome, type UploadWatch, uploadChatFile } from './upload-chat-file.ts';

/** Time limit of an attempt; the next one has the same id. */
const ATTEMPT_TIMEOUT_MS = 15_000;
/** As supabase/schemas/09_messages.sql raises it. */
const NO_QUOTED_MESSAGE = '23503';

/**
 * Makes one attempt to send a message. It uploads a voice message's recording, and a picture or
 * file, first, so that the reader can open it; after a picture its thumbnail. A file of the catalogue
 * is copied instead. Never rejects.
 * @param isWanted whether the writer still wants it sent; asked after the upload
 */
export async function sendMessage(
  supabase: Supabase,
  entry: OutboxEntry,
  translation: MadeTranslation | null,
  watch: UploadWatch,
  isWanted: () => Promise<boolean>,
): Promise<SendResult> {
  const { recording, attachment } = entry;
  const file = recording ? { ...recording, content: recording.audio } : attachment;
  if (file) {
    const upload = await uploadChatFile(supabase, entry.content, file, watch);
    if (upload !== 'stored') return upload;
    const thumbnail = attachment && (await uploadThumbnail(supabase, entry.content, attachment, watch));
    // A reader without a thumbnail loads the picture: a refused one holds nothing up.
    if (thumbnail && thumbnail !== 'stored' && thumbnail.kind !== 'refused') return thumbnail;
  }
  if (entry.copied) {
    const copy = await copyFile(supabase, entry.content, entry.copied);
    if (copy !== 'stored') return copy;
  }
  // Another tab may have taken it back meanwhile.
  if ((file || entry.copied) && !(await isWanted())) return { kind: 'cancelled' };
  if (entry.saidBy) {
    const opened = await openChat(supabase, entry);
    if (opened !== 'open') return opened;
  }
  return insertMessage(supabase, entry, translation);
}

/** One attempt to store a small copy of a picture beside it, if it is large. Never rejects. */
async function uploadThumbnail(
  supabase: Supabase,
  picturePath: string,
  picture: Attachment,
  watch: UploadWatch,
): Promise<UploadOutcome> {
  const path = thumbnailPath(picturePath, picture.content.size);
  if (path === null) return 'stored';
  const thumbnail = await import('@/entities/attachment/thumbnail.ts')
    .then(({ makeThumbnail }) => makeThumbnail(picture.content))
    .catch(() => null);
  if (!thumbnail) return 'stored';
  // The progress of the picture is what its sender sees.
  return uploadChatFile(supabase, path, { content: thumbnail }, { ...watch, onProgress() {} });
}

/** One attempt to copy a file of the catalogue, and the thumbnail of a picture. Never rejects. */
async function copyFile(supabase: Supabase, path: string, file: CopiedFile): Promise<UploadOutcome> {
  const from = thumbnailPath(file.from, file.bytes);
  const to = thumbnailPath(path, file.bytes);
  const copies = [copyToChat(supabase, file.from, path)];
  if (from && to) copies.push(copyToChat(supabase, from, to));
  const [copy = 'stored', thumbnail = 'stored'] = await Promise.all(copies);
  // As with an uploaded picture, a thumbnail that is not there holds nothing up.
  return copy === 'stored' && thumbnail !== 'stored' && thumbnail.kind === 'unreachable' ? thumbnail : copy;
}

/** Chats of conversations face to face that this page has opened. */
const openedChats = new Set<string>();

/** One attempt to open the chat of a conversation face to face, which its first line does. */
async function openChat(
  supabase: Supabase,
  { sessionId: chatId, senderId }: OutboxEntry,
): Promise<'open' | SendResult> {
  if (openedChats.has(chatId)) return 'open';
  // The chat belongs to the booth at which its writer works (docs/adr/0083-booth-teams.md).
  const booth = await supabase.rpc('my_booth').abortSignal(AbortSignal.timeout(ATTEMPT_TIMEOUT_MS));
  if (booth.error) {
    // A guess would be refused for good where the writer works at another's booth.
    if (booth.status === 401) await renewToken(supabase);
    return { kind: 'unreachable' };
  }
  const { error, status } = await supabase
    .from('sessions')
    .insert({ id: chatId, vendor_id: booth.data?.id ?? senderId, status: 'active' })
    .abortSignal(AbortSignal.timeout(ATTEMPT_TIMEOUT_MS));
  const result = classifyResponse(status, error?.code);
  if (result === 'accepted' || result === 'duplicate') {
    openedChats.add(chatId);
    return 'open';
  }
  if (result === 'refused') return { kind: 'refused' };
  if (status === 401) await renewToken(supabase);
  return { kind: 'unreachable' };
}

/** One attempt to put a message into the database (specification 7.4). */
async function insertMessage(
  supabase: Supabase,
  entry: OutboxEntry,
  translation: MadeTranslation | null,
): Promise<SendResult> {
  const { data, error, status } = await supabase
    .from('messages')
    .insert({
      id: entry.id,
      session_id: entry.sessionId,
      sender_id: entry.senderId,
      content: entry.content,
      translated_content: translation?.text ?? null,
      ...(translation && providerOf(translation)),
      type: entryType(entry),
      ...(entry.recording && { duration_ms: entry.recording.durationMs }),
      ...fileColumns(entry),
      ...(entry.product && { product: entry.product }),
      ...(entry.replyTo && { reply_to: entry.replyTo }),
      ...(entry.saidBy && { said_by: entry.saidBy }),
      source_language: entry.sourceLanguage,
      // Kept without a translation, too: it says that one is meant to come.
      target_language: entry.targetLanguage,
    })
    .select()
    .abortSignal(AbortSignal.timeout(ATTEMPT_TIMEOUT_MS))
    .single();
  // The quoted message is gone, or was never sent: the words still are.
  if (entry.replyTo && error?.code === NO_QUOTED_MESSAGE) {
    const { replyTo: _, ...plain } = entry;
    return insertMessage(supabase, plain, translation);
  }
  switch (classifyResponse(status, error?.code)) {
    case 'accepted':
      return data ? { kind: 'accepted', row: data } : { kind: 'unreachable' };
    case 'duplicate':
      return readSent(supabase, entry.id);
    case 'refused': {
      const reason = refusalReason(error?.code, error?.details);
      return reason ? { kind: 'refused', reason } : { kind: 'refused' };
    }
    case 'unreachable': {
      if (status === 401) await renewToken(supabase);
      const reason = delayReason(error?.code);
      return reason ? { kind: 'unreachable', reason } : { kind: 'unreachable' };
    }
  }
}

/** The row that an earlier attempt has made, whose answer was lost. */
async function readSent(supabase: Supabase, id: string): Promise<SendResult> {
  const { data, error } = await supabase
    .from('messages')
    .select()
    .eq('id', id)
    .abortSignal(AbortSignal.timeout(ATTEMPT_TIMEOUT_MS))
    .maybeSingle();
  if (error) return { kind: 'unreachable' };
  // An id that exists and cannot be read belongs to another user.
  return data ? { kind: 'accepted', row: data } : { kind: 'refused' };
}

/**
 * The client renews tokens in time by its own clock; when that clock is wrong, the server's 401 is
 * what tells.
 */
async function renewToken(supabase: Supabase): Promise<void> {
  const { data } = await supabase.auth.getSession();
  if (data.session) await supabase.auth.refreshSession();
}

/**
 * Writes a translation to the user's own message. Never rejects.
 * @param onRow receives the changed row.
 */
export function attachTranslation(
  supabase: Supabase,
  request: TranslationRequest,
  translation: MadeTranslation,
  onRow: (row: ChatMessage) => void,
): Promise<AttachOutcome> {
  return attach(
    supabase,
    request.id,
    {
      translated_content: translation.text,
      target_language: request.target,
      ...providerOf(translation),
    },
    onRow,
  );
}

/** The database keeps the name of the engine only where the server noted that it made the text. */
function providerOf({ engine: provider }: MadeTranslation): { translation_engine?: string } {
  return provider ? { translation_engine: provider } : {};
}

/** Writes a transcript to the user's own voice message; otherwise the same. */
export function attachTranscript(
  supabase: Supabase,
  id: string,
  transcript: string,
  onRow: (row: ChatMessage) => void,
): Promise<AttachOutcome> {
  return attach(supabase, id, { transcript }, onRow);
}

async function attach(
  supabase: Supabase,
  id: string,
  columns: Partial<
    Pick<ChatMessage, 'transcript' | 'translated_content' | 'target_language' | 'translation_engine'>
  >,
  onRow: (row: ChatMessage) => void,
): Promise<AttachOutcome> {
  const { data, error, status } = await supabase
    .from('messages')
    .update(columns)
    .eq('id', id)
    .select()
    .abortSignal(AbortSignal.timeout(ATTEMPT_TIMEOUT_MS))
    .maybeSingle();
  if (data) {
    onRow(data);
    return 'attached';
  }
  return error && classifyResponse(status, error.code) === 'unreachable' ? 'unreachable' : 'refused';
}
