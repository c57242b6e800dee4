import { openSocket } from '../load/open-socket.ts';
import { type Contestant, type Stage, startRival, TEXT } from './contestant.ts';

/**
 * Socket.IO with its PostgreSQL adapter. The client speaks the protocol on a plain WebSocket, which
 * costs the load generator less than `socket.io-client`.
 */
export async function startSocketIo({ databaseUrl, connections }: Stage): Promise<Contestant> {
  const server = await startRival(['socket-io-server.mjs'], '/ready', {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(connections),
  });
  return {
    name: 'Socket.IO',
    table: 'messages',
    async openSender(chat) {
      const socket = await connect(server.port, `sender-${chat}`, () => undefined);
      return {
        send: (id) => socket.ask('send', { id, chat, content: TEXT }),
        close: socket.close,
      };
    },
    async subscribe(reader, chat, arrived) {
      const socket = await connect(server.port, `reader-${reader}`, arrived);
      await socket.ask('subscribe', chat);
      return socket;
    },
    stop: server.stop,
  };
}

/** Packets of Engine.IO 4 and Socket.IO 5 as text: a digit or two for the type, then JSON. */
async function connect(port: number, token: string, arrived: (id: string) => void) {
  const socket = await openSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  const questions = new Map<number, (error: string | null) => void>();
  let asked = 0;
  const connected = new Promise<void>((resolve, reject) => {
    socket.on('message', (data) => {
      const packet = data.toString();
      if (packet === '2') socket.send('3');
      else if (packet.startsWith('40')) resolve();
      else if (packet.startsWith('44')) reject(new Error(packet));
      else if (packet.startsWith('42')) {
        arrived((JSON.parse(packet.slice(2)) as [string, { id: string }])[1].id);
      } else if (packet.startsWith('43')) {
        const begin = packet.indexOf('[');
        const question = Number(packet.slice(2, begin));
        questions.get(question)?.((JSON.parse(packet.slice(begin)) as [string | null])[0]);
        questions.delete(question);
      }
    });
  });
  socket.send(`40${JSON.stringify({ token })}`);
  await connected;
  return {
    ask: (name: string, value: unknown) =>
      new Promise<void>((resolve, reject) => {
        const question = asked++;
        questions.set(question, (error) => (error === null ? resolve() : reject(new Error(error))));
        socket.send(`42${question}${JSON.stringify([name, value])}`);
      }),
    close: () => socket.close(),
  };
}
