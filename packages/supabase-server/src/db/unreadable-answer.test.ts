import { once } from 'node:events';
import net from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UnreadableAnswerError } from './connection-guard.ts';
import { type Database, openDatabase } from './database.ts';

/** A message of PostgreSQL's protocol: its kind, its length, its contents. */
function message(kind: string, ...bytes: number[]): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + bytes.length);
  return Buffer.concat([Buffer.from(kind), length, Buffer.from(bytes)]);
}

const WELCOME = Buffer.concat([message('R', 0, 0, 0, 0), message('Z', 'I'.charCodeAt(0))]);
/**
 * A row that ends before its first column: the driver throws when it reads it, as with a text that
 * is too long.
 */
const BROKEN_ROW = message('D', 0);

let connections = 0;
let server: net.Server;
let db: Database;

beforeEach(async () => {
  connections = 0;
  server = net.createServer((socket) => {
    connections += 1;
    socket.once('data', () => {
      socket.write(WELCOME);
      socket.once('data', () => socket.write(BROKEN_ROW));
    });
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  db = openDatabase({
    url: `postgresql://nobody@127.0.0.1:${port}/none`,
    poolSize: 1,
    statementTimeoutMs: 1000,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
});
afterEach(async () => {
  await db.close();
  server.close();
});

it('an answer that the driver cannot read fails its query and ends its connection, not the process', async () => {
  await expect(db.query('select 1')).rejects.toBeInstanceOf(UnreadableAnswerError);
  const scoped = db.request({ role: 'anon', claims: {} }, { text: 'select 1' });
  await expect(scoped).rejects.toBeInstanceOf(UnreadableAnswerError);
  expect(connections).toBe(2);
});
