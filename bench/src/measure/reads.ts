import { openBareSql } from '../floor/bare-sql.ts';
import { type Chat, readHeaders, type SampleEvent } from '../load/event.ts';
import { openRawConnection } from '../load/raw-http.ts';
import type { Line } from '../report.ts';
import { compare } from './rounds.ts';

const READERS = 32;
const TARGET = 0.85;
/** More than a page in each chat. */
const HISTORY = 200;

/**
 * The newest page of a chat as the web app asks for it, beside the bare statement for the same
 * rows.
 */
export async function measureReads(
  port: number,
  event: SampleEvent,
  databaseUrl: string,
  connections: number,
): Promise<Line> {
  const sql = await openBareSql(databaseUrl, connections);
  const api = await Promise.all(Array.from({ length: READERS }, () => openRawConnection(port)));
  const headers = event.chats.map((chat) => readHeaders(event, chat.visitor));
  try {
    for (const chat of event.chats) {
      for (let count = 0; count < HISTORY; count++) {
        await sql.sendByRules(chat, count % 2 === 0 ? chat.vendor : chat.visitor);
      }
    }
    await sql.analyze();
    const { product, floor, ratio } = await compare(
      READERS,
      async (index) => {
        const reader = headers[index % headers.length] as string;
        const status = await api[index]?.get(pagePath(pick(event, index)), reader);
        if (status !== 200) throw new Error(`the API answered ${status}`);
      },
      async (index) => {
        const chat = pick(event, index);
        const body = await sql.readPage(chat, chat.visitor);
        if (body === '[]') throw new Error('the bare statement gave no rows');
      },
    );
    return {
      what: `reads of 50 messages/s, ${READERS} readers`,
      product: `${product.toFixed(0)}/s`,
      floor: `${floor.toFixed(0)}/s (bare SQL)`,
      ratio: ratio.toFixed(2),
      target: { text: `at least ${TARGET}`, met: ratio >= TARGET },
    };
  } finally {
    for (const connection of api) connection.close();
    await sql.close();
  }
}

function pagePath({ sessionId }: Chat): string {
  const query = new URLSearchParams({
    select: '*,sender:profiles!sender_id(id,name,language,avatar_url)',
    session_id: `eq.${sessionId}`,
    order: 'created_at.desc,id.desc',
    limit: '50',
  });
  return `/rest/v1/messages?${query}`;
}

function pick(event: SampleEvent, index: number): Chat {
  return event.chats[index % event.chats.length] as Chat;
}
