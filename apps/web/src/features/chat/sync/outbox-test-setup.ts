import { vi } from 'vitest';
import { createJobQueue } from '@/shared/offline/job-queue.ts';
import { type JobStore, memoryJobStore } from '@/shared/offline/job-store.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import { systemClock } from '../model/clock.ts';
import { deliveryOf, entryType, fileColumns, type OutboxEntry } from '../model/outbox-entry.ts';
import type { SendResult } from '../model/send-result.ts';
import {
  createOutgoingTranslations,
  type MadeTranslation,
  type TranslateOutcome,
} from '../translation/outgoing-translations.ts';
import { createOutbox, type Draft } from './outbox.ts';

// The outbox in front of a server that a test controls, for its unit tests.

type Reaction = 'accept' | 'lose-answer' | 'unreachable' | 'refuse' | 'hang';

/** A server with a primary key, reached through a network that a test can break. */
export function fakeServer() {
  const rows: ChatMessage[] = [];
  const reactions: Reaction[] = [];
  return {
    rows,
    attempts: 0,
    /** Reactions to the next attempts; afterwards all are accepted. */
    next: (...more: Reaction[]) => reactions.push(...more),
    /** The upload URL that each attempt received to resume the recording's upload. */
    uploadUrls: [] as Array<string | undefined>,
    async send(
      entry: OutboxEntry,
      translation: MadeTranslation | null,
      uploading: { onUrl(url: string): void; signal: AbortSignal },
    ): Promise<SendResult> {
      this.attempts += 1;
      const file = entry.recording ?? entry.attachment;
      if (file) {
        this.uploadUrls.push(file.uploadUrl);
        uploading.onUrl('https://fair.example/upload/1');
      }
      const reaction = reactions.shift() ?? 'accept';
      if (reaction === 'hang') {
        // Until it is taken back, as an upload is on a slow network.
        await new Promise((resolve) => uploading.signal.addEventListener('abort', resolve));
        return { kind: 'unreachable' };
      }
      if (reaction === 'unreachable') return { kind: 'unreachable' };
      if (reaction === 'refuse') return { kind: 'refused' };
      let row = rows.find((known) => known.id === entry.id);
      if (!row) {
        row = {
          id: entry.id,
          session_id: entry.sessionId,
          sender_id: entry.senderId,
          content: entry.content,
          translated_content: translation?.text ?? null,
          translation_engine: translation?.engine ?? null,
          type: entryType(entry),
          transcript: null,
          ...fileColumns(entry),
          duration_ms: entry.recording?.durationMs ?? null,
          source_language: entry.sourceLanguage,
          target_language: entry.targetLanguage,
          created_at: new Date(Date.now()).toISOString(),
        };
        rows.push(row);
      }
      return reaction === 'lose-answer' ? { kind: 'unreachable' } : { kind: 'accepted', row };
    },
  };
}

interface SetUp {
  store?: JobStore;
  /** Of pictures and files. */
  files?: JobStore;
  server?: ReturnType<typeof fakeServer>;
  translate?: () => Promise<TranslateOutcome>;
}

let ids = 0;

export function setUp(options: SetUp = {}) {
  const { store = memoryJobStore(), files = memoryJobStore(), server = fakeServer(), ...rest } = options;
  const translate = vi.fn(
    rest.translate ?? (async () => ({ kind: 'translated', text: '好', engine: 'deepl' }) as const),
  );
  const attach = vi.fn(async () => 'attached' as const);
  const onTranslationFailed = vi.fn();
  const accepted: ChatMessage[] = [];
  const refused: OutboxEntry[] = [];
  const onDelivered = vi.fn(async (_entry: OutboxEntry) => {});
  const outbox = createOutbox({
    senderId: 'me',
    outgoingTranslations: createOutgoingTranslations({
      clock: systemClock,
      translate,
      attach,
      onFailed: onTranslationFailed,
    }),
    newId: () => `id-${++ids}`,
    send: (entry, translation, uploading) => server.send(entry, translation, uploading),
    start: (kind, definition) =>
      createJobQueue(definition, {
        ownerId: 'me',
        store: kind === 'files' ? files : store,
        exclusively: (work) => work(),
        onStored: () => {},
      }),
    onAccepted: (row) => accepted.push(row),
    onDelivered,
    onRefused: (entry) => refused.push(entry),
  });
  const shown = () => {
    const { jobs, waiting } = outbox.get();
    return jobs.map((entry) => `${entry.content}: ${deliveryOf(entry, waiting).kind}`);
  };
  return {
    outbox,
    store,
    files,
    server,
    translate,
    attach,
    onTranslationFailed,
    accepted,
    refused,
    onDelivered,
    shown,
  };
}

export function draft(content: string, patch: Partial<Draft> = {}): Draft {
  return { sessionId: 'chat', content, sourceLanguage: 'en', targetLanguage: null, ...patch };
}

export const sentContents = (server: ReturnType<typeof fakeServer>) => server.rows.map((row) => row.content);
export const settle = () => vi.advanceTimersByTimeAsync(0);
