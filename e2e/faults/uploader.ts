import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import type { SampleEvent } from '../../bench/src/load/event.ts';

const BUCKET = 'chat-files';
const FILE_BYTES = 20_000;
const PAUSE_MS = 100;
const ATTEMPT_MS = 15_000;

/** Sends files into the first chat, one after the other, and keeps what was acknowledged. */
export interface Uploader {
  readonly acknowledged: number;
  /** @returns the acknowledged files since the last call that are missing or damaged */
  missing(): Promise<string[]>;
  stop(): void;
}

export function startUploading(origin: string, event: SampleEvent): Uploader {
  const chat = event.chats[0];
  if (!chat) throw new Error('there is no chat');
  const supabase = createClient(origin, event.apiKey, {
    accessToken: async () => chat.vendor.accessToken,
    realtime: { transport: WebSocket as never },
    global: {
      fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(ATTEMPT_MS) }),
    },
  });
  const files = supabase.storage.from(BUCKET);
  const unproved = new Map<string, string>();
  const over = new AbortController();
  let acknowledged = 0;

  async function run(): Promise<void> {
    while (!over.signal.aborted) {
      const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(FILE_BYTES)]);
      const path = `${chat?.sessionId}/${randomUUID()}.pdf`;
      const { error } = await files.upload(path, content, { contentType: 'application/pdf' });
      if (!error) {
        acknowledged += 1;
        unproved.set(path, digest(content));
      }
      await delay(PAUSE_MS, undefined, { signal: over.signal }).catch(() => undefined);
    }
  }

  void run();
  return {
    get acknowledged() {
      return acknowledged;
    },
    async missing() {
      const found: string[] = [];
      for (const [path, wanted] of [...unproved]) {
        const { data } = await files.download(path);
        const same = data && digest(Buffer.from(await data.arrayBuffer())) === wanted;
        if (!same) found.push(path);
        unproved.delete(path);
      }
      return found;
    },
    stop: () => over.abort(),
  };
}

function digest(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
