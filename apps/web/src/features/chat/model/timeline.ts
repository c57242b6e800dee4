import type { ChatMessage } from './chat-message.ts';
import { type Activity, type Delivery, deliveryOf, type OutboxEntry } from './outbox-entry.ts';

/** One message of the list. */
export interface TimelineItem {
  message: ChatMessage;
  delivery: Delivery['kind'];
  /** Whether it is the first of several by one person in a row. */
  startsRun: boolean;
}

/** The messages of one day of the reader's calendar; there is at least one. */
export interface TimelineDay {
  /** The day as text, the same for all its messages. */
  key: string;
  items: TimelineItem[];
}

/** Messages of one person farther apart than this do not belong together, in ms. */
const RUN_GAP_MS = 5 * 60_000;

/**
 * The list that the chat shows: confirmed messages, then unconfirmed ones in order of writing, gathered by day. An
 * unconfirmed message that has come back already is shown once.
 * @param entries unconfirmed messages of this session.
 */
export function buildTimeline(
  messages: readonly ChatMessage[],
  entries: readonly OutboxEntry[],
  activity: Activity,
): TimelineDay[] {
  const confirmed = new Set(messages.map((message) => message.id));
  const pending = entries.filter((entry) => !confirmed.has(entry.id));
  const days: TimelineDay[] = [];
  const push = (message: ChatMessage, delivery: Delivery['kind']) => {
    const key = new Date(message.created_at).toDateString();
    const day = days.at(-1);
    const previous = day?.items.at(-1)?.message;
    const startsRun = day?.key !== key || !previous || !isOneRun(previous, message);
    const item = { message, delivery, startsRun };
    // A device whose clock runs behind must not begin an earlier day below a later one.
    const isEarlier = previous && Date.parse(message.created_at) < Date.parse(previous.created_at);
    if (day && (day.key === key || isEarlier)) day.items.push(item);
    else days.push({ key, items: [item] });
  };
  for (const message of messages) push(message, 'sent');
  for (const entry of pending) push(asMessage(entry), deliveryOf(entry, activity).kind);
  return days;
}

function isOneRun(before: ChatMessage, after: ChatMessage): boolean {
  const gap = Date.parse(after.created_at) - Date.parse(before.created_at);
  return before.sender_id === after.sender_id && gap < RUN_GAP_MS;
}

function asMessage(entry: OutboxEntry): ChatMessage {
  return {
    id: entry.id,
    session_id: entry.sessionId,
    sender_id: entry.senderId,
    content: entry.content,
    translated_content: null,
    type: 'text',
    source_language: entry.sourceLanguage,
    target_language: entry.targetLanguage,
    created_at: entry.writtenAt,
  };
}
