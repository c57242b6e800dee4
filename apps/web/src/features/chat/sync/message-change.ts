import { readMessageRow } from '@/entities/chat/message-row.ts';
import type { MessageChange } from '../model/message-history.ts';

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
 * @returns null when the change cannot be read (the server may leave out rows that are too large or
 * not permitted): the caller then has to read the chat again.
 */
export function readMessageChange(payload: ChangePayload): MessageChange | null {
  const committedAt = Date.parse(payload.commit_timestamp) || 0;
  if (payload.eventType === 'DELETE') {
    const id = (payload.old as { id?: unknown } | null)?.id;
    return typeof id === 'string' ? { kind: 'delete', id, committedAt } : null;
  }
  if (Array.isArray(payload.errors) && payload.errors.length > 0) return null;
  const row = readMessageRow(payload.new);
  if (!row) return null;
  return { kind: payload.eventType === 'INSERT' ? 'insert' : 'update', row, committedAt };
}
