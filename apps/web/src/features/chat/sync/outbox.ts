import type { Product } from '@dragoman/domain/catalogue';
import type { Language } from '@dragoman/domain/languages';
import type { SaidBy } from '@dragoman/domain/messages';
import type { JobDefinition, JobOutcome, JobQueue } from '@/shared/offline/job-queue.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import {
  type Attachment,
  type CopiedFile,
  encodeEntry,
  filesBefore,
  type OutboxEntry,
  parseEntry,
  type Recording,
  wordsOfEntry,
} from '../model/outbox-entry.ts';
import type { RefusalReason, SendResult } from '../model/send-result.ts';
import type { MadeTranslation, OutgoingTranslations } from '../translation/outgoing-translations.ts';
import { type MessageJobKind, type MessageQueues, startMessageQueues } from './message-queues.ts';

/** A written message, ready to send. */
export interface Draft {
  /** The id that the message will have; a new one without. */
  id?: string;
  sessionId: string;
  /** Of a line of a conversation face to face: who said it. */
  saidBy?: SaidBy;
  /** The content of a voice or file message: the name that its recording or file will have. */
  content: string;
  recording?: Recording;
  attachment?: Attachment;
  /** A file of the catalogue that is copied. */
  copied?: CopiedFile;
  product?: Product;
  /** The id of the quoted message. */
  replyTo?: string;
  sourceLanguage: Language;
  /** Language to translate into; null without a translation. */
  targetLanguage: Language | null;
}

export interface OutboxPorts {
  /** Profile of the writer. */
  senderId: string;
  outgoingTranslations: Pick<OutgoingTranslations, 'start' | 'ready' | 'follow' | 'forget'>;
  newId(): string;
  start(kind: MessageJobKind, definition: JobDefinition<OutboxEntry>): JobQueue<OutboxEntry>;
  /**
   * One attempt to send, with the translation if there is one already. Never rejects.
   * @param uploading keeps the address at which a later attempt goes on with the upload, and aborts
   * when the writer takes the message back
   */
  send(
    entry: OutboxEntry,
    translation: MadeTranslation | null,
    uploading: { onUrl(url: string): void; signal: AbortSignal },
  ): Promise<SendResult>;
  /** The server has confirmed a message. */
  onAccepted(row: ChatMessage): void;
  /** The server has a recording, which waits from now on for its words. Never rejects. */
  onDelivered(entry: OutboxEntry & { recording: Recording }): Promise<void>;
  /** The server has refused a message for good; it is kept as failed. */
  onRefused(entry: OutboxEntry, reason: RefusalReason | undefined): void;
}

export interface Outbox extends Pick<MessageQueues, 'get' | 'subscribe' | 'wake' | 'reload' | 'stop'> {
  /**
   * Shows the message at once, keeps it, and sends it after those before it: files after files,
   * all others after one another. Resolves when it is kept.
   */
  write(draft: Draft): Promise<void>;
  /** Sends a failed message again, as the newest one. */
  retry(id: string): Promise<void>;
  /** Removes an entry for good. @returns the entry, or null if it does not exist. */
  takeOut(id: string): Promise<OutboxEntry | null>;
  /** Keeps a failed entry again that was taken out. */
  putBack(entry: OutboxEntry): Promise<void>;
}

/**
 * The time that an insert may wait for its translation, counted from the translation's start
 * (specification 4.11).
 */
export const TRANSLATION_GRACE_MS = 250;

/**
 * The outbox of one writer. It sends one message and one file at a time, and the next one of each
 * only after the server has confirmed or refused it: messages never overtake each other, and pass
 * files. Client-made ids make every repetition harmless.
 */
export function createOutbox(ports: OutboxPorts): Outbox {
  const { outgoingTranslations } = ports;
  const queue = startMessageQueues(ports.start, {
    idOf: ({ id }) => id,
    encode: encodeEntry,
    parse: parseEntry,
    isDue: ({ state }) => state.kind === 'queued',
    run: attempt,
  });

  async function attempt(entry: OutboxEntry): Promise<JobOutcome<OutboxEntry>> {
    const translation = startTranslation(entry)
      ? await outgoingTranslations.ready(entry.id, TRANSLATION_GRACE_MS)
      : null;
    const result = await sendWhileKept(entry, translation);
    switch (result.kind) {
      case 'cancelled':
        return { kind: 'settled', next: () => null };
      case 'accepted': {
        const { recording } = entry;
        // Its words are waited for before it is shown as sent, so that the user is not offered to
        // ask for them meanwhile.
        if (recording) await ports.onDelivered({ ...entry, recording });
        const passed = filesBefore(queue.get().jobs, entry);
        ports.onAccepted(passed.length > 0 ? { ...result.row, passed } : result.row);
        if (!recording) settleTranslation(entry, result.row);
        return { kind: 'settled', next: () => null };
      }
      case 'refused':
        outgoingTranslations.forget(entry.id);
        return {
          kind: 'settled',
          next: (latest) => ({ ...latest, state: { kind: 'failed' } }),
          after: () => ports.onRefused(entry, result.reason),
        };
      case 'unreachable':
        return { kind: 'retry' };
    }
  }

  /** Sends an entry; stops when it is taken out, here or in another tab. */
  async function sendWhileKept(entry: OutboxEntry, translation: MadeTranslation | null): Promise<SendResult> {
    const takenOut = new AbortController();
    const unsubscribe = queue.subscribe(() => {
      if (!queue.find(entry.id)) takenOut.abort();
    });
    try {
      const result = await ports.send(entry, translation, {
        onUrl: (url) => keepUploadUrl(entry.id, url),
        signal: takenOut.signal,
      });
      // Others need not wait because of an attempt that its writer has taken back.
      return takenOut.signal.aborted && result.kind === 'unreachable' ? { kind: 'cancelled' } : result;
    } finally {
      unsubscribe();
    }
  }

  function keepUploadUrl(id: string, uploadUrl: string): void {
    const latest = queue.find(id);
    // Without it a reload begins the upload again.
    const { recording, attachment } = latest ?? {};
    if (latest && (recording || attachment)) {
      const begun = {
        ...latest,
        ...(recording && { recording: { ...recording, uploadUrl } }),
        ...(attachment && { attachment: { ...attachment, uploadUrl } }),
      };
      void queue.update(begun).catch(() => {});
    }
  }

  /** @returns whether there is something to translate */
  function startTranslation(entry: OutboxEntry): boolean {
    const text = wordsOfEntry(entry);
    const { id, sourceLanguage: source, targetLanguage: target } = entry;
    if (!target || text === null) return false;
    // The chat of a conversation face to face may not exist yet: its vendor's own glossary holds.
    const sessionId = entry.saidBy ? null : entry.sessionId;
    outgoingTranslations.start({ id, sessionId, text, source, target });
    return true;
  }

  function settleTranslation(entry: OutboxEntry, row: ChatMessage): void {
    if (entry.targetLanguage && row.translated_content === null) void outgoingTranslations.follow(entry.id);
    else outgoingTranslations.forget(entry.id);
  }

  function queued(entry: Omit<OutboxEntry, 'writtenAt' | 'state'>): OutboxEntry {
    return { ...entry, writtenAt: new Date().toISOString(), state: { kind: 'queued' } };
  }

  return {
    get: queue.get,
    subscribe: queue.subscribe,
    wake: queue.wake,
    reload: queue.reload,
    stop: queue.stop,
    write(draft) {
      const entry = queued({ ...draft, id: draft.id ?? ports.newId(), senderId: ports.senderId });
      const kept = queue.add(entry).then(() => {});
      // The first moment at which the text is known; the store and the lock take their time.
      startTranslation(entry);
      return kept;
    },
    async retry(id) {
      const failed = queue.find(id);
      if (failed?.state.kind === 'failed') await queue.add(queued(failed));
    },
    async takeOut(id) {
      if (!queue.find(id)) return null;
      outgoingTranslations.forget(id);
      return queue.remove(id);
    },
    async putBack(entry) {
      await queue.add({ ...entry, state: { kind: 'failed' } });
    },
  };
}
