import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type WebSocket from 'ws';
import { openSocket } from '../load/open-socket.ts';
import { type Contestant, postJson, type Stage, startRival, TEXT } from './contestant.ts';
import { openHttpSender } from './http-sender.ts';
import { nodeOfDirectus, RIVALS_FOLDER } from './install.ts';

interface User {
  id: string;
  token: string;
}

// What `directus` runs after it has asked the internet for a newer version.
const CLI = 'node_modules/@directus/api/dist/cli/run.js';
const PASSWORD = randomUUID();
const ADMIN = 'admin@example.com';

/**
 * Directus with its realtime WebSocket. A row rule lets the two users of a message read it, and one
 * lets people write in their own name.
 */
export async function startDirectus({ databaseUrl, chats, connections }: Stage): Promise<Contestant> {
  const env = {
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    DB_POOL__MAX: String(connections),
    SECRET: randomUUID(),
    ADMIN_EMAIL: ADMIN,
    ADMIN_PASSWORD: PASSWORD,
    ACCESS_TOKEN_TTL: '1d',
    WEBSOCKETS_ENABLED: 'true',
    WEBSOCKETS_REST_AUTH: 'handshake',
    WEBSOCKETS_HEARTBEAT_ENABLED: 'false',
    WEBSOCKETS_GRAPHQL_ENABLED: 'false',
    CACHE_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    SERVE_APP: 'false',
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
  };
  const node = nodeOfDirectus();
  const bootstrap = spawnSync(node, [CLI, 'bootstrap'], {
    cwd: RIVALS_FOLDER,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    encoding: 'utf8',
  });
  if (bootstrap.status !== 0) throw new Error(`directus bootstrap failed: ${bootstrap.stderr}`);
  const server = await startRival([CLI, 'start'], '/server/ping', env, node);
  const users = await prepare(server.url, chats * 2);
  const at = (index: number) => {
    const user = users[index];
    if (!user) throw new Error(`no user ${index}`);
    return user;
  };
  const senderOf = (chat: number) => at(chat * 2);
  const readerOf = (chat: number) => at(chat * 2 + 1);
  return {
    name: 'Directus',
    table: 'messages',
    async openSender(chat) {
      const { id: sender, token } = senderOf(chat);
      const row = { chat, sender, reader: readerOf(chat).id, content: TEXT };
      const { post, close } = openHttpSender(
        server.port,
        '/items/messages',
        `Authorization: Bearer ${token}\r\n`,
      );
      return { send: (id) => post(JSON.stringify({ id, ...row })), close };
    },
    subscribe: (reader, chat, arrived) => subscribe(server.port, readerOf(reader), chat, arrived),
    stop: server.stop,
  };
}

/** Makes the collection, the access rules and the users. */
async function prepare(url: string, count: number): Promise<User[]> {
  const login = async (email: string) =>
    (
      await postJson<{ data: { access_token: string } }>(
        `${url}/auth/login`,
        {},
        { email, password: PASSWORD },
      )
    ).data.access_token;
  const admin = { Authorization: `Bearer ${await login(ADMIN)}` };
  const create = async (path: string, body: unknown) =>
    (await postJson<{ data: { id: string } }>(`${url}${path}`, admin, body)).data.id;

  const field = (name: string, type: string, schema = {}) => ({ field: name, type, schema, meta: {} });
  await create('/collections', {
    collection: 'messages',
    schema: {},
    // No rows in the tables of activity and revisions for each message.
    meta: { accountability: null },
    fields: [
      field('id', 'uuid', { is_primary_key: true }),
      field('chat', 'integer', { is_nullable: false }),
      field('sender', 'uuid', { is_nullable: false }),
      field('reader', 'uuid', { is_nullable: false }),
      field('content', 'text', { is_nullable: false }),
    ],
  });
  const own = { sender: { _eq: '$CURRENT_USER' } };
  const policy = await create('/policies', { name: 'Chat', app_access: false, admin_access: false });
  const grant = (action: string, rules: object) =>
    create('/permissions', { policy, collection: 'messages', action, fields: ['*'], ...rules });
  await grant('create', { permissions: {}, validation: own });
  await grant('read', { permissions: { _or: [own, { reader: { _eq: '$CURRENT_USER' } }] }, validation: {} });
  const role = await create('/roles', { name: 'Person', policies: { create: [{ policy }] } });

  const users: User[] = [];
  for (let index = 0; index < count; index++) {
    const email = `${randomUUID()}@example.com`;
    const id = await create('/users', { email, password: PASSWORD, role, status: 'active' });
    users.push({ id, token: await login(email) });
  }
  return users;
}

async function subscribe(
  port: number,
  reader: User,
  chat: number,
  arrived: (id: string) => void,
): Promise<WebSocket> {
  const socket = await openSocket(`ws://127.0.0.1:${port}/websocket`);
  const live = new Promise<void>((resolve, reject) => {
    socket.on('message', (data) => {
      const message = JSON.parse(data.toString()) as {
        type: string;
        event?: string;
        status?: string;
        error?: { message: string };
        data?: Array<{ id: string }>;
      };
      if (message.status === 'error' || message.event === 'error') {
        reject(new Error(message.error?.message));
      } else if (message.type === 'auth') {
        const query = { filter: { chat: { _eq: chat } } };
        socket.send(JSON.stringify({ type: 'subscribe', collection: 'messages', event: 'create', query }));
      } else if (message.event === 'init') resolve();
      else if (message.event === 'create') for (const { id } of message.data ?? []) arrived(id);
    });
  });
  socket.send(JSON.stringify({ type: 'auth', access_token: reader.token }));
  await live;
  return socket;
}
