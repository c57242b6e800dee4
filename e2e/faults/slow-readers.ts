import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import WebSocket from 'ws';
import type { Stage } from './stage.ts';
import { until } from './until.ts';

const TOPIC = 'slow-readers';
/** More than the buffers of both sockets, and what the server keeps for a slow client, hold. */
const BROADCASTS = 400;
const BROADCAST_BYTES = 100_000;
/** PostgreSQL ends a reader of the log that is silent for so long; a minute without this test. */
const SENDER_TIMEOUT_S = 10;
const HEARTBEAT = JSON.stringify({ topic: 'phoenix', event: 'heartbeat', ref: '2', payload: {} });
/** Less than the time after which the server ends a silent socket. */
const SOCKET_END_MS = 30_000;
/** The longest time that others may wait for a message meanwhile, in ms. */
const MOST_DELAY_MS = 5_000;

/**
 * A websocket that is not read any more gets more than fits, and a reader of the log stops reading:
 * both are ended, and everyone else goes on.
 */
export async function slowReaders(stage: Stage, healed: () => void, notes: string[]): Promise<void> {
  const socket = await stuckSocket(stage);
  const reader = await stuckReader(stage.database.url);
  try {
    const socketEnd = floodSlowSocket(stage).then(() => socket.readRest());
    const readerEnd = until('PostgreSQL ends the slow reader', async () => {
      const rows = await stage.database.query('select from pg_replication_slots where slot_name = $1', [
        reader.slot,
      ]);
      return rows.length === 0;
    });
    const delays = await messageDelays(stage, () => Promise.all([socketEnd, readerEnd]));
    const most = Math.max(...delays);
    notes.push(
      `the slow socket was ended after ${await socketEnd} of ${BROADCASTS} broadcasts`,
      `the slow reader of the log after ${((await readerEnd) / 1000).toFixed(1)} s`,
      `others waited at most ${Math.round(most)} ms`,
    );
    if (most > MOST_DELAY_MS) throw new Error(`a message to others took ${Math.round(most)} ms`);
    healed();
  } finally {
    socket.close();
    reader.close();
  }
}

/** Joins a channel at the first process, and then reads nothing more. */
async function stuckSocket({
  servers,
  crowd,
}: Stage): Promise<{ readRest(): Promise<number>; close(): void }> {
  const origin = servers[0]?.origin ?? '';
  const socket = new WebSocket(
    `${origin.replace('http', 'ws')}/realtime/v1/websocket?apikey=${crowd.event.apiKey}&vsn=1.0.0`,
  );
  socket.on('error', () => undefined);
  let joined = false;
  let read = 0;
  socket.on('message', () => {
    if (joined) read += 1;
    else socket.pause();
    joined = true;
  });
  socket.on('open', () => {
    const token = crowd.event.chats[0]?.vendor.accessToken;
    const payload = { config: { broadcast: {} }, access_token: token };
    socket.send(JSON.stringify({ topic: `realtime:${TOPIC}`, event: 'phx_join', ref: '1', payload }));
  });
  await until('the slow socket has joined', () => joined);
  return {
    async readRest() {
      socket.resume();
      // What waits comes first, then the end; as any client, it also asks whether the server is there.
      const isEnded = () => {
        if (socket.readyState === WebSocket.OPEN) socket.send(HEARTBEAT);
        return socket.readyState === WebSocket.CLOSED;
      };
      await until('the slow socket was ended', isEnded, SOCKET_END_MS);
      return read;
    },
    close: () => socket.terminate(),
  };
}

async function floodSlowSocket({ servers, crowd }: Stage): Promise<void> {
  const client = createClient(servers[0]?.origin ?? '', crowd.event.apiKey, {
    accessToken: async () => crowd.event.chats[0]?.vendor.accessToken ?? '',
    realtime: { transport: WebSocket as never },
  });
  // A channel that is joined before the client knows its token may not broadcast.
  await client.realtime.setAuth();
  const channel = client.channel(TOPIC);
  const text = 'x'.repeat(BROADCAST_BYTES);
  let isOpen = false;
  channel.subscribe((status) => {
    isOpen = status === 'SUBSCRIBED';
  });
  try {
    await until('the writer has joined', () => isOpen);
    for (let count = 0; count < BROADCASTS; count += 1) {
      await channel.send({ type: 'broadcast', event: 'flood', payload: { text } });
      await delay(15);
    }
  } finally {
    await client.realtime.disconnect();
  }
}

/** A reader of the change log that reads nothing. */
async function stuckReader(url: string): Promise<{ slot: string; close(): void }> {
  const slot = `faults_${process.pid}`;
  const client = new pg.Client({
    connectionString: url,
    replication: 'database',
    options: `-c wal_sender_timeout=${SENDER_TIMEOUT_S}s`,
  } as pg.ClientConfig);
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput (SNAPSHOT 'nothing')`);
  const { both } = copyStreams as unknown as { both(text: string): pg.Submittable & NodeJS.ReadWriteStream };
  const stream = client.query(
    both(
      `START_REPLICATION SLOT ${slot} LOGICAL 0/0 (proto_version '1', publication_names 'supabase_realtime')`,
    ),
  );
  stream.on('error', () => undefined);
  return { slot, close: () => void client.end().catch(() => undefined) };
}

/** Measures meanwhile how long each acknowledged message takes to everyone of its chat. */
async function messageDelays({ crowd }: Stage, meanwhile: () => Promise<unknown>): Promise<number[]> {
  const delays: number[] = [];
  let over = false;
  const done = meanwhile().finally(() => {
    over = true;
  });
  done.catch(() => undefined); // awaited below
  while (!over) {
    const sent = crowd.members.map(({ acknowledged }) => [...acknowledged.keys()].at(-1) ?? '');
    delays.push(
      await until('the newest messages arrive', () =>
        crowd.members.every(({ chat, view }) =>
          crowd.members.every((sender, index) => sender.chat !== chat || view.has(sent[index] ?? '')),
        ),
      ),
    );
    await delay(100);
  }
  await done;
  return delays;
}
