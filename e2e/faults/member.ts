import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import { classifyResponse } from '../../apps/web/src/shared/api/classify-response.ts';
import { openLiveChannel } from '../../apps/web/src/shared/api/live-channel.ts';
import { retryDelayMs } from '../../apps/web/src/shared/async/retry-delay.ts';
import { type Chat, messageRow, type Participant } from '../../bench/src/load/event.ts';

/** As the web app: time limit of an attempt, pause between catch-ups without a live channel. */
const ATTEMPT_MS = 15_000;
const POLL_MS = 5_000;
const PAGE = 200;
/** As the web app: a row can be seen later than its time says. */
const OVERLAP_MS = 2 * 60_000;

/** One person of a chat with the official client, who sends and receives as the web app does. */
export interface Member {
  readonly chat: string;
  /** The ids of the messages that the server has acknowledged, with the time of its answer. */
  readonly acknowledged: ReadonlyMap<string, number>;
  /** The messages in view by id, with the time of their coming. */
  readonly view: ReadonlyMap<string, Seen>;
  /** Messages that came by the live channel. */
  readonly live: number;
  readonly isLive: boolean;
  /** When the channel became live last. */
  readonly liveSince: number;
  /** Messages that wait to be acknowledged. */
  readonly waiting: number;
  /** Messages that the server has refused for good; there must be none. */
  readonly refused: readonly string[];
  /** Whether to write a message every so many ms; null for none. */
  write(everyMs: number | null): void;
  leave(): void;
}

/** A message in a person's view; times are by `performance.now()`. */
export interface Seen {
  content: string;
  at: number;
}

interface Row {
  id: string;
  content: string;
  created_at: string;
}

/** Opens the chat. @param name tells this person's texts from all others */
export function joinChat(
  origin: string,
  apiKey: string,
  name: string,
  chat: Chat,
  self: Participant,
): Member {
  const supabase = createClient(origin, apiKey, {
    accessToken: async () => self.accessToken,
    realtime: { transport: WebSocket as never },
  });
  const acknowledged = new Map<string, number>();
  const refused: string[] = [];
  const view = new Map<string, Seen>();
  const outbox: Array<{ id: string; content: string }> = [];
  const over = new AbortController();
  let newest = '';
  let written = 0;
  let live = 0;
  let isLive = false;
  let liveSince = 0;
  let sending = false;
  let reading = false;
  let readWanted = false;
  let wake = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  function show(row: Row): void {
    if (!view.has(row.id)) view.set(row.id, { content: row.content, at: performance.now() });
    if (row.created_at > newest) newest = row.created_at;
  }

  const close = openLiveChannel(
    { realtime: async () => supabase.realtime },
    {
      topic: `chat:${chat.sessionId}`,
      bind: (channel) =>
        channel.on(
          'postgres_changes',
          {
            event: 'INSERT',
            schema: 'public',
            table: 'messages',
            filter: `session_id=eq.${chat.sessionId}`,
          },
          (payload) => {
            live += 1;
            show(payload.new as Row);
          },
        ),
      onLive() {
        if (!isLive) liveSince = performance.now();
        isLive = true;
        void catchUp();
      },
      onDown() {
        if (!isLive) return;
        isLive = false;
        void catchUp();
      },
    },
  );

  /** One read at a time; while nothing is live it goes on every few seconds. */
  async function catchUp(): Promise<void> {
    readWanted = true;
    wake.abort();
    if (reading) return;
    reading = true;
    for (let failures = 0; !over.signal.aborted && (readWanted || failures > 0 || !isLive); ) {
      readWanted = false;
      wake = new AbortController();
      failures = (await readMissed()) ? 0 : failures + 1;
      if (failures > 0 || !isLive) await pause(Math.min(POLL_MS, retryDelayMs(failures)), wake.signal);
    }
    reading = false;
  }

  async function readMissed(): Promise<boolean> {
    const since = newest ? new Date(Date.parse(newest) - OVERLAP_MS).toISOString() : '1970-01-01';
    for (let from = 0; ; from += PAGE) {
      const { data, error } = await supabase
        .from('messages')
        .select('id, content, created_at')
        .eq('session_id', chat.sessionId)
        .gte('created_at', since)
        .order('created_at')
        .order('id')
        .range(from, from + PAGE - 1)
        .abortSignal(AbortSignal.timeout(ATTEMPT_MS))
        .retry(false);
      if (error) return false;
      for (const row of data as Row[]) show(row);
      if (data.length < PAGE) return true;
    }
  }

  /** Messages go one after the other, each until the server has answered yes. */
  async function send(): Promise<void> {
    if (sending) return;
    sending = true;
    for (let failures = 0; outbox[0] && !over.signal.aborted; ) {
      const { id, content } = outbox[0];
      const { error, status } = await supabase
        .from('messages')
        .insert({ ...messageRow(chat, self, id), content })
        .select()
        .abortSignal(AbortSignal.timeout(ATTEMPT_MS))
        .single();
      const answer = classifyResponse(status, error?.code);
      if (answer === 'unreachable') {
        failures += 1;
        await pause(retryDelayMs(failures));
        continue;
      }
      failures = 0;
      outbox.shift();
      if (answer === 'refused') refused.push(`${status} ${error?.code} ${error?.message}`);
      else acknowledged.set(id, performance.now());
    }
    sending = false;
  }

  async function pause(ms: number, signal = over.signal): Promise<void> {
    await delay(ms, undefined, { signal }).catch(() => undefined);
  }

  return {
    chat: chat.sessionId,
    acknowledged,
    view,
    refused,
    get live() {
      return live;
    },
    get isLive() {
      return isLive;
    },
    get liveSince() {
      return liveSince;
    },
    get waiting() {
      return outbox.length;
    },
    write(everyMs) {
      clearInterval(timer);
      if (everyMs === null) return;
      timer = setInterval(() => {
        written += 1;
        outbox.push({ id: randomUUID(), content: `${name}: message ${written}` });
        void send();
      }, everyMs);
    },
    leave() {
      clearInterval(timer);
      over.abort();
      wake.abort();
      close();
      void supabase.realtime.disconnect();
    },
  };
}
