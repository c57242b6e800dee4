import { isLanguage } from '@dragoman/domain/languages';
import { isMessageType } from '@dragoman/domain/messages';
import type { ChatMessage } from './chat-message.ts';
import type { MessageChange } from './thread.ts';

/** The parts of a realtime `postgres_changes` payload that matter here. */
export interface ChangePayload {
  eventType: string;
  commit_timestamp: string;
  new: unknown;
  old: unknown;
  errors?: unknown;
}

/**
 * Reads a live change of the messages table.
 * @returns null when the change cannot be read (the server may leave out rows that are too large or not permitted):
 * the caller then has to read the chat again.
 */
export function readMessageChange(payload: ChangePayload): MessageChange | null {
  const committedAt = Date.parse(payload.commit_timestamp) || 0;
  if (payload.eventType === 'DELETE') {
    const id = (payload.old as { id?: unknown } | null)?.id;
    return typeof id === 'string' ? { kind: 'delete', id, committedAt } : null;
  }
  if (Array.isArray(payload.errors) && payload.errors.length > 0) return null;
  const row = readRow(payload.new);
  if (!row) return null;
  return { kind: payload.eventType === 'INSERT' ? 'insert' : 'update', row, committedAt };
}

function readRow(value: unknown): ChatMessage | null {
  const row = value as Partial<ChatMessage> | null;
  if (typeof row?.id !== 'string' || typeof row.session_id !== 'string') return null;
  if (typeof row.sender_id !== 'string' || typeof row.content !== 'string') return null;
  if (typeof row.created_at !== 'string' || Number.isNaN(Date.parse(row.created_at))) return null;
  return {
    id: row.id,
    session_id: row.session_id,
    sender_id: row.sender_id,
    content: row.content,
    translated_content: typeof row.translated_content === 'string' ? row.translated_content : null,
    type: isMessageType(row.type) ? row.type : 'text',
    source_language: isLanguage(row.source_language) ? row.source_language : null,
    target_language: isLanguage(row.target_language) ? row.target_language : null,
    created_at: row.created_at,
  };
}
