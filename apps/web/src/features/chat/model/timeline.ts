import type { Activity } from '@/shared/offline/job-queue.ts';
import type { ChatMessage } from './chat-message.ts';
import { type Delivery, deliveryOf, type OutboxEntry } from './outbox-entry.ts';

/** One message of the list, with its separators and grouping. */
export interface TimelineRow {
  message: ChatMessage;
  delivery: Delivery['kind'];
  /** Whether a day of the reader's calendar begins with it. */
  startsDay: boolean;
  /** Whether it is the first of several by one person in a row. */
  startsRun: boolean;
  /** Whether the time is shown: of one person's messages within a minute, only on the last one. */
  showsTime: boolean;
}

/** Messages of one person farther apart than this do not belong together, in ms. */
const RUN_GAP_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

/**
 * The list that the chat shows: confirmed messages, then unconfirmed ones in order of writing. An unconfirmed message
 * that has come back already is shown once.
 * @param entries unconfirmed messages of this session.
 */
export function buildTimeline(
  messages: readonly ChatMessage[],
  entries: readonly OutboxEntry[],
  activity: Activity,
): TimelineRow[] {
  const rows: TimelineRow[] = [];
  for (const message of messages) push(rows, message, 'sent');
  if (entries.length > 0) {
    const confirmed = new Set(messages.map((message) => message.id));
    for (const entry of entries) {
      if (!confirmed.has(entry.id)) push(rows, asMessage(entry), deliveryOf(entry, activity).kind);
    }
  }
  return rows;
}

function push(rows: TimelineRow[], message: ChatMessage, delivery: Delivery['kind']): void {
  const above = rows.at(-1);
  const at = momentOf(message);
  const before = above && momentOf(above.message);
  // A device with a slow clock must not show an earlier day below a later one.
  const startsDay = !before || (at.day !== before.day && at.ms >= before.ms);
  const startsRun =
    startsDay || message.sender_id !== above?.message.sender_id || at.ms - before.ms >= RUN_GAP_MS;
  if (above && before && !startsRun && above.delivery === 'sent') {
    above.showsTime = Math.floor(at.ms / MINUTE_MS) !== Math.floor(before.ms / MINUTE_MS);
  }
  rows.push({ message, delivery, startsDay, startsRun, showsTime: true });
}

interface Moment {
  ms: number;
  /** The day of the reader's calendar. */
  day: string;
}

// Every change rebuilds the list, and parsing ten thousand dates would take longer than all the
// rest.
const moments = new WeakMap<ChatMessage, Moment>();

function momentOf(message: ChatMessage): Moment {
  let moment = moments.get(message);
  if (!moment) {
    const date = new Date(message.created_at);
    moment = { ms: date.getTime(), day: date.toDateString() };
    moments.set(message, moment);
  }
  return moment;
}

// The same object for the same entry, so that its bubble renders only when something about it has changed.
const shown = new WeakMap<OutboxEntry, ChatMessage>();

function asMessage(entry: OutboxEntry): ChatMessage {
  let message = shown.get(entry);
  if (!message) {
    message = {
      id: entry.id,
      session_id: entry.sessionId,
      sender_id: entry.senderId,
      content: entry.content,
      translated_content: null,
      type: entry.recording ? 'audio' : 'text',
      transcript: null,
      duration_ms: entry.recording?.durationMs ?? null,
      ...(entry.recording && { recording: entry.recording.audio }),
      source_language: entry.sourceLanguage,
      target_language: entry.targetLanguage,
      translation_engine: null,
      created_at: entry.writtenAt,
    };
    shown.set(entry, message);
  }
  return message;
}
