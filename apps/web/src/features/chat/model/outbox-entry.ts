import type { Language } from '@dragoman/domain/languages';
import type { Activity } from '@/shared/offline/job-queue.ts';
import { decodeBlob, encodeBlob, isStoredBlob } from '@/shared/offline/stored-blob.ts';

/** A message that the server has not confirmed yet, as the outbox keeps it. */
export interface OutboxEntry {
  /** The id that the message will have, made here, so that a repeated attempt cannot send twice. */
  id: string;
  sessionId: string;
  /** Profile of the writer: another account on this device must not send it. */
  senderId: string;
  /** Of a voice message: the name that its recording will have in the bucket of the chat's files. */
  content: string;
  /** Of a voice message alone. */
  recording?: Recording;
  sourceLanguage: Language;
  /** Language to translate into; null without a translation. */
  targetLanguage: Language | null;
  /** When it was written, ISO; shown until the server has given the time of sending. */
  writtenAt: string;
  state: EntryState;
}

/** The user's recording. */
export interface Recording {
  audio: Blob;
  durationMs: number;
}

export type EntryState =
  | { kind: 'queued' }
  /** The server refused it for good. It stays until the writer takes it back, sends it again or removes it. */
  | { kind: 'failed' };

/** The state that a bubble shows. */
export type Delivery =
  | { kind: 'sending' }
  /** Offline; it will be sent automatically. */
  | { kind: 'waiting' }
  | { kind: 'sent' }
  | { kind: 'failed' };

/** @returns the state shown for an unconfirmed message */
export function deliveryOf(entry: OutboxEntry, activity: Activity): Delivery {
  if (entry.state.kind === 'failed') return { kind: 'failed' };
  // Still waiting during the next attempt: the sign changes when something is known, not with every try.
  return activity.kind !== 'idle' && activity.failures > 0 ? { kind: 'waiting' } : { kind: 'sending' };
}

/** @returns an entry as the database stores it. */
export async function encodeEntry({ recording, ...entry }: OutboxEntry): Promise<unknown> {
  if (!recording) return entry;
  const { audio, durationMs } = recording;
  return { ...entry, recording: { ...(await encodeBlob(audio)), durationMs } };
}

/** @returns the entry of stored data; null when the data is not one. */
export function parseEntry(data: unknown): OutboxEntry | null {
  const { recording, ...entry } = (data ?? {}) as Omit<OutboxEntry, 'recording'> & { recording?: unknown };
  const { id, sessionId, senderId, content, sourceLanguage, writtenAt } = entry;
  const texts: unknown[] = [id, sessionId, senderId, content, sourceLanguage, writtenAt, entry.state?.kind];
  if (!texts.every((text) => typeof text === 'string')) return null;
  if (recording === undefined) return entry;
  if (!isStoredBlob(recording)) return null;
  const { durationMs } = recording as unknown as Recording;
  return { ...entry, recording: { audio: decodeBlob(recording), durationMs } };
}
