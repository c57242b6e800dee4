import type { ChatMessage } from './chat-message.ts';
import {
  type Delivery,
  deliveryOf,
  entryType,
  fileColumns,
  filesBefore,
  type OutboxEntry,
} from './outbox-entry.ts';

/** One message of the list, with its separators and grouping. */
export interface TimelineRow {
  message: ChatMessage;
  delivery: Delivery['kind'];
  /** Whether a day of the viewer's calendar begins with it. */
  startsDay: boolean;
  /** Whether it is the first of a group: messages of one person within three minutes. */
  startsRun: boolean;
  /** Whether the time is shown: on the last message of a group, and beside a sign of trouble. */
  showsTime: boolean;
}

/** A group spans this much time at most, in ms, so that its one time is true of all of it. */
const GROUP_MS = 3 * 60_000;

/**
 * The list that the chat shows: confirmed messages, then unconfirmed ones in order of writing. An
 * unconfirmed message that has come back already is shown once. A file that later messages have
 * passed on the way to the server keeps its place above them (docs/adr/0015).
 * @param entries unconfirmed messages of this session, in order of writing
 * @param waiting ids of those that wait for the network
 */
export function buildTimeline(
  messages: readonly ChatMessage[],
  entries: readonly OutboxEntry[],
  waiting: ReadonlySet<string>,
): TimelineRow[] {
  const rows: TimelineRow[] = [];
  let groupFrom = 0;
  function push(message: ChatMessage, delivery: Delivery['kind']): void {
    const above = rows.at(-1);
    const at = momentOf(message);
    const before = above && momentOf(above.message);
    // A device with a slow clock must not show an earlier day below a later one.
    const startsDay = !before || (at.day !== before.day && at.ms >= before.ms);
    const startsRun =
      startsDay || !above || !isSameSide(message, above.message) || at.ms - groupFrom >= GROUP_MS;
    if (startsRun) groupFrom = at.ms;
    else if (above && above.delivery === 'sent') above.showsTime = false;
    rows.push({ message, delivery, startsDay, startsRun, showsTime: true });
  }
  if (entries.length === 0 && !messages.some(({ passed }) => passed)) {
    for (const message of messages) push(message, 'sent');
    return rows;
  }
  const confirmed = new Map(messages.map((message) => [message.id, message]));
  const unconfirmed = new Map(entries.map((entry) => [entry.id, entry]));
  const placed = new Set<string>();
  function place(id: string): void {
    if (placed.has(id)) return;
    placed.add(id);
    const message = confirmed.get(id);
    const entry = unconfirmed.get(id);
    // A message may come back before the answer that tells what it has passed.
    const passed = message?.passed ?? (message && entry && filesBefore(entries, entry));
    for (const file of passed ?? []) place(file);
    if (message) push(message, 'sent');
    else if (entry) push(asMessage(entry), deliveryOf(entry, waiting).kind);
  }
  for (const { id } of messages) place(id);
  for (const { id } of entries) place(id);
  return rows;
}

function isSameSide(one: ChatMessage, other: ChatMessage): boolean {
  return one.sender_id === other.sender_id && (one.said_by ?? null) === (other.said_by ?? null);
}

interface Moment {
  ms: number;
  /** The day of the viewer's calendar. */
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

// The same object for the same entry, so that its bubble renders only when something about it has
// changed.
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
      type: entryType(entry),
      transcript: null,
      duration_ms: entry.recording?.durationMs ?? null,
      ...(entry.recording && { recording: entry.recording.audio }),
      ...(entry.attachment && { attachment: entry.attachment.content }),
      ...(entry.copied && { isCopying: true }),
      ...fileColumns(entry),
      product: entry.product ?? null,
      source_language: entry.sourceLanguage,
      target_language: entry.targetLanguage,
      translation_engine: null,
      reply_to: entry.replyTo ?? null,
      is_reply: entry.replyTo !== undefined,
      created_at: entry.writtenAt,
      said_by: entry.saidBy ?? null,
    };
    shown.set(entry, message);
  }
  return message;
}
