import type { QueryClient } from '@tanstack/react-query';
import type { Supabase } from '@/shared/api/supabase.ts';
import { tabLock } from '@/shared/async/tab-lock.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { forgetRecordings } from '@/shared/offline/outbox-storage.ts';
import { chatKeys } from '../model/chat-keys.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import { systemClock } from '../model/clock.ts';
import type { OutboxEntry } from '../model/outbox-entry.ts';
import { type OutboxStore, storeWithFallback } from '../model/outbox-store.ts';
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
import { indexedOutboxStore } from './indexed-outbox-store.ts';
import { attachTranscript, attachTranslation, sendMessage } from './message-transport.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createTabs } from './outbox-tabs.ts';

/** What the chat screen tells people about. */
export type SendingEvent =
  | { kind: 'refused'; entry: OutboxEntry; reason: RefusalReason | undefined }
  /** It waits, and goes out by itself. */
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

/** Longer than an attempt to have something written down, which may take two minutes. */
const TRANSCRIPTS_PATIENCE_MS = 140_000;

let store: OutboxStore | undefined;
let running: { senderId: string; queryClient: QueryClient; sending: Sending } | undefined;

/**
 * Starts sending for a profile, or returns what already runs: the outbox outlives the pages of the app, so that a message
 * goes out wherever its writer has gone meanwhile. Another profile's outbox is stopped.
 */
export function startSending(supabase: Supabase, queryClient: QueryClient, senderId: string): Sending {
  if (running?.senderId === senderId && running.queryClient === queryClient) return running.sending;
  running?.sending.outbox.stop();
  running?.sending.transcripts.stop();
  const sending = createSending(supabase, queryClient, senderId);
  running = { senderId, queryClient, sending };
  return sending;
}

function createSending(supabase: Supabase, queryClient: QueryClient, senderId: string): Sending {
  // Somebody whose session ended here by itself has left theirs.
  void forgetRecordings(senderId);
  store ??= storeWithFallback(indexedOutboxStore());
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
  const tabs = createTabs(senderId, {
    onAccepted: showRow,
    onStored: () => void outbox.reload(),
  });
  const desk = createTranslationDesk({
    clock: systemClock,
    translate: (request) => translateMessage(supabase, request),
    attach: (request, translation) => attachTranslation(supabase, request, translation, showRow),
    onFailed: (id, failure) => tell({ kind: 'translation-failed', id, failure }),
  });
  const transcripts = createTranscriptionDesk({
    senderId,
    store,
    clock: systemClock,
    exclusively: tabLock(`dragoman-transcripts:${senderId}`, TRANSCRIPTS_PATIENCE_MS),
    transcribe: (request) => transcribeRecording(supabase, request),
    attach: (id, words) => attachTranscript(supabase, id, words, showRow),
    onTranscribed({ id, sessionId, language, target }, words) {
      if (target) void desk.retry({ id, sessionId, text: words, source: language, target });
    },
    onFailed: (id, failure) => tell({ kind: 'transcription-failed', id, failure }),
  });
  const outbox: Outbox = createOutbox({
    senderId,
    store,
    desk,
    clock: systemClock,
    newId,
    send: async (entry, translation) => {
      const result = await sendMessage(supabase, entry, translation);
      if (result.kind === 'unreachable' && result.reason) tell({ kind: 'held-back', reason: result.reason });
      return result;
    },
    exclusively: tabs.exclusively,
    onAccepted: (row) => {
      showRow(row);
      tabs.tellAccepted(row);
    },
    onDelivered: transcripts.wake,
    onRefused: (entry, reason) => tell({ kind: 'refused', entry, reason }),
    onStored: tabs.tellStored,
  });
  // Never removed: one outbox runs for as long as the page lives, and a stopped one ignores being woken.
  const wake = () => {
    outbox.wake();
    transcripts.wake();
  };
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });
  void outbox.reload().then(wake);
  return {
    outbox,
    desk,
    transcripts,
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
