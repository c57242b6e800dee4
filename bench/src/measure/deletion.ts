import { setTimeout as delay } from 'node:timers/promises';
import { messageRow, type Participant, readHeaders, type SampleEvent, sendHeaders } from '../load/event.ts';
import { LARGE_FAIR } from '../load/large-fair.ts';
import { openRawConnection, type RawConnection } from '../load/raw-http.ts';
import type { Line } from '../report.ts';

/** The longest wait of another user's message while an account is deleted. */
const TARGET_MS = 1000;
const EVERY_MS = 20;
const QUIET_MS = 3000;

/**
 * Deletes the vendor of a large fair, while another chat continues: measures the response time, and
 * the slowest message of that chat, compared with the same messages before.
 */
export async function measureDeletion(port: number, event: SampleEvent): Promise<Line[]> {
  const [leaving, other] = [event.chats[0], event.chats[1]];
  if (!leaving || !other) throw new Error('two chats are needed');
  const [api, side] = await Promise.all([openRawConnection(port), openRawConnection(port)]);
  try {
    const say = () => sayOnce(side, event, other);
    const quiet = await longestWait(say, delay(QUIET_MS));
    const began = performance.now();
    const busy = await longestWait(say, deleteAccount(api, event, leaving.vendor));
    const took = performance.now() - began;
    return [
      {
        what: `deletion of an account with ${LARGE_FAIR.messages} messages`,
        product: `${(took / 1000).toFixed(1)} s`,
        floor: '–',
        ratio: '–',
      },
      {
        what: "another chat's slowest message meanwhile",
        product: `${busy.toFixed(0)} ms`,
        floor: `${quiet.toFixed(0)} ms (before)`,
        ratio: (busy / quiet).toFixed(2),
        target: { text: `at most ${TARGET_MS} ms`, met: busy <= TARGET_MS },
      },
    ];
  } finally {
    api.close();
    side.close();
  }
}

async function deleteAccount(
  api: RawConnection,
  event: SampleEvent,
  { password, ...vendor }: Participant,
): Promise<void> {
  const headers = readHeaders(event, { password, ...vendor });
  const status = await api.post(
    '/functions/v1/delete-account',
    headers,
    JSON.stringify({ confirmed: true, password }),
  );
  if (status !== 200) throw new Error(`the deletion answered ${status}`);
}

async function sayOnce(
  side: RawConnection,
  event: SampleEvent,
  chat: SampleEvent['chats'][number],
): Promise<void> {
  const body = JSON.stringify(messageRow(chat, chat.vendor));
  const status = await side.post('/rest/v1/messages', sendHeaders(event, chat.vendor), body);
  if (status !== 201) throw new Error(`the API answered ${status}`);
}

/** @returns ms that the slowest of the acts took that were begun one after another until `end` */
async function longestWait(act: () => Promise<void>, end: Promise<void>): Promise<number> {
  let over = false;
  const ended = end.finally(() => {
    over = true;
  });
  let longest = 0;
  while (!over) {
    const began = performance.now();
    await act();
    longest = Math.max(longest, performance.now() - began);
    await delay(EVERY_MS);
  }
  await ended;
  return longest;
}
