/**
 * A chat as the Socket.IO guide builds one: the server checks who connects, stores a message as a
 * row, and then emits it to the room of its chat through the PostgreSQL adapter.
 */
import { createServer } from 'node:http';
import { createAdapter } from '@socket.io/postgres-adapter';
import pg from 'pg';
import { Server } from 'socket.io';

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE),
});
await pool.query(`
  create table if not exists socket_io_attachments (
    id bigserial unique, created_at timestamptz default now(), payload bytea
  );
  create table members (
    token text primary key, person uuid not null default gen_random_uuid(), chat integer not null
  );
  create table messages (
    id uuid primary key, chat integer not null, sender uuid not null, content text not null,
    created_at timestamptz not null default now()
  );
  insert into members (token, chat)
    select side || '-' || chat, chat from generate_series(0, 63) chat, unnest(array['sender', 'reader']) side;`);

const http = createServer((_request, response) => response.end('ready'));
const io = new Server(http, {
  transports: ['websocket'],
  serveClient: false,
  adapter: createAdapter(pool),
});

io.use(async (socket, next) => {
  try {
    const { rows } = await pool.query('select person, chat from members where token = $1', [
      socket.handshake.auth.token,
    ]);
    if (rows.length === 0) return next(new Error('unknown token'));
    socket.data = rows[0];
    next();
  } catch (error) {
    next(error);
  }
});

io.on('connection', (socket) => {
  const { person, chat: own } = socket.data;
  socket.on('subscribe', async (chat, answer) => {
    if (chat !== own) return answer('not a member of the chat');
    await socket.join(`chat-${chat}`);
    answer(null);
  });
  socket.on('send', async ({ id, chat, content }, answer) => {
    if (chat !== own) return answer('not a member of the chat');
    try {
      await pool.query({
        name: 'insert',
        text: 'insert into messages (id, chat, sender, content) values ($1, $2, $3, $4)',
        values: [id, chat, person, content],
      });
      socket.to(`chat-${chat}`).emit('message', { id, chat, sender: person, content });
      answer(null);
    } catch {
      answer('not stored');
    }
  });
});

http.listen(Number(process.env.PORT), '127.0.0.1');
