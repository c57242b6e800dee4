import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import WebSocket from 'ws';
import type { SampleEvent } from '../load/event.ts';
import type { Line } from '../report.ts';
import { median } from '../statistics.ts';

const SUBSCRIBERS = 1000;
const WARM_UP = 20;
const PAIRS = 100;
const AT_ONCE = 50;
const TOPIC = 'realtime:hall';
const TEXT = JSON.stringify({ text: 'The lead time is 30 days after we have received the deposit.' });

/** A room with one who sends and many who hear. */
interface Room {
  /** Sends one message. @returns milliseconds until the last subscriber has it */
  broadcast(): Promise<number>;
  close(): void;
}

/**
 * From one client's send to the last of a thousand subscribers, beside a bare `ws` server that
 * passes the same text on. One message at a time, product and floor in turn and each first in every
 * other pair, so that both meet the same machine.
 */
export async function measureBroadcast(port: number, { apiKey, chats }: SampleEvent): Promise<Line> {
  const child = fork(fileURLToPath(new URL('../floor/fan-out-server.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  const floorPort = await new Promise<number>((resolve) =>
    child.once('message', (value) => resolve(value as number)),
  );
  const key = encodeURIComponent(apiKey);
  const floor = await openRoom(`ws://127.0.0.1:${floorPort}/`, async () => undefined, TEXT);
  const product = await openRoom(
    `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`,
    (socket) => join(socket, chats[0]?.vendor.accessToken ?? ''),
    pushFrame(),
  );
  const samples = { product: [] as number[], floor: [] as number[] };
  for (let pair = -WARM_UP; pair < PAIRS; pair++) {
    const order = pair % 2 === 0 ? (['floor', 'product'] as const) : (['product', 'floor'] as const);
    for (const which of order) {
      const took = await (which === 'floor' ? floor : product).broadcast();
      if (pair >= 0) samples[which].push(took);
    }
  }
  floor.close();
  product.close();
  child.disconnect();
  const ratio = median(samples.product) / median(samples.floor);
  return {
    what: `one broadcast to ${SUBSCRIBERS.toLocaleString('en')} subscribers, until the last has it, p50`,
    product: `${median(samples.product).toFixed(1)} ms`,
    floor: `${median(samples.floor).toFixed(1)} ms (bare ws)`,
    ratio: ratio.toFixed(2),
    target: { text: 'at most 1.50', met: ratio <= 1.5 },
  };
}

async function openRoom(
  url: string,
  enter: (socket: WebSocket) => Promise<void>,
  frame: string | Buffer,
): Promise<Room> {
  const sockets: WebSocket[] = [];
  while (sockets.length <= SUBSCRIBERS) {
    const count = Math.min(AT_ONCE, SUBSCRIBERS + 1 - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: count }, () => open(url, enter)))));
  }
  const [sender, ...subscribers] = sockets as [WebSocket, ...WebSocket[]];
  let missing = 0;
  let arrived: () => void = () => undefined;
  let failed: (error: Error) => void = () => undefined;
  for (const subscriber of subscribers) {
    subscriber.on('message', () => {
      missing--;
      if (missing === 0) arrived();
    });
    subscriber.on('close', (code) => failed(new Error(`the server closed a socket with ${code}`)));
  }
  return {
    async broadcast() {
      const all = new Promise<void>((resolve, reject) => {
        arrived = resolve;
        failed = reject;
      });
      missing = SUBSCRIBERS;
      const began = performance.now();
      sender.send(frame);
      await all;
      return performance.now() - began;
    },
    close() {
      for (const socket of sockets) socket.terminate();
    },
  };
}

async function open(url: string, enter: (socket: WebSocket) => Promise<void>): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  await enter(socket);
  return socket;
}

/** Joins as the official client does. @param token of a user, because only users may send */
async function join(socket: WebSocket, token: string): Promise<void> {
  const config = {
    broadcast: { ack: false, self: false },
    presence: { key: '', enabled: false },
    postgres_changes: [],
    private: false,
  };
  const joined = new Promise<void>((resolve, reject) => {
    socket.once('message', (data) => {
      const [, , , , { status }] = JSON.parse(data.toString()) as [0, 0, 0, 0, { status: string }];
      if (status === 'ok') resolve();
      else reject(new Error('the join was refused'));
    });
  });
  socket.send(JSON.stringify(['1', '1', TOPIC, 'phx_join', { config, access_token: token }]));
  await joined;
}

/**
 * A broadcast as version 2 of the protocol sends it: the lengths of five strings, the encoding, the
 * strings, the payload.
 */
function pushFrame(): Buffer {
  const strings = ['1', '', TOPIC, 'news', ''].map((text) => Buffer.from(text));
  return Buffer.concat([
    Buffer.from([3, ...strings.map(({ length }) => length), 1]),
    ...strings,
    Buffer.from(TEXT),
  ]);
}
