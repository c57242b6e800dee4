import { isAudioMessage } from '@dragoman/domain/messages';
import { type ChatMessage, compareMessages, type MessageKey } from './chat-message.ts';

/** The cached part of one chat: the newest part of its history, without gaps. */
export interface MessageHistory {
  /** Ascending by time, then id; no id twice. */
  messages: readonly ChatMessage[];
  /** Whether the server has messages before the first one here. */
  hasOlder: boolean;
  /**
   * Commit time (ms since 1970) of the last live change applied to a row, against changes that
   * arrive out of order.
   */
  revisions: Readonly<Record<string, number>>;
  /** Ids seen deleted, so that a late insert or page does not bring them back. */
  deleted: readonly string[];
}

/** One live change of the messages table. */
export type MessageChange =
  | { kind: 'insert' | 'update'; row: ChatMessage; committedAt: number }
  | { kind: 'delete'; id: string; committedAt: number };

const REMEMBERED_DELETIONS = 500;

/**
 * The cache after the first page.
 * @param newestFirst rows as the server sent them, newest first.
 * @param pageSize how many rows were asked for; a full page means that there may be older ones.
 */
export function messageHistoryOf(newestFirst: readonly ChatMessage[], pageSize: number): MessageHistory {
  return {
    messages: [...newestFirst].sort(compareMessages),
    hasOlder: newestFirst.length >= pageSize,
    revisions: {},
    deleted: [],
  };
}

/**
 * Applies one live change. Pure; safe against duplicates and against changes that overtake each
 * other.
 * @returns the same object when nothing changes, so that nothing renders again.
 */
export function applyMessageChange(history: MessageHistory, change: MessageChange): MessageHistory {
  if (change.kind === 'delete') return withoutMessage(history, change.id);
  const { row, committedAt } = change;
  if (history.deleted.includes(row.id) || isBeforeLoadedPart(history, row)) return history;
  const known = history.messages.find((message) => message.id === row.id);
  if (known && committedAt < (history.revisions[row.id] ?? 0)) return history;
  const merged = known ? mergeRow(known, row, change.kind === 'update') : row;
  const messages = merged === known ? history.messages : withMessage(history.messages, merged);
  return { ...history, messages, revisions: { ...history.revisions, [row.id]: committedAt } };
}

/**
 * Merges rows that were read from the server: a catch-up, a page of history, or the answer to an
 * insert.
 * @returns the same object when all of it was known.
 */
export function mergeRows(history: MessageHistory, rows: readonly ChatMessage[]): MessageHistory {
  const wanted = rows.filter((row) => !history.deleted.includes(row.id) && !isBeforeLoadedPart(history, row));
  if (wanted.length === 0) return history;
  const places = new Map(history.messages.map((message, place) => [message.id, place]));
  const known = [...history.messages];
  const added: ChatMessage[] = [];
  let changed = false;
  for (const row of new Map(wanted.map((each) => [each.id, each])).values()) {
    const place = places.get(row.id);
    const before = place === undefined ? undefined : known[place];
    if (place === undefined || !before) {
      added.push(row);
      continue;
    }
    const merged = mergeRow(before, row, false);
    changed ||= merged !== before;
    known[place] = merged;
  }
  if (!changed && added.length === 0) return history;
  return { ...history, messages: inOneOrder(known, added.sort(compareMessages)) };
}

/**
 * Inserts a page of older history before the loaded messages; the other parameters are as for
 * `messageHistoryOf`.
 * @param before id of the message that the page ends at
 * @returns the same object when the chat no longer begins with that message (its history was
 * unloaded in the meantime): the page would leave a gap after it
 */
export function prependOlder(
  history: MessageHistory,
  before: string,
  newestFirst: readonly ChatMessage[],
  pageSize: number,
): MessageHistory {
  if (history.messages[0]?.id !== before) return history;
  const opened = { ...history, hasOlder: false };
  return { ...mergeRows(opened, newestFirst), hasOlder: newestFirst.length >= pageSize };
}

/**
 * Brings back a message that its reader had deleted for themselves.
 * @returns the same object when it belongs to a part that is not loaded
 */
export function restoreMessage(history: MessageHistory, row: ChatMessage): MessageHistory {
  return mergeRows({ ...history, deleted: history.deleted.filter((id) => id !== row.id) }, [row]);
}

/**
 * Drops all but the newest messages, so that a fully loaded chat does not stay in memory after it
 * is left. The dropped history can be loaded again.
 * @returns the same object when there is nothing to drop
 */
export function withoutHistory(history: MessageHistory, kept: number): MessageHistory {
  if (history.messages.length <= kept) return history;
  return { ...history, messages: history.messages.slice(-kept), hasOlder: true };
}

/**
 * The overlap of a catch-up before the newest known message, in ms. It covers rows whose
 * transaction was slow to commit, and translations attached while the channel was down.
 */
export const CATCH_UP_OVERLAP_MS = 2 * 60_000;
/**
 * The time before the newest known message, in ms, in which a full catch-up looks for messages that
 * were incomplete: a transcript or a translation may take long, a failed one never comes.
 */
export const INCOMPLETE_OVERLAP_MS = 60 * 60_000;

/**
 * @param isFull whether to read again from the first incomplete message on, too
 * @returns the time (ISO) from which a catch-up must read: never before the loaded part, because
 * pages of history load that. Null before the first load.
 */
export function catchUpStart(history: MessageHistory, isFull: boolean): string | null {
  const newest = history.messages.at(-1);
  const oldest = history.messages[0];
  if (!newest || !oldest) return null;
  const newestAt = Date.parse(newest.created_at);
  const isDue = (message: ChatMessage) =>
    isIncomplete(message) && Date.parse(message.created_at) >= newestAt - INCOMPLETE_OVERLAP_MS;
  const incomplete = isFull ? history.messages.find(isDue) : undefined;
  const start = new Date(newestAt - CATCH_UP_OVERLAP_MS);
  if (incomplete && Date.parse(incomplete.created_at) < start.getTime()) return incomplete.created_at;
  const isBefore = history.hasOlder && start.getTime() < Date.parse(oldest.created_at);
  return isBefore ? oldest.created_at : start.toISOString();
}

/** Whether words of a message or their translation are still to come. */
function isIncomplete(message: ChatMessage): boolean {
  const { type, transcript, target_language, translated_content } = message;
  if (isAudioMessage(message) && transcript === null) return true;
  // A file without a caption names a target as well.
  const hasWords = type === 'text' || Boolean(transcript);
  return hasWords && target_language !== null && translated_content === null;
}

/**
 * A row before the loaded part belongs to a page that was not requested; it would leave a gap after
 * it.
 */
function isBeforeLoadedPart(history: MessageHistory, row: MessageKey): boolean {
  const oldest = history.messages[0];
  return history.hasOlder && oldest !== undefined && compareMessages(row, oldest) < 0;
}

/**
 * Merges a known message with a received one. Only its translation and, of a recording, its
 * transcript ever change on the server. Only an update may remove them, because an insert or a
 * page may be older than an update already received.
 */
function mergeRow(known: ChatMessage, row: ChatMessage, isUpdate: boolean): ChatMessage {
  const keepTranslation = !isUpdate && row.translated_content === null;
  const translated_content = keepTranslation ? known.translated_content : row.translated_content;
  const target_language = keepTranslation
    ? (known.target_language ?? row.target_language)
    : row.target_language;
  const translation_provider = keepTranslation ? known.translation_engine : row.translation_engine;
  const transcript = isUpdate ? row.transcript : (row.transcript ?? known.transcript);
  const sender = row.sender ?? known.sender ?? null;
  const passed = row.passed ?? known.passed;
  const same =
    known.translated_content === translated_content &&
    known.target_language === target_language &&
    known.translation_engine === translation_provider &&
    known.transcript === transcript &&
    known.content === row.content &&
    (known.reply_to ?? null) === (row.reply_to ?? null) &&
    known.passed === passed &&
    isSameSender(known.sender ?? null, sender);
  return same
    ? known
    : {
        ...known,
        ...row,
        translated_content,
        target_language,
        translation_engine: translation_provider,
        transcript,
        sender,
      };
}

function isSameSender(a: ChatMessage['sender'], b: ChatMessage['sender']): boolean {
  return a === b || (a?.name === b?.name && a?.language === b?.language && a?.avatar_url === b?.avatar_url);
}

/**
 * Merges two ascending lists in a single pass. New rows nearly always lie beyond one end of the
 * known ones: a page of history before them, a catch-up after them.
 */
function inOneOrder(known: readonly ChatMessage[], added: readonly ChatMessage[]): ChatMessage[] {
  const merged: ChatMessage[] = [];
  let next = 0;
  for (const message of added) {
    while (next < known.length) {
      const other = known[next] as ChatMessage;
      if (compareMessages(other, message) > 0) break;
      merged.push(other);
      next += 1;
    }
    merged.push(message);
  }
  return next < known.length ? merged.concat(known.slice(next)) : merged;
}

function withMessage(messages: readonly ChatMessage[], message: ChatMessage): readonly ChatMessage[] {
  const others = messages.filter((other) => other.id !== message.id);
  // Nearly always the last place, so the search runs from the end.
  const before = others.findLastIndex((other) => compareMessages(other, message) < 0);
  return others.toSpliced(before + 1, 0, message);
}

function withoutMessage(history: MessageHistory, id: string): MessageHistory {
  if (history.deleted.includes(id)) return history;
  const { [id]: _gone, ...revisions } = history.revisions;
  return {
    ...history,
    messages: history.messages.filter((message) => message.id !== id),
    revisions,
    deleted: [...history.deleted, id].slice(-REMEMBERED_DELETIONS),
  };
}
