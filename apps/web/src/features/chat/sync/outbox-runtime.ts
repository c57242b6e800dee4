import { forgetRecordings } from '@/entities/unsaved-work/unsaved-work.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { defineQueue, type QueueOwner } from '@/shared/offline/define-queue.ts';
import { isStored } from '@/shared/offline/stored-jobs.ts';
import { chatKeys } from '../model/chat-keys.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import { systemClock } from '../model/clock.ts';
import { type MessageHistory, mergeRows } from '../model/message-history.ts';
import type { OutboxEntry } from '../model/outbox-entry.ts';
import type { DelayReason, RefusalReason } from '../model/send-result.ts';
import { createStore, type ReadableStore } from '../model/store.ts';
import {
  createOutgoingTranslations,
  type OutgoingTranslations,
  type TranslationFailure,
} from '../translation/outgoing-translations.ts';
import { translateMessage } from '../translation/translate.ts';
import { transcribeRecording } from '../voice/transcribe.ts';
import {
  createTranscriptionQueue,
  type TranscriptionFailure,
  type TranscriptionQueue,
} from '../voice/transcription-queue.ts';
import type { MessageJobKind } from './message-queues.ts';
import { attachTranscript, attachTranslation, sendMessage } from './message-transport.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { shareAccepted } from './outbox-tabs.ts';

/** Events that the chat screen shows. */
export type SendingEvent =
  | { kind: 'refused'; entry: OutboxEntry; reason: RefusalReason | undefined }
  /** It waits and will be sent automatically. */
  | { kind: 'held-back'; reason: DelayReason }
  | { kind: 'translation-failed'; id: string; failure: TranslationFailure }
  | { kind: 'transcription-failed'; id: string; failure: TranscriptionFailure };

/** The running outbox of one writer. */
export interface Sending {
  outbox: Outbox;
  outgoingTranslations: OutgoingTranslations;
  transcripts: TranscriptionQueue;
  /** The share of an upload that has left this tab, by message: 0 to 1. */
  uploads: ReadableStore<ReadonlyMap<string, number>>;
  /** @returns a function that ends the subscription. */
  onEvent(listener: (event: SendingEvent) => void): () => void;
}

/**
 * Longer than an attempt: a recording may take a minute to be stored, a picture and its thumbnail
 * as much each.
 */
const SENDING_PATIENCE_MS: Record<MessageJobKind, number> = { messages: 80_000, files: 140_000 };
/** Longer than an attempt to have something written down, which may take two minutes. */
const TRANSCRIPTS_PATIENCE_MS = 140_000;

/**
 * Sends the messages of a profile, wherever their writer has gone meanwhile. Another profile's
 * outbox is stopped.
 */
export const sendingQueue = defineQueue(createSending, { runsOn: true });

function createSending({
  ownerId: senderId,
  supabase,
  queryClient,
  startJobs,
}: QueueOwner): Sending & { stop(): void } {
  // Users whose session ended here have left their recordings.
  forgetRecordings(senderId).catch(() => undefined);
  const listeners = new Set<(event: SendingEvent) => void>();
  const notify = (event: SendingEvent) => {
    for (const listener of listeners) listener(event);
  };
  const showRow = (row: ChatMessage) => {
    queryClient.setQueryData<MessageHistory>(
      chatKeys.messageHistory(row.session_id),
      (history) => history && mergeRows(history, [row]),
    );
  };
  const shareRow = shareAccepted(senderId, showRow);
  const isKept = async (id: string) =>
    (await isStored('messages', senderId, id)) || (await isStored('files', senderId, id));
  const uploads = createStore<ReadonlyMap<string, number>>(new Map());
  const outgoingTranslations = createOutgoingTranslations({
    clock: systemClock,
    translate: (request) => translateMessage(supabase, request),
    attach: (request, translation) => attachTranslation(supabase, request, translation, showRow),
    onFailed: (id, failure) => notify({ kind: 'translation-failed', id, failure }),
  });
  const transcripts = createTranscriptionQueue({
    clock: systemClock,
    start: (definition) =>
      startJobs('transcriptions', definition, { lockPatienceMs: TRANSCRIPTS_PATIENCE_MS }),
    transcribe: (request) => transcribeRecording(supabase, request),
    attach: (id, words) => attachTranscript(supabase, id, words, showRow),
    onTranscribed({ id, sessionId: chatId, language, target }, words) {
      if (target)
        void outgoingTranslations.retry({ id, sessionId: chatId, text: words, source: language, target });
    },
    onFailed: (id, failure) => notify({ kind: 'transcription-failed', id, failure }),
  });
  const outbox = createOutbox({
    senderId,
    outgoingTranslations,
    newId,
    start: (kind, definition) => startJobs(kind, definition, { lockPatienceMs: SENDING_PATIENCE_MS[kind] }),
    send: async (entry, translation, uploading) => {
      const onProgress = (share: number) => uploads.set(new Map(uploads.get()).set(entry.id, share));
      const result = await sendMessage(supabase, entry, translation, { ...uploading, onProgress }, () =>
        isKept(entry.id),
      );
      uploads.set(new Map([...uploads.get()].filter(([id]) => id !== entry.id)));
      // Its writer need not load what they have just sent.
      if (result.kind === 'accepted' && entry.attachment?.size) {
        queryClient.setQueryData(chatKeys.picture(entry.content), entry.attachment.content);
      }
      if (result.kind === 'unreachable' && result.reason)
        notify({ kind: 'held-back', reason: result.reason });
      return result;
    },
    onAccepted: (row) => {
      showRow(row);
      shareRow(row);
    },
    async onDelivered({
      id,
      sessionId: chatId,
      recording,
      sourceLanguage: language,
      targetLanguage: target,
    }) {
      // A user who has logged out meanwhile wants it on this device no more.
      if (!(await isKept(id))) return;
      await transcripts.add({ id, sessionId: chatId, audio: recording.audio, language, target });
    },
    onRefused: (entry, reason) => notify({ kind: 'refused', entry, reason }),
  });
  return {
    outbox,
    outgoingTranslations,
    transcripts,
    uploads,
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      outbox.stop();
      transcripts.stop();
    },
  };
}
