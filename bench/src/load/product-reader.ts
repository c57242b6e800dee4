import type WebSocket from 'ws';
import type { Chat, SampleEvent } from './event.ts';
import { openSocket } from './open-socket.ts';

/**
 * Subscribes to the messages of a chat as the web app does.
 * @param accessToken of the reader, whose rights decide what arrives
 * @param arrived called with the id of each message
 * @throws when the server refuses the subscription
 */
export async function openProductReader(
  port: number,
  event: SampleEvent,
  chat: Chat,
  accessToken: string,
  arrived: (id: string) => void,
): Promise<WebSocket> {
  const socket = await openSocket(
    `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${encodeURIComponent(event.apiKey)}&vsn=2.0.0`,
  );
  const live = new Promise<void>((resolve, reject) => {
    socket.on('message', (data) => {
      const [, , , name, payload] = JSON.parse(data.toString()) as [unknown, unknown, string, string, never];
      if (name === 'postgres_changes')
        arrived((payload as { data: { record: { id: string } } }).data.record.id);
      if (name === 'system') {
        const { status, message } = payload as { status: string; message: string };
        status === 'ok' ? resolve() : reject(new Error(message));
      }
    });
  });
  const config = {
    broadcast: { ack: false, self: false },
    presence: { key: '', enabled: false },
    postgres_changes: [
      { event: '*', schema: 'public', table: 'messages', filter: `session_id=eq.${chat.sessionId}` },
    ],
    private: false,
  };
  socket.send(JSON.stringify(['1', '1', 'realtime:chat', 'phx_join', { config, access_token: accessToken }]));
  await live;
  return socket;
}
