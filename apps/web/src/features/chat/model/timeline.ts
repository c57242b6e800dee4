import type { ChatMessage } from './chat-message.ts';
import { type Activity, type Delivery, deliveryOf, type OutboxEntry } from './outbox-entry.ts';

/** One line of the message list. */
export type TimelineItem =
  | { kind: 'day'; key: string; at: string }
  | {
      kind: 'message';
      key: string;
      message: ChatMessage;
      delivery: Delivery['kind'];
      /** Whether it is the first of several by one person in a row. */
      startsRun: boolean;
    };

/** Messages of one person farther apart than this do not belong together, in ms. */
const RUN_GAP_MS = 5 * 60_000;

/**
 * The list that the chat shows: confirmed messages, then unconfirmed ones in order of writing, with a line wherever a day
 * begins. An unconfirmed message that has come back already is shown once.
 * @param entries unconfirmed messages of this session.
 */
export function buildTimeline(
  messages: readonly ChatMessage[],
  entries: readonly OutboxEntry[],
  activity: Activity,
): TimelineItem[] {
  const confirmed = new Set(messages.map((message) => message.id));
  const pending = entries.filter((entry) => !confirmed.has(entry.id));
  const items: TimelineItem[] = [];
  let previous: ChatMessage | undefined;
  const push = (message: ChatMessage, delivery: Delivery['kind']) => {
    const newDay = !previous || !isSameDay(previous.created_at, message.created_at);
    if (newDay) items.push({ kind: 'day', key: `day-${message.id}`, at: message.created_at });
    const startsRun = newDay || !previous || !isOneRun(previous, message);
    items.push({ kind: 'message', key: message.id, message, delivery, startsRun });
    previous = message;
  };
  for (const message of messages) push(message, 'sent');
  for (const entry of pending) push(asMessage(entry), deliveryOf(entry, activity).kind);
  return items;
}

function isSameDay(a: string, b: string): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
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
