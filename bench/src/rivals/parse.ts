import { randomUUID } from 'node:crypto';
import { openSocket } from '../load/open-socket.ts';
import { type Contestant, postJson, type Stage, startRival, TEXT } from './contestant.ts';
import { openHttpSender } from './http-sender.ts';

interface User {
  objectId: string;
  sessionToken: string;
}

/**
 * Parse Server with LiveQuery in its process. Each message carries an access list of the two users
 * of its chat.
 */
export async function startParse({ databaseUrl, chats, connections }: Stage): Promise<Contestant> {
  const server = await startRival(['parse-server.mjs'], '/parse/health', {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(connections),
    MASTER_KEY: randomUUID(),
  });
  const signUp = () =>
    postJson<User>(
      `${server.url}/parse/users`,
      { 'X-Parse-Application-Id': 'bench' },
      { username: randomUUID(), password: randomUUID() },
    );
  const people: Array<{ sender: User; reader: User }> = [];
  for (let chat = 0; chat < chats; chat++) people.push({ sender: await signUp(), reader: await signUp() });
  const at = (chat: number) => {
    const pair = people[chat];
    if (!pair) throw new Error(`no chat ${chat}`);
    return pair;
  };
  return {
    name: 'Parse Server',
    table: '"Message"',
    async openSender(chat) {
      const { sender, reader } = at(chat);
      const { post, close } = openHttpSender(
        server.port,
        '/parse/classes/Message',
        `X-Parse-Application-Id: bench\r\nX-Parse-Session-Token: ${sender.sessionToken}\r\n`,
      );
      const row = {
        chat,
        content: TEXT,
        sender: { __type: 'Pointer', className: '_User', objectId: sender.objectId },
        ACL: { [sender.objectId]: { read: true, write: true }, [reader.objectId]: { read: true } },
      };
      return { send: (key) => post(JSON.stringify({ key, ...row })), close };
    },
    async subscribe(reader, chat, arrived) {
      const socket = await openSocket(`ws://127.0.0.1:${server.port}/parse`);
      const { sessionToken } = at(reader).reader;
      const live = new Promise<void>((resolve, reject) => {
        socket.on('message', (data) => {
          const event = JSON.parse(data.toString()) as {
            op: string;
            error?: string;
            object?: { key: string };
          };
          if (event.op === 'create' && event.object) arrived(event.object.key);
          else if (event.op === 'subscribed') resolve();
          else if (event.op === 'error') reject(new Error(event.error));
          else if (event.op === 'connected') {
            const query = { className: 'Message', where: { chat } };
            socket.send(JSON.stringify({ op: 'subscribe', requestId: 1, query, sessionToken }));
          }
        });
      });
      socket.send(JSON.stringify({ op: 'connect', applicationId: 'bench', sessionToken }));
      await live;
      return socket;
    },
    stop: server.stop,
  };
}
