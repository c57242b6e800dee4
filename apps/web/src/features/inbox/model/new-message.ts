import { isLanguage } from '@dragoman/domain/languages';
import { isMessageType } from '@dragoman/domain/messages';
import type { NewMessage } from '../../../lib/session-summary.ts';

/** As much of a text as the list of chats keeps: what the view `session_summaries` gives. */
const PREVIEW_LENGTH = 160;

/** Reads a live row of messages. @returns null when it is none, or the server has left out a large text. */
export function readNewMessage(value: unknown): NewMessage | null {
  const row = value as Partial<NewMessage> | null;
  if (typeof row?.id !== 'string' || typeof row.session_id !== 'string') return null;
  if (typeof row.sender_id !== 'string' || typeof row.content !== 'string') return null;
  if (typeof row.created_at !== 'string' || Number.isNaN(Date.parse(row.created_at))) return null;
  return {
    id: row.id,
    session_id: row.session_id,
    sender_id: row.sender_id,
    type: isMessageType(row.type) ? row.type : 'text',
    created_at: row.created_at,
    content: preview(row.content),
    translated_content: typeof row.translated_content === 'string' ? preview(row.translated_content) : null,
    source_language: isLanguage(row.source_language) ? row.source_language : null,
    target_language: isLanguage(row.target_language) ? row.target_language : null,
  };
}

function preview(text: string): string {
  // By code points, as the database counts: an emoji must not be cut in half.
  return text.length > PREVIEW_LENGTH ? Array.from(text).slice(0, PREVIEW_LENGTH).join('') : text;
}
