import type { NewMessage } from '@/entities/chat/chat-list-item.ts';
import { readMessageRow } from '@/entities/chat/message-row.ts';

/** The length of a preview in the list of chats: as in the view `chat_list`. */
const PREVIEW_LENGTH = 160;

/**
 * Reads a live row of messages. @returns null for anything else, or when the server has left out a
 * large text
 */
export function readNewMessage(value: unknown): NewMessage | null {
  const row = readMessageRow(value);
  if (!row) return null;
  const {
    content,
    translated_content: translated,
    transcript: words,
    duration_ms: _length,
    translation_engine: _engine,
    file_name: _name,
    file_size: _size,
    picture_width: _width,
    picture_height: _height,
    product: _product,
    ...rest
  } = row;
  return {
    ...rest,
    content: preview(content),
    ...(words && { transcript: preview(words) }),
    translated_content: translated === null ? null : preview(translated),
  };
}

function preview(text: string): string {
  // Cuts by code points, as the database counts: an emoji must not be cut in half.
  return text.length > PREVIEW_LENGTH ? Array.from(text).slice(0, PREVIEW_LENGTH).join('') : text;
}
