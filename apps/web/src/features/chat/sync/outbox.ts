import type { Language } from '@dragoman/domain/languages';
import { retryDelayMs } from '@/shared/async/retry-delay.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import type { Clock } from '../model/clock.ts';
import {
  EMPTY_OUTBOX,
  type OutboxEntry,
  type OutboxEvent,
  type OutboxState,
  type Recording,
  reduceOutbox,
} from '../model/outbox-entry.ts';
import type { OutboxStore } from '../model/outbox-store.ts';
import type { RefusalReason, SendResult } from '../model/send-result.ts';
import { type ReadableValue, writableValue } from '../model/store-value.ts';
import type { MadeTranslation, TranslationDesk } from '../translation/translation-desk.ts';

/** What somebody has written, ready to go. */
export interface Draft {
  sessionId: string;
  /** Of a voice message: the name that its recording will have. */
  content: string;
  recording?: Recording;
  sourceLanguage: Language;
  /** Language to translate into; null when nothing is to be translated. */
  targetLanguage: Language | null;
}

export interface OutboxPorts {
  /** Profile of the writer. */
  senderId: string;
  store: OutboxStore;
  desk: TranslationDesk;
  clock: Clock;
  newId(): string;
  /** One attempt to send, with the translation if there is one already. Never rejects. */
  send(entry: OutboxEntry, translation: MadeTranslation | null): Promise<SendResult>;
  /** Runs `attempt` while no other tab runs one. */
  exclusively<T>(attempt: () => Promise<T>): Promise<T>;
  /** The server has confirmed a message. */
  onAccepted(row: ChatMessage): void;
  /** A recording is with the server, and kept as delivered until its words are there. */
  onDelivered(id: string): void;
  /** The server has refused a message for good; it is kept as failed. */
  onRefused(entry: OutboxEntry, reason: RefusalReason | undefined): void;
  /** The store has changed, which other tabs want to know. */
  onStored(): void;
}

export interface Outbox {
  state: ReadableValue<OutboxState>;
  /** Shows the message at once, keeps it, and sends it after those before it. Resolves when it is kept. */
  write(draft: Draft): Promise<void>;
  /** Tries now: the network is back, the page is visible again, the server is known to answer. */
  wake(): void;
  /** Reads the store again: another tab has changed it. */
  reload(): Promise<void>;
  /** Sends a failed message again, as the newest one. */
  retry(id: string): Promise<void>;
  /** Takes an entry out for good. @returns it, or null when there is none. */
  takeOut(id: string): Promise<OutboxEntry | null>;
  /** Keeps a failed entry again that was taken out. */
  putBack(entry: OutboxEntry): Promise<void>;
  /** Ends sending; an attempt under way is finished. */
  stop(): void;
}

/** How long an insert may wait for its translation, counted from the translation's start (design section 6). */
export const TRANSLATION_GRACE_MS = 250;

/**
 * The outbox of one writer. It sends one message at a time and goes on to the next only when the server has confirmed
 * or refused it, so messages never overtake each other; ids made here make every repetition harmless.
 */
export function createOutbox(ports: OutboxPorts): Outbox {
  const { senderId, store, desk, clock } = ports;
  const state = writableValue(EMPTY_OUTBOX);
  let stopped = false;
  let flushing = false;
  let wanted = false;
  let pause: AbortController | null = null;
  let changes = 0;

  function dispatch(event: OutboxEvent): void {
    changes += 1;
    state.set(reduceOutbox(state.get(), event));
  }

  async function reload(): Promise<void> {
    for (;;) {
      const before = changes;
      const entries = (await store.all(senderId)).filter(({ state: { kind } }) => kind !== 'delivered');
      // What changed here while the store was read is newer than what was read.
      if (changes !== before) continue;
      return dispatch({ kind: 'loaded', entries });
    }
  }

  async function flush(): Promise<void> {
    if (flushing) return;
    flushing = true;
    try {
      for (let more = true; more && !stopped; ) {
        wanted = false;
        const outcome = await ports.exclusively(attemptNext);
        if (outcome === 'again-later') await rest();
        // Something may have been written while an empty store was read.
        more = outcome !== 'empty' || wanted;
      }
    } finally {
      flushing = false;
    }
  }

  async function rest(): Promise<void> {
    const { activity } = state.get();
    pause = new AbortController();
    await clock.sleep(retryDelayMs(activity.kind === 'waiting' ? activity.attempts : 1), pause.signal);
    pause = null;
  }

  async function attemptNext(): Promise<'sent' | 'again-later' | 'empty'> {
    // Read inside the lock: another tab may have sent, written or removed something meanwhile.
    await reload();
    const entry = state.get().entries.find((e) => e.seq !== null && e.state.kind === 'queued');
    if (!entry || stopped) return 'empty';
    dispatch({ kind: 'attempt', id: entry.id });
    const translation = await earlyTranslation(entry);
    const result = await ports.send(entry, translation);
    switch (result.kind) {
      case 'accepted':
        if (entry.recording) {
          // Its words are waited for before it is shown as delivered, so that nobody is offered to ask for them meanwhile.
          await store.update({ ...entry, state: { kind: 'delivered' } });
          ports.onDelivered(entry.id);
          ports.onAccepted(result.row);
        } else {
          ports.onAccepted(result.row);
          await store.remove(entry.id);
        }
        dispatch({ kind: 'accepted', id: entry.id });
        ports.onStored();
        if (!entry.recording) settleTranslation(entry, result.row);
        return 'sent';
      case 'refused':
        await store.update({ ...entry, state: { kind: 'failed' } });
        dispatch({ kind: 'refused', id: entry.id });
        desk.forget(entry.id);
        ports.onStored();
        ports.onRefused(entry, result.reason);
        return 'sent';
      case 'unreachable':
        dispatch({ kind: 'unreachable' });
        return 'again-later';
    }
  }

  async function earlyTranslation(entry: OutboxEntry): Promise<MadeTranslation | null> {
    if (!startTranslation(entry)) return null;
    return desk.ready(entry.id, TRANSLATION_GRACE_MS);
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

  async function keep(entry: OutboxEntry): Promise<void> {
    await store.add(entry);
    await reload();
    ports.onStored();
    wake();
  }

  function wake(): void {
    wanted = true;
    pause?.abort();
    void flush();
  }

  return {
    state,
    wake,
    reload,
    write(draft) {
      const entry: OutboxEntry = {
        ...draft,
        id: ports.newId(),
        seq: null,
        senderId,
        writtenAt: new Date(clock.now()).toISOString(),
        state: { kind: 'queued' },
      };
      dispatch({ kind: 'written', entry });
      // The first moment at which the text is known; the store and the lock take their time.
      startTranslation(entry);
      return keep(entry);
    },
    async retry(id) {
      const failed = state.get().entries.find((entry) => entry.id === id && entry.state.kind === 'failed');
      if (!failed) return;
      const entry: OutboxEntry = {
        ...failed,
        seq: null,
        writtenAt: new Date(clock.now()).toISOString(),
        state: { kind: 'queued' },
      };
      dispatch({ kind: 'retried', entry });
      await keep(entry);
    },
    async takeOut(id) {
      const entry = state.get().entries.find((e) => e.id === id) ?? null;
      if (!entry) return null;
      await store.remove(id);
      dispatch({ kind: 'removed', id });
      desk.forget(id);
      ports.onStored();
      return entry;
    },
    async putBack(entry) {
      await store.add({ ...entry, state: { kind: 'failed' } });
      await reload();
      ports.onStored();
    },
    stop() {
      stopped = true;
      pause?.abort();
    },
  };
}
