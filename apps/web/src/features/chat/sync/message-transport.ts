import { meaningOfAnswer } from '@/shared/api/answer-meaning.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import type { OutboxEntry } from '../model/outbox-entry.ts';
import { delayReason, refusalReason, type SendResult } from '../model/send-result.ts';
import type { AttachOutcome, MadeTranslation, TranslationRequest } from '../translation/translation-desk.ts';
import { uploadRecording } from '../voice/chat-recording.ts';

/** Time limit of an attempt; the next one has the same id. */
const ATTEMPT_TIMEOUT_MS = 15_000;

/**
 * Makes one attempt to send a message. It uploads a voice message's recording first, so that the
 * reader can hear it. Never rejects.
 */
export async function sendMessage(
  supabase: Supabase,
  entry: OutboxEntry,
  translation: MadeTranslation | null,
): Promise<SendResult> {
  if (entry.recording) {
    const upload = await uploadRecording(supabase, entry.content, entry.recording.audio);
    if (upload !== 'stored') return upload;
  }
  return insertMessage(supabase, entry, translation);
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
      ...(translation && engineOf(translation)),
      type: entry.recording ? 'audio' : 'text',
      ...(entry.recording && { duration_ms: entry.recording.durationMs }),
      source_language: entry.sourceLanguage,
      // Kept without a translation, too: it says that one is meant to come.
      target_language: entry.targetLanguage,
    })
    .select()
    .abortSignal(AbortSignal.timeout(ATTEMPT_TIMEOUT_MS))
    .single();
  switch (meaningOfAnswer(status, error?.code)) {
    case 'accepted':
      return data ? { kind: 'accepted', row: data } : { kind: 'unreachable' };
    case 'duplicate':
      return readSent(supabase, entry.id);
    case 'refused': {
      const reason = refusalReason(error?.code);
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

/** The client renews tokens in time by its own clock; when that clock is wrong, the server's 401 is what tells. */
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
      ...engineOf(translation),
    },
    onRow,
  );
}

/** The database keeps the name of the engine only where the server noted that it made the text. */
function engineOf({ engine }: MadeTranslation): { translation_engine?: string } {
  return engine ? { translation_engine: engine } : {};
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
  return error && meaningOfAnswer(status, error.code) === 'unreachable' ? 'unreachable' : 'refused';
}
