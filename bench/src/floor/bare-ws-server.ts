import { WebSocketServer } from 'ws';
import type { Chat } from '../load/event.ts';
import { openBareSql } from './bare-sql.ts';

/**
 * The floor of a live chat: a bare `ws` server that runs the bare transaction for each message and
 * passes it to everyone else in the same chat. Started as a process of its own with the database
 * URL and the chats on its command line.
 */
const [databaseUrl, connections, chatsJson] = process.argv.slice(2) as [string, string, string];
const chats = JSON.parse(chatsJson) as Chat[];
const sql = await openBareSql(databaseUrl, Number(connections));
const rooms = new Map<number, Set<import('ws').WebSocket>>();
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });

server.on('connection', (socket, request) => {
  const room = Number(new URL(request.url ?? '/', 'http://floor').searchParams.get('chat'));
  const members = rooms.get(room) ?? new Set();
  rooms.set(room, members.add(socket));
  socket.on('close', () => members.delete(socket));
  socket.on('message', async (data) => {
    const { id } = JSON.parse(data.toString()) as { id: string };
    const chat = chats[room] as Chat;
    await sql.send(chat, chat.vendor, id);
    const text = JSON.stringify({
      id,
      content: 'The lead time is 30 days after we have received the deposit.',
    });
    for (const member of members) if (member !== socket) member.send(text);
  });
});
server.on('listening', () => process.send?.((server.address() as import('node:net').AddressInfo).port));
process.on('disconnect', () => process.exit(0));
