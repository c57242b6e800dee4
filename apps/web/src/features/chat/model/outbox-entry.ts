import type { Language } from '@dragoman/domain/languages';

/** A message that the server has not confirmed yet, as the outbox keeps it. */
export interface OutboxEntry {
  /** The id that the message will have, made here, so that a repeated attempt cannot send twice. */
  id: string;
  /** Order of writing over all tabs, given by the store; null until it is stored. */
  seq: number | null;
  sessionId: string;
  /** Profile of the writer: another account on this device must not send it. */
  senderId: string;
  /** Of a voice message: the name that its recording will have in the bucket of the chat's files. */
  content: string;
  /** Of a voice message alone. */
  recording?: Recording;
  sourceLanguage: Language;
  /** Language to translate into; null when nothing is to be translated. */
  targetLanguage: Language | null;
  /** When it was written, ISO; shown until the server has given the time of sending. */
  writtenAt: string;
  state: EntryState;
}

/** What somebody has said. */
export interface Recording {
  audio: Blob;
  durationMs: number;
}

export type EntryState =
  | { kind: 'queued' }
  /** A recording that the server has: it is kept until what it says has been written down, and no longer the outbox's. */
  | { kind: 'delivered' }
  /** The server refused it for good. It stays until the writer takes it back, sends it again or removes it. */
  | { kind: 'failed' };

/** The state that a bubble shows. */
export type Delivery =
  | { kind: 'sending' }
  /** There is no connection; it goes out by itself. */
  | { kind: 'waiting' }
  | { kind: 'sent' }
  | { kind: 'failed' };

/** What the outbox is doing right now. */
export type Activity =
  | { kind: 'idle' }
  /** An attempt is under way, after that many in a row which did not reach the server. */
  | { kind: 'sending'; id: string; attempts: number }
  | { kind: 'waiting'; attempts: number };

export interface OutboxState {
  /** In order of writing. */
  entries: readonly OutboxEntry[];
  activity: Activity;
}

export type OutboxEvent =
  | { kind: 'written'; entry: OutboxEntry }
  /** What the store holds; entries on their way into the store are kept. */
  | { kind: 'loaded'; entries: readonly OutboxEntry[] }
  | { kind: 'attempt'; id: string }
  | { kind: 'accepted' | 'removed' | 'refused'; id: string }
  | { kind: 'unreachable' }
  | { kind: 'retried'; entry: OutboxEntry };

export const EMPTY_OUTBOX: OutboxState = { entries: [], activity: { kind: 'idle' } };

/** The state machine of sending (design section 6). Pure. */
export function reduceOutbox(state: OutboxState, event: OutboxEvent): OutboxState {
  switch (event.kind) {
    case 'written':
      return { ...state, entries: [...state.entries, event.entry] };
    case 'loaded':
      return { ...state, entries: [...inOrder(event.entries), ...unstored(state, event.entries)] };
    case 'attempt':
      return { ...state, activity: { kind: 'sending', id: event.id, attempts: attemptsOf(state) } };
    case 'accepted':
      return { entries: without(state, event.id), activity: { kind: 'idle' } };
    case 'removed':
      return { ...state, entries: without(state, event.id) };
    case 'refused':
      return {
        entries: state.entries.map((entry) =>
          entry.id === event.id ? { ...entry, state: { kind: 'failed' } } : entry,
        ),
        activity: { kind: 'idle' },
      };
    case 'unreachable':
      return { ...state, activity: { kind: 'waiting', attempts: attemptsOf(state) + 1 } };
    case 'retried':
      return { ...state, entries: [...without(state, event.entry.id), event.entry] };
  }
}

/** @returns what a bubble of an unconfirmed message shows. */
export function deliveryOf(entry: OutboxEntry, activity: Activity): Delivery {
  if (entry.state.kind === 'failed') return { kind: 'failed' };
  // Still waiting during the next attempt: the sign changes when something is known, not with every try.
  return activity.kind !== 'idle' && activity.attempts > 0 ? { kind: 'waiting' } : { kind: 'sending' };
}

function attemptsOf({ activity }: OutboxState): number {
  return activity.kind === 'idle' ? 0 : activity.attempts;
}

function inOrder(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return [...entries].sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
}

function unstored(state: OutboxState, stored: readonly OutboxEntry[]): OutboxEntry[] {
  const ids = new Set(stored.map((entry) => entry.id));
  return state.entries.filter((entry) => entry.seq === null && !ids.has(entry.id));
}

function without(state: OutboxState, id: string): OutboxEntry[] {
  return state.entries.filter((entry) => entry.id !== id);
}
