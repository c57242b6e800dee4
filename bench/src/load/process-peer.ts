import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '@dragoman/supabase-server/db/database';
import { joinProcessPubSub } from '@dragoman/supabase-server/realtime/rooms/process-pubsub';
import { createLogger } from '@dragoman/supabase-server/util/logger';
import { joinRedis } from './redis-pubsub.ts';

/** What the measurement tells a peer to do. */
export interface Round {
  /** Messages a second, of this process. */
  rate: number;
  seconds: number;
}

/** What a peer has seen since its last answer. */
export interface Seen {
  sent: number;
  /** Milliseconds from the sender's process to this one, of each message. */
  delays: number[];
}

const TICK_MS = 5;
const KIND = 'broadcast';
/** A small broadcast, as that of a person who types. */
const PADDING = 'x'.repeat(200);

/**
 * One of several processes that tell each other: `process-peer.ts database|redis ADDRESS`. It
 * answers to `{rate, seconds}` when it has sent, and to `'seen'` with what has come.
 */
const [way, address = ''] = process.argv.slice(2);
let seen: Seen = { sent: 0, delays: [] };
const own = String(process.pid);

function take(body: string): void {
  const [from, at] = body.split(' ');
  if (from !== own) seen.delays.push(now() - Number(at));
}

async function join(): Promise<(body: string) => void> {
  if (way === 'redis') return joinRedis(Number(address), KIND, take);
  const log = createLogger('error');
  const db = openDatabase({ url: address, poolSize: 4, statementTimeoutMs: 30_000, log });
  const nothing = () => undefined;
  const pubSub = await joinProcessPubSub(
    { db, log, peerSeconds: 35 },
    {
      onMessage: ({ kind, body }) => kind === KIND && take(body),
      onDatabaseMessage: nothing,
      onBack: nothing,
      onLost: nothing,
      onPeerGone: nothing,
      onPeerChange: nothing,
    },
  );
  return (body) => pubSub.publish(KIND, body);
}

async function send(publish: (body: string) => void, { rate, seconds }: Round): Promise<void> {
  const began = performance.now();
  for (let sent = 0; sent < rate * seconds; ) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - began) / 1000) * rate));
    for (; sent < due; sent += 1) publish(`${own} ${now()} ${PADDING}`);
    seen.sent = sent;
    await delay(TICK_MS);
  }
}

/** The processes of one machine share this clock. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

const publish = await join();
process.on('message', (message: Round | 'seen') => {
  if (message === 'seen') {
    process.send?.(seen);
    seen = { sent: 0, delays: [] };
  } else void send(publish, message).then(() => process.send?.('sent'));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
