import { openBareSql } from '../floor/bare-sql.ts';
import { type Chat, messageRow, type SampleEvent, sendHeaders } from '../load/event.ts';
import { openRawConnection } from '../load/raw-http.ts';
import type { Line } from '../report.ts';
import { compare } from './rounds.ts';

/**
 * The share of the floor that 32 senders must reach. One alone waits for each answer: that figure
 * is the latency of a hop turned round.
 */
const TARGET = 0.5;

/** Messages a second through the API beside the bare transaction on the bare table. */
export async function measureThroughput(
  port: number,
  event: SampleEvent,
  databaseUrl: string,
  connections: number,
  senders: number,
): Promise<Line> {
  const sql = await openBareSql(databaseUrl, connections);
  const api = await Promise.all(Array.from({ length: senders }, () => openRawConnection(port)));
  const headers = event.chats.map((chat) => sendHeaders(event, chat.vendor));
  try {
    const { product, floor, ratio } = await compare(
      senders,
      async (index) => {
        const chat = pick(event, index);
        const body = JSON.stringify(messageRow(chat, chat.vendor));
        const sender = headers[index % headers.length] as string;
        const status = await api[index]?.post('/rest/v1/messages', sender, body);
        if (status !== 201) throw new Error(`the API answered ${status}`);
      },
      (index) => {
        const chat = pick(event, index);
        return sql.send(chat, chat.vendor);
      },
    );
    return {
      what: `messages/s, ${senders} sender${senders === 1 ? '' : 's'}`,
      product: `${product.toFixed(0)}/s`,
      floor: `${floor.toFixed(0)}/s (bare table)`,
      ratio: ratio.toFixed(2),
      ...(senders === 1 ? {} : { target: { text: `at least ${TARGET}`, met: ratio >= TARGET } }),
    };
  } finally {
    for (const connection of api) connection.close();
    await sql.close();
  }
}

function pick(event: SampleEvent, index: number): Chat {
  return event.chats[index % event.chats.length] as Chat;
}
