import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { messageRow, type SampleEvent, sendHeaders } from '../load/event.ts';
import { openSocket } from '../load/open-socket.ts';
import { openProductReader } from '../load/product-reader.ts';
import { openRawConnection } from '../load/raw-http.ts';
import type { Line } from '../report.ts';
import { percentile } from '../statistics.ts';

const MESSAGES_A_SECOND = 100;
const SECONDS = 15;
const WARM_UP_SECONDS = 3;

/** Sends one message in chat `index`; the path reports its arrival at the other side by id. */
interface Path {
  send(index: number, id: string): void;
  close(): void;
}

type OnArrival = (id: string) => void;

/**
 * Send to receive, over HTTP, PostgreSQL, row-level security and the socket, beside the bare `ws`
 * server on the same database.
 */
export async function measureLatency(
  port: number,
  event: SampleEvent,
  databaseUrl: string,
  connections: number,
): Promise<Line[]> {
  const floor = await sample(event.chats.length, (arrived) =>
    openFloor(event, databaseUrl, connections, arrived),
  );
  const product = await sample(event.chats.length, (arrived) => openProduct(port, event, arrived));
  return [0.5, 0.95, 0.99].map((share) => {
    const ratio = percentile(product, share) / percentile(floor, share);
    return {
      what: `send to receive p${share * 100} at ${MESSAGES_A_SECOND}/s in ${event.chats.length} chats`,
      product: `${percentile(product, share).toFixed(2)} ms`,
      floor: `${percentile(floor, share).toFixed(2)} ms (bare ws + SQL)`,
      ratio: ratio.toFixed(2),
      ...(share === 0.95 ? { target: { text: 'at most 2.00', met: ratio <= 2 } } : {}),
    };
  });
}

/** @returns milliseconds of each message after the warm-up; throws when one never arrives */
async function sample(chats: number, open: (arrived: OnArrival) => Promise<Path>): Promise<number[]> {
  const sentAt = new Map<string, number>();
  const samples: number[] = [];
  const path = await open((id) => {
    const began = sentAt.get(id);
    if (began === undefined) return;
    sentAt.delete(id);
    samples.push(performance.now() - began);
  });
  const total = MESSAGES_A_SECOND * (SECONDS + WARM_UP_SECONDS);
  const began = performance.now();
  for (let count = 0; count < total; count++) {
    const due = began + (count * 1000) / MESSAGES_A_SECOND;
    const wait = due - performance.now();
    if (wait > 0) await delay(wait);
    const id = randomUUID();
    sentAt.set(id, performance.now());
    path.send(count % chats, id);
  }
  for (const deadline = performance.now() + 10_000; sentAt.size > 0; ) {
    if (performance.now() > deadline) throw new Error(`${sentAt.size} messages never arrived`);
    await delay(10);
  }
  path.close();
  return samples.slice(MESSAGES_A_SECOND * WARM_UP_SECONDS);
}

async function openProduct(port: number, event: SampleEvent, arrived: OnArrival): Promise<Path> {
  const receivers = await Promise.all(
    event.chats.map((chat) => openProductReader(port, event, chat, chat.visitor.accessToken, arrived)),
  );
  const senders = await Promise.all(event.chats.map(() => openRawConnection(port)));
  return {
    send(index, id) {
      const chat = event.chats[index] as SampleEvent['chats'][number];
      void senders[index]
        ?.post(
          '/rest/v1/messages',
          sendHeaders(event, chat.vendor),
          JSON.stringify(messageRow(chat, chat.vendor, id)),
        )
        .then((status) => {
          if (status !== 201) throw new Error(`the API answered ${status}`);
        });
    },
    close() {
      for (const each of [...senders, ...receivers]) each.close();
    },
  };
}

async function openFloor(
  event: SampleEvent,
  databaseUrl: string,
  connections: number,
  arrived: OnArrival,
): Promise<Path> {
  const child = fork(
    fileURLToPath(new URL('../floor/bare-ws-server.ts', import.meta.url)),
    [databaseUrl, String(connections), JSON.stringify(event.chats)],
    { execArgv: ['--import', 'tsx'] },
  );
  const port = await new Promise<number>((resolve) =>
    child.once('message', (value) => resolve(value as number)),
  );
  const open = (index: number) => openSocket(`ws://127.0.0.1:${port}/?chat=${index}`);
  const senders = await Promise.all(event.chats.map((_, index) => open(index)));
  const receivers = await Promise.all(event.chats.map((_, index) => open(index)));
  for (const receiver of receivers) {
    receiver.on('message', (data) => arrived((JSON.parse(data.toString()) as { id: string }).id));
  }
  return {
    send: (index, id) => senders[index]?.send(JSON.stringify({ id })),
    close() {
      for (const socket of [...senders, ...receivers]) socket.close();
      child.disconnect();
    },
  };
}
