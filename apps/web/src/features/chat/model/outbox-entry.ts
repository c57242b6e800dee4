import type { Product } from '@dragoman/domain/catalogue';
import type { Language } from '@dragoman/domain/languages';
import type { MessageType, SaidBy } from '@dragoman/domain/messages';
import type { PreparedFile } from '@/entities/attachment/prepare-attachment.ts';
import { decodeBlob, encodeBlob, isStoredBlob } from '@/shared/offline/stored-blob.ts';

/** A message that the server has not confirmed yet, as the outbox keeps it. */
export interface OutboxEntry {
  /** The id that the message will have, made here, so that a repeated attempt cannot send twice. */
  id: string;
  sessionId: string;
  /** Profile of the writer: another account on this device must not send it. */
  senderId: string;
  /**
   * The content of a voice or file message: the name that its recording or file will have in the
   * bucket of the chat's files.
   */
  content: string;
  /** The recording of a voice message. */
  recording?: Recording;
  /** The picture or file of a file message. */
  attachment?: Attachment;
  /** A file of the booth's catalogue that the server copies into the chat (docs/adr/0086). */
  copied?: CopiedFile;
  /** Of a product of the catalogue: what is not translated. */
  product?: Product;
  /** The id of the quoted message, which may itself still be waiting. */
  replyTo?: string;
  /** Of a line of a conversation face to face: who said it. The first one opens its chat. */
  saidBy?: SaidBy;
  sourceLanguage: Language;
  /** Language to translate into; null without a translation. */
  targetLanguage: Language | null;
  /** The time of writing, ISO; shown until the server has given the time of sending. */
  writtenAt: string;
  state: EntryState;
}

/** The user's recording. */
export interface Recording {
  audio: Blob;
  durationMs: number;
  /** The address at which its upload resumes, once it has begun. */
  uploadUrl?: string;
}

/** A picture or file, as it is sent. */
export interface Attachment extends PreparedFile {
  /** The words below it. */
  caption?: string;
  /** The address at which its upload resumes, once it has begun. */
  uploadUrl?: string;
}

/** A file of the catalogue, which the server has already. */
export interface CopiedFile {
  /** Its path in the bucket `catalogue`. */
  from: string;
  /** As of an {@link Attachment}, with its size in bytes. */
  name: string;
  bytes: number;
  size?: { width: number; height: number };
  caption: string;
}

export type EntryState =
  | { kind: 'queued' }
  /**
   * The server refused it for good. It stays until the writer takes it back, sends it again or
   * removes it.
   */
  | { kind: 'failed' };

/** The state that a bubble shows. */
export type Delivery =
  | { kind: 'sending' }
  /** Offline; it will be sent automatically. */
  | { kind: 'waiting' }
  | { kind: 'sent' }
  | { kind: 'failed' };

/**
 * @param waiting ids of the messages that wait for the network
 * @returns the state shown for an unconfirmed message
 */
export function deliveryOf(entry: OutboxEntry, waiting: ReadonlySet<string>): Delivery {
  if (entry.state.kind === 'failed') return { kind: 'failed' };
  return { kind: waiting.has(entry.id) ? 'waiting' : 'sending' };
}

/**
 * @param entries all unconfirmed messages, in order of writing
 * @returns the ids of the files of the same chat that were written before an entry
 */
export function filesBefore(entries: readonly OutboxEntry[], { id, sessionId }: OutboxEntry): string[] {
  const before = entries.slice(
    0,
    entries.findIndex((entry) => entry.id === id),
  );
  return before.filter((entry) => entry.attachment && entry.sessionId === sessionId).map((entry) => entry.id);
}

/** @returns the type of the message that an entry becomes */
export function entryType({ recording, attachment, copied }: OutboxEntry): MessageType {
  return recording ? 'audio' : attachment || copied ? 'file' : 'text';
}

/**
 * @returns what there is to translate before a message is sent: its text or caption; null for a
 * recording, whose words are not known yet
 */
export function wordsOfEntry({ content, recording, attachment, copied }: OutboxEntry): string | null {
  if (recording) return null;
  if (copied) return copied.caption;
  return attachment ? (attachment.caption ?? null) : content;
}

/** @returns the columns of a file message that describe its file; none of another message */
export function fileColumns({ attachment, copied }: OutboxEntry) {
  const file = attachment ? { ...attachment, bytes: attachment.content.size } : copied;
  if (!file) return {};
  const { name, bytes, size, caption } = file;
  return {
    transcript: caption ?? null,
    file_name: name,
    file_size: bytes,
    picture_width: size?.width ?? null,
    picture_height: size?.height ?? null,
  };
}

/** @returns an entry as the device's database stores it. */
export async function encodeEntry({ recording, attachment, ...entry }: OutboxEntry): Promise<unknown> {
  if (recording) {
    const { audio, ...rest } = recording;
    return { ...entry, recording: { ...(await encodeBlob(audio)), ...rest } };
  }
  if (!attachment) return entry;
  const { content, ...rest } = attachment;
  return { ...entry, attachment: { ...(await encodeBlob(content)), ...rest } };
}

/** @returns the entry of stored data; null when the data is not one. */
export function parseEntry(data: unknown): OutboxEntry | null {
  const { recording, attachment, ...entry } = (data ?? {}) as Omit<
    OutboxEntry,
    'recording' | 'attachment'
  > & {
    recording?: unknown;
    attachment?: unknown;
  };
  const { id, sessionId: chatId, senderId, content, sourceLanguage, writtenAt } = entry;
  const texts: unknown[] = [id, chatId, senderId, content, sourceLanguage, writtenAt, entry.state?.kind];
  if (!texts.every((text) => typeof text === 'string')) return null;
  if (attachment !== undefined) {
    const parsed = parseAttachment(attachment);
    return parsed && { ...entry, attachment: parsed };
  }
  if (recording === undefined) return entry;
  if (!isStoredBlob(recording)) return null;
  const { durationMs, uploadUrl } = recording as unknown as Recording;
  return {
    ...entry,
    recording: { audio: decodeBlob(recording), durationMs, ...(uploadUrl !== undefined && { uploadUrl }) },
  };
}

function parseAttachment(data: unknown): Attachment | null {
  if (!isStoredBlob(data)) return null;
  const { name, size, caption, uploadUrl } = data as unknown as Attachment;
  if (typeof name !== 'string') return null;
  return {
    content: decodeBlob(data),
    name,
    ...(size !== undefined && { size }),
    ...(caption !== undefined && { caption }),
    ...(uploadUrl !== undefined && { uploadUrl }),
  };
}
