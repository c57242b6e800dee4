import WebSocket from 'ws';
import type { SampleEvent } from './event.ts';

/**
 * A separate process that opens sockets, subscribes each to a chat when told one, and holds them
 * until its parent leaves.
 */
interface Order {
  url: string;
  sockets: number;
  event: SampleEvent | null;
}

const AT_ONCE = 100;

process.on('message', async (order: Order) => {
  let opened = 0;
  let held = 0;
  async function worker(): Promise<void> {
    while (opened < order.sockets) {
      await hold(order, opened++);
      held++;
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  process.send?.(held);
});
process.on('disconnect', () => process.exit(0));

function hold({ url, event }: Order, index: number): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', (code) => reject(new Error(`the server closed a socket with ${code}`)));
    socket.on('open', () => {
      if (!event) return resolve();
      const chat = event.chats[index % event.chats.length] as SampleEvent['chats'][number];
      const filter = `session_id=eq.${chat.sessionId}`;
      const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'messages', filter }] };
      socket.send(
        JSON.stringify([
          '1',
          '1',
          'realtime:chat',
          'phx_join',
          { config, access_token: chat.visitor.accessToken },
        ]),
      );
    });
    socket.on('message', (data) => {
      if ((JSON.parse(data.toString()) as unknown[])[3] === 'system') resolve();
    });
    // Keeps the connection alive as the official client does.
    setInterval(() => socket.send(JSON.stringify([null, '2', 'phoenix', 'heartbeat', {}])), 25_000).unref();
  });
}
