import type { QueryClient } from '@tanstack/react-query';
import type { Supabase } from '@/shared/api/supabase.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { onlyOne, startJobQueue } from '@/shared/offline/start-job-queue.ts';
import { isStored } from '@/shared/offline/stored-jobs.ts';
import { forgetRecordings } from '@/shared/offline/unsaved-work.ts';
import { chatKeys } from '../model/chat-keys.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import { systemClock } from '../model/clock.ts';
import type { OutboxEntry } from '../model/outbox-entry.ts';
import type { DelayReason, RefusalReason } from '../model/send-result.ts';
import { mergeRows, type Thread } from '../model/thread.ts';
import { translateMessage } from '../translation/translate.ts';
import {
  createTranslationDesk,
  type TranslationDesk,
  type TranslationFailure,
} from '../translation/translation-desk.ts';
import { transcribeRecording } from '../voice/transcribe.ts';
import {
  createTranscriptionDesk,
  type TranscriptionDesk,
  type TranscriptionFailure,
} from '../voice/transcription-desk.ts';
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
  desk: TranslationDesk;
  transcripts: TranscriptionDesk;
  /** @returns a function that ends the subscription. */
  onEvent(listener: (event: SendingEvent) => void): () => void;
}

/** Longer than an attempt: a recording alone may take a minute to be stored. */
const SENDING_PATIENCE_MS = 80_000;
/** Longer than an attempt to have something written down, which may take two minutes. */
const TRANSCRIPTS_PATIENCE_MS = 140_000;

const running = onlyOne<Sending & { stop(): void }>();

/**
 * Starts sending for a profile, or returns what already runs: the outbox outlives the pages of the app, so that a message
 * goes out wherever its writer has gone meanwhile. Another profile's outbox is stopped.
 */
export function startSending(supabase: Supabase, queryClient: QueryClient, senderId: string): Sending {
  return running.start([queryClient, senderId], () => createSending(supabase, queryClient, senderId));
}

function createSending(
  supabase: Supabase,
  queryClient: QueryClient,
  senderId: string,
): Sending & { stop(): void } {
  // Users whose session ended here have left their recordings.
  void forgetRecordings(senderId);
  const listeners = new Set<(event: SendingEvent) => void>();
  const tell = (event: SendingEvent) => {
    for (const listener of listeners) listener(event);
  };
  const showRow = (row: ChatMessage) => {
    queryClient.setQueryData<Thread>(
      chatKeys.thread(row.session_id),
      (thread) => thread && mergeRows(thread, [row]),
    );
  };
  const shareRow = shareAccepted(senderId, showRow);
  const desk = createTranslationDesk({
    clock: systemClock,
    translate: (request) => translateMessage(supabase, request),
    attach: (request, translation) => attachTranslation(supabase, request, translation, showRow),
    onFailed: (id, failure) => tell({ kind: 'translation-failed', id, failure }),
  });
  const transcripts = createTranscriptionDesk({
    clock: systemClock,
    start: (definition) =>
      startJobQueue('transcriptions', senderId, definition, { lockPatienceMs: TRANSCRIPTS_PATIENCE_MS }),
    transcribe: (request) => transcribeRecording(supabase, request),
    attach: (id, words) => attachTranscript(supabase, id, words, showRow),
    onTranscribed({ id, sessionId, language, target }, words) {
      if (target) void desk.retry({ id, sessionId, text: words, source: language, target });
    },
    onFailed: (id, failure) => tell({ kind: 'transcription-failed', id, failure }),
  });
  const outbox = createOutbox({
    senderId,
    desk,
    newId,
    start: (definition) =>
      startJobQueue('messages', senderId, definition, { lockPatienceMs: SENDING_PATIENCE_MS }),
    send: async (entry, translation) => {
      const result = await sendMessage(supabase, entry, translation);
      if (result.kind === 'unreachable' && result.reason) tell({ kind: 'held-back', reason: result.reason });
      return result;
    },
    onAccepted: (row) => {
      showRow(row);
      shareRow(row);
    },
    async onDelivered({ id, sessionId, recording, sourceLanguage: language, targetLanguage: target }) {
      // A user who has logged out meanwhile wants it on this device no more.
      if (!(await isStored('messages', senderId, id))) return;
      await transcripts.add({ id, sessionId, audio: recording.audio, language, target });
    },
    onRefused: (entry, reason) => tell({ kind: 'refused', entry, reason }),
  });
  return {
    outbox,
    desk,
    transcripts,
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
