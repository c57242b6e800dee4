import type { Language } from '@dragoman/domain/languages';
import type { JobDefinition, JobOutcome, JobQueue } from '@/shared/offline/job-queue.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import { encodeEntry, type OutboxEntry, parseEntry, type Recording } from '../model/outbox-entry.ts';
import type { RefusalReason, SendResult } from '../model/send-result.ts';
import type { MadeTranslation, TranslationDesk } from '../translation/translation-desk.ts';

/** A written message, ready to send. */
export interface Draft {
  sessionId: string;
  /** Of a voice message: the name that its recording will have. */
  content: string;
  recording?: Recording;
  sourceLanguage: Language;
  /** Language to translate into; null without a translation. */
  targetLanguage: Language | null;
}

export interface OutboxPorts {
  /** Profile of the writer. */
  senderId: string;
  desk: Pick<TranslationDesk, 'start' | 'ready' | 'follow' | 'forget'>;
  newId(): string;
  start(definition: JobDefinition<OutboxEntry>): JobQueue<OutboxEntry>;
  /** One attempt to send, with the translation if there is one already. Never rejects. */
  send(entry: OutboxEntry, translation: MadeTranslation | null): Promise<SendResult>;
  /** The server has confirmed a message. */
  onAccepted(row: ChatMessage): void;
  /** The server has a recording, which waits from now on for its words. Never rejects. */
  onDelivered(entry: OutboxEntry & { recording: Recording }): Promise<void>;
  /** The server has refused a message for good; it is kept as failed. */
  onRefused(entry: OutboxEntry, reason: RefusalReason | undefined): void;
}

export interface Outbox
  extends Pick<JobQueue<OutboxEntry>, 'get' | 'subscribe' | 'wake' | 'reload' | 'stop'> {
  /** Shows the message at once, keeps it, and sends it after those before it. Resolves when it is kept. */
  write(draft: Draft): Promise<void>;
  /** Sends a failed message again, as the newest one. */
  retry(id: string): Promise<void>;
  /** Removes an entry for good. @returns the entry, or null if it does not exist. */
  takeOut(id: string): Promise<OutboxEntry | null>;
  /** Keeps a failed entry again that was taken out. */
  putBack(entry: OutboxEntry): Promise<void>;
}

/** How long an insert may wait for its translation, counted from the translation's start (specification 4.11). */
export const TRANSLATION_GRACE_MS = 250;

/**
 * The outbox of one writer. It sends one message at a time, and the next one only after the server
 * has confirmed or refused it, so messages never overtake each other. Client-made ids make every
 * repetition harmless.
 */
export function createOutbox(ports: OutboxPorts): Outbox {
  const { desk } = ports;
  const queue = ports.start({
    idOf: ({ id }) => id,
    encode: encodeEntry,
    parse: parseEntry,
    isDue: ({ state }) => state.kind === 'queued',
    run: attempt,
  });

  async function attempt(entry: OutboxEntry): Promise<JobOutcome<OutboxEntry>> {
    const translation = startTranslation(entry) ? await desk.ready(entry.id, TRANSLATION_GRACE_MS) : null;
    const result = await ports.send(entry, translation);
    switch (result.kind) {
      case 'accepted': {
        const { recording } = entry;
        // Its words are waited for before it is shown as sent, so that the user is not offered to ask for them meanwhile.
        if (recording) await ports.onDelivered({ ...entry, recording });
        ports.onAccepted(result.row);
        if (!recording) settleTranslation(entry, result.row);
        return { kind: 'settled', next: () => null };
      }
      case 'refused':
        desk.forget(entry.id);
        return {
          kind: 'settled',
          next: (latest) => ({ ...latest, state: { kind: 'failed' } }),
          after: () => ports.onRefused(entry, result.reason),
        };
      case 'unreachable':
        return { kind: 'retry' };
    }
  }

  /** @returns whether there is something to translate; what a recording says is not known yet. */
  function startTranslation(entry: OutboxEntry): boolean {
    const target = entry.recording ? null : entry.targetLanguage;
    if (!target) return false;
    const { id, sessionId, content: text, sourceLanguage: source } = entry;
    desk.start({ id, sessionId, text, source, target });
    return true;
  }

  function settleTranslation(entry: OutboxEntry, row: ChatMessage): void {
    if (entry.targetLanguage && row.translated_content === null) void desk.follow(entry.id);
    else desk.forget(entry.id);
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
      const entry = queued({ ...draft, id: ports.newId(), senderId: ports.senderId });
      const kept = queue.add(entry).then(() => {});
      // The first moment at which the text is known; the store and the lock take their time.
      startTranslation(entry);
      return kept;
    },
    async retry(id) {
      const failed = queue.get().jobs.find((entry) => entry.id === id && entry.state.kind === 'failed');
      if (failed) await queue.add(queued(failed));
    },
    async takeOut(id) {
      if (!queue.get().jobs.some((entry) => entry.id === id)) return null;
      desk.forget(id);
      return queue.remove(id);
    },
    async putBack(entry) {
      await queue.add({ ...entry, state: { kind: 'failed' } });
    },
  };
}
