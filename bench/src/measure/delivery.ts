import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { makeCrowd, type Seat } from '../load/crowd.ts';
import type { Order } from '../load/crowd-reader.ts';
import type { SampleEvent } from '../load/event.ts';
import type { Product } from '../product.ts';
import type { Line } from '../report.ts';
import { percentile } from '../statistics.ts';

const SOCKETS = 10_000;
const READERS = 2;
const RATES = [125, 250, 500, 1000, 2000];
const TARGET = { rate: 2000, ms: 250 };
const SECONDS = 8;
const TICKS_A_SECOND = 50;
/** A message that takes longer has not been delivered. */
const PATIENCE_MS = 20_000;

/**
 * How long messages take to 10,000 sockets, each of a person of its own in a chat of its own, at
 * growing rates. SQL adds the messages, 50 transactions a second, since this is about the way from
 * the commit to the sockets.
 * @returns a line for each rate, with p95 in ms, up to the first that the server does not keep up with
 * @throws when a message is not delivered within 20 seconds
 */
export async function measureDelivery(
  product: Product,
  event: SampleEvent,
  databaseUrl: string,
): Promise<Line[]> {
  const vendors = event.chats.map(({ vendor }) => vendor);
  const seats = await makeCrowd(product.url, event, databaseUrl, vendors, SOCKETS);
  const url = `ws://127.0.0.1:${product.port}/realtime/v1/websocket?apikey=${encodeURIComponent(event.apiKey)}&vsn=2.0.0`;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const readers: ChildProcess[] = [];
  try {
    for (let part = 0; part < READERS; part++) {
      readers.push(await openReader({ url, seats: seats.filter((_, index) => index % READERS === part) }));
    }
    const lines: Line[] = [];
    for (const rate of RATES) {
      const took = await deliver(client, seats, readers, rate);
      const p95 = percentile(took, 0.95);
      lines.push({
        what: `${rate} messages/s to ${SOCKETS.toLocaleString('en')} sockets, p95`,
        product: `${p95.toFixed(0)} ms`,
        floor: '',
        ratio: '',
        ...(rate === TARGET.rate
          ? { target: { text: `at most ${TARGET.ms} ms`, met: p95 <= TARGET.ms } }
          : {}),
      });
      // A higher rate would only make the queue longer.
      if (p95 > PATIENCE_MS / 4) break;
    }
    return lines;
  } finally {
    for (const reader of readers) reader.disconnect();
    await client.end();
  }
}

async function openReader(order: Order): Promise<ChildProcess> {
  const reader = fork(fileURLToPath(new URL('../load/crowd-reader.ts', import.meta.url)), [], {
    execArgv: ['--import', 'tsx'],
  });
  await new Promise<void>((resolve, reject) => {
    reader.once('message', () => resolve());
    reader.once('exit', (code) => reject(new Error(`a reader ended with code ${code}`)));
    reader.send(order);
  });
  reader.removeAllListeners('exit');
  return reader;
}

/** @returns milliseconds of each message. @throws when one is not delivered in time */
async function deliver(
  client: pg.Client,
  seats: readonly Seat[],
  readers: readonly ChildProcess[],
  rate: number,
): Promise<number[]> {
  const each = rate / TICKS_A_SECOND;
  const began = performance.now();
  let sent = 0;
  for (let tick = 1; tick <= SECONDS * TICKS_A_SECOND; tick++) {
    const wait = began + (tick * 1000) / TICKS_A_SECOND - performance.now();
    if (wait > 0) await delay(wait);
    const due = Math.round(tick * each) - sent;
    const chosen = Array.from({ length: due }, (_, index) => seats[(sent + index) % seats.length] as Seat);
    sent += due;
    await client.query({
      name: 'send',
      text: `insert into public.messages (session_id, sender_id, content)
        select session_id, sender_id, $3 from unnest($1::uuid[], $2::uuid[]) as chosen (session_id, sender_id)`,
      values: [
        chosen.map(({ sessionId }) => sessionId),
        chosen.map(({ vendorId }) => vendorId),
        String(performance.timeOrigin + performance.now()),
      ],
    });
  }
  const took: number[] = [];
  for (const deadline = performance.now() + PATIENCE_MS; took.length < sent; ) {
    if (performance.now() > deadline)
      throw new Error(`${sent - took.length} of ${sent} messages never arrived`);
    await delay(100);
    for (const reader of readers) {
      const part = new Promise<number[]>((resolve) =>
        reader.once('message', (noted) => resolve(noted as number[])),
      );
      reader.send('collect');
      took.push(...(await part));
    }
  }
  return took;
}
