import type { Seat } from './crowd.ts';
import { openSocket } from './open-socket.ts';

/**
 * A separate process that holds one socket for each seat, subscribed to the messages of its chat,
 * and notes for each message how long it took from the time in its text to its arrival. It answers
 * `{ seats }` with the number of sockets, and `collect` with the milliseconds noted since then.
 */
export interface Order {
  url: string;
  seats: Seat[];
}

const AT_ONCE = 50;
let took: number[] = [];

process.on('message', async (order: Order | 'collect') => {
  if (order === 'collect') {
    process.send?.(took);
    took = [];
    return;
  }
  const waiting = [...order.seats];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let seat = waiting.pop(); seat; seat = waiting.pop()) await subscribe(order.url, seat);
    }),
  );
  process.send?.(order.seats.length);
});
process.on('disconnect', () => process.exit(0));

async function subscribe(url: string, { sessionId, accessToken }: Seat): Promise<void> {
  const socket = await openSocket(url);
  const config = {
    postgres_changes: [
      { event: 'INSERT', schema: 'public', table: 'messages', filter: `session_id=eq.${sessionId}` },
    ],
  };
  await new Promise<void>((resolve, reject) => {
    socket.on('close', (code) => reject(new Error(`the server closed a socket with ${code}`)));
    socket.on('message', (data) => {
      const [, , , name, payload] = JSON.parse(data.toString()) as [unknown, unknown, string, string, never];
      if (name === 'postgres_changes') {
        const { content } = (payload as { data: { record: { content: string } } }).data.record;
        took.push(performance.timeOrigin + performance.now() - Number(content));
      }
      if (name === 'system') {
        const { status, message } = payload as { status: string; message: string };
        status === 'ok' ? resolve() : reject(new Error(message));
      }
    });
    socket.send(
      JSON.stringify(['1', '1', 'realtime:chat', 'phx_join', { config, access_token: accessToken }]),
    );
  });
}
