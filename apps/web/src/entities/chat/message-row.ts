import { readProduct } from '@dragoman/domain/catalogue';
import { isLanguage } from '@dragoman/domain/languages';
import { isMessageType, isSaidBy } from '@dragoman/domain/messages';
import type { Message } from '@/shared/api/database-types.ts';

/**
 * Reads a row of `messages` from a live change. @returns null for anything else, or when the server
 * has left out a large text
 */
export function readMessageRow(value: unknown): Message | null {
  const row = value as Partial<Message> | null;
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
    transcript: typeof row.transcript === 'string' ? row.transcript : null,
    duration_ms: typeof row.duration_ms === 'number' ? row.duration_ms : null,
    source_language: isLanguage(row.source_language) ? row.source_language : null,
    target_language: isLanguage(row.target_language) ? row.target_language : null,
    translation_engine: typeof row.translation_engine === 'string' ? row.translation_engine : null,
    created_at: row.created_at,
    ...(row.is_reply === true && {
      is_reply: true,
      reply_to: typeof row.reply_to === 'string' ? row.reply_to : null,
    }),
    ...(row.product && { product: readProduct(row.product) }),
    ...(isSaidBy(row.said_by) && { said_by: row.said_by }),
    ...(row.type === 'file' && fileColumns(row)),
  };
}

function fileColumns(row: Partial<Message>) {
  return {
    file_name: typeof row.file_name === 'string' ? row.file_name : null,
    file_size: typeof row.file_size === 'number' ? row.file_size : null,
    picture_width: typeof row.picture_width === 'number' ? row.picture_width : null,
    picture_height: typeof row.picture_height === 'number' ? row.picture_height : null,
  };
}
