import { type BareSql, openBareSql } from '../floor/bare-sql.ts';
import { type Chat, messageRow, type SampleEvent, sendHeaders } from '../load/event.ts';
import { openRawConnection } from '../load/raw-http.ts';
import type { Line } from '../report.ts';
import { median } from '../statistics.ts';

const WARM_UP_MS = 1000;
const ROUND_MS = 3000;
const ROUNDS = 5;

/** Messages a second through the API beside the bare transaction, in alternating rounds so that both meet the same machine. */
export async function measureThroughput(
  port: number,
  event: SampleEvent,
  databaseUrl: string,
  connections: number,
  senders: number,
): Promise<Line> {
  const sql = openBareSql(databaseUrl, connections);
  const api = await openApiSenders(port, event, senders);
  try {
    await run(senders, WARM_UP_MS, api.send);
    await run(senders, WARM_UP_MS, (index) => bareSend(sql, event, index));
    const product: number[] = [];
    const floor: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      floor.push(await run(senders, ROUND_MS, (index) => bareSend(sql, event, index)));
      product.push(await run(senders, ROUND_MS, api.send));
    }
    const ratio = median(product) / median(floor);
    return {
      what: `messages/s, ${senders} sender${senders === 1 ? '' : 's'}`,
      product: `${median(product).toFixed(0)}/s`,
      floor: `${median(floor).toFixed(0)}/s (bare SQL)`,
      ratio: ratio.toFixed(2),
      target: { text: 'at least 0.80', met: ratio >= 0.8 },
    };
  } finally {
    api.close();
    await sql.close();
  }
}

async function openApiSenders(port: number, event: SampleEvent, senders: number) {
  const connections = await Promise.all(Array.from({ length: senders }, () => openRawConnection(port)));
  const headers = event.chats.map((chat) => sendHeaders(event, chat.vendor));
  return {
    async send(index: number): Promise<void> {
      const chat = pick(event, index);
      const body = JSON.stringify(messageRow(chat, chat.vendor));
      const status = await connections[index]?.post(
        '/rest/v1/messages',
        headers[index % headers.length] as string,
        body,
      );
      if (status !== 201) throw new Error(`the API answered ${status}`);
    },
    close() {
      for (const connection of connections) connection.close();
    },
  };
}

function bareSend(sql: BareSql, event: SampleEvent, index: number): Promise<void> {
  const chat = pick(event, index);
  return sql.send(chat, chat.vendor);
}

function pick(event: SampleEvent, index: number): Chat {
  return event.chats[index % event.chats.length] as Chat;
}

/** @returns completed sends a second of `senders` callers that each send one after the other */
async function run(senders: number, forMs: number, send: (index: number) => Promise<void>): Promise<number> {
  const began = performance.now();
  const until = began + forMs;
  let done = 0;
  await Promise.all(
    Array.from({ length: senders }, async (_, index) => {
      while (performance.now() < until) {
        await send(index);
        done++;
      }
    }),
  );
  return done / ((performance.now() - began) / 1000);
}
