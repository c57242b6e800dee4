import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import type { Logger } from '../../util/logger.ts';
import { ChunkReader, type PubSubMessage, toPayloads } from './chunks.ts';

/**
 * Messages between the server processes on one database, over NOTIFY. Delivered at most once, in
 * order per sender.
 */
export interface ProcessPubSub {
  /** Notifies all other processes; sends nothing without any. */
  publish(kind: string, body: string): void;
  close(): Promise<void>;
}

export interface ProcessPubSubHandlers {
  onMessage(message: PubSubMessage): void;
  /**
   * A trigger of the database sent it: a broadcast (platform/03_realtime.sql), or that rights have
   * changed.
   */
  onDatabaseMessage(message: Pick<PubSubMessage, 'kind' | 'body'>): void;
  /** Notifications come again, after {@link ProcessPubSubHandlers.onLost}. */
  onBack(): void;
  /** Notifications do not come any more. */
  onLost(): void;
  /** A process has stopped, or has been silent for too long. */
  onPeerGone(id: string): void;
  /**
   * Messages may have been missed, or another process has come: all shared state must be requested
   * again.
   */
  onPeerChange(): void;
}

const NOTIFY_CHANNEL = 'dragoman_cluster';
/** The sender's name that the database's triggers use; those of processes are longer. */
const DATABASE = 'database';
/** Signs of life within the time after which a process counts as gone. */
const SIGNS_OF_LIFE = 3.5;
/** Waiting for the database, messages beyond this number are dropped: they are of the moment. */
const MOST_QUEUED = 5000;

/**
 * Message kinds of the pub/sub itself: a process that has come, one that is there, one that goes.
 */
const HELLO = 'hello';
const ALIVE = 'alive';
const BYE = 'bye';

/**
 * Joins the processes on the database.
 * @param deps.peerSeconds of silence after which a process counts as gone
 * @throws when the first connection fails
 */
export async function joinProcessPubSub(
  deps: { db: Database; log: Logger; peerSeconds: number },
  handlers: ProcessPubSubHandlers,
): Promise<ProcessPubSub> {
  const { db, log } = deps;
  const goneAfterMs = deps.peerSeconds * 1000;
  const self = randomUUID().slice(0, 13);
  const peers = new Map<string, number>();
  const reader = new ChunkReader();
  let queue: string[] = [];
  let dropped = 0;
  let sending: Promise<void> | null = null;

  function send(kind: string, body: string): void {
    if (queue.length >= MOST_QUEUED) {
      dropped += 1;
      return;
    }
    queue.push(...toPayloads({ from: self, kind, body }));
    sending ??= flush().finally(() => {
      sending = null;
    });
  }

  /** Messages that arrive while the database is busy are sent together. */
  async function flush(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      try {
        await db.query(`select pg_notify('${NOTIFY_CHANNEL}', p) from unnest($1::text[]) p`, [batch]);
      } catch (error) {
        log.warn({ err: { message: (error as Error).message } }, 'other processes could not be told');
      }
    }
    if (dropped > 0) log.warn({ dropped }, 'too many messages for other processes at once');
    dropped = 0;
  }

  function take(payload: string): void {
    const message = reader.read(payload);
    if (message === null || message.from === self) return;
    const { from, kind, body } = message;
    if (from === DATABASE) {
      handlers.onDatabaseMessage({ kind, body });
      return;
    }
    if (kind === BYE) {
      drop(from);
      return;
    }
    const isNew = !peers.has(from);
    peers.set(from, performance.now());
    if (kind === HELLO) send(ALIVE, '');
    if (isNew || kind === HELLO) handlers.onPeerChange();
    if (kind !== HELLO && kind !== ALIVE) handlers.onMessage(message);
  }

  function drop(peer: string): void {
    reader.forget(peer);
    if (peers.delete(peer)) handlers.onPeerGone(peer);
  }

  let lost = false;
  const subscription = await db.listen(
    NOTIFY_CHANNEL,
    take,
    () => {
      send(HELLO, '');
      handlers.onPeerChange();
      if (lost) handlers.onBack();
      lost = false;
    },
    () => {
      lost = true;
      handlers.onLost();
    },
  );
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [peer, seen] of peers) if (now - seen > goneAfterMs) drop(peer);
    send(ALIVE, '');
  }, goneAfterMs / SIGNS_OF_LIFE);

  return {
    publish(kind, body) {
      if (peers.size > 0) send(kind, body);
    },
    async close() {
      clearInterval(timer);
      send(BYE, '');
      await sending;
      await subscription.close();
    },
  };
}
