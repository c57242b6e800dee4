import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';

/**
 * A program before PostgreSQL that lends its connections for one transaction, as PgBouncer with
 * `pool_mode = transaction` does.
 */
export interface TransactionPooler {
  /** The database's URL through the pooler. */
  url: string;
  close(): Promise<void>;
}

const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);
/** AuthenticationOk, then ReadyForQuery outside of a transaction. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, READY, 0, 0, 0, 5, IDLE]);

/** @param databaseUrl of the database; two connections to it are lent, the one used last first */
export async function startTransactionPooler(databaseUrl: string): Promise<TransactionPooler> {
  const clients = [0, 1].map(() => new pg.Client({ connectionString: databaseUrl }));
  for (const client of clients) await client.connect();
  const free = clients.map(takeStream);
  const all = [...free];

  const server = net.createServer((caller) => {
    let welcomed = false;
    let lent: Socket | undefined;
    caller.on('error', () => undefined);
    caller.on('data', (bytes) => {
      if (!welcomed) {
        // The first message is the startup packet: anyone is let in.
        welcomed = true;
        caller.write(WELCOME);
        return;
      }
      if (String.fromCharCode(bytes[0] ?? 0) === 'X') return;
      lent ??= lend(caller, () => {
        lent = undefined;
      });
      lent.write(bytes);
    });
  });

  function lend(caller: Socket, onReturn: () => void): Socket {
    const stream = free.pop();
    if (!stream) throw new Error('the pooler has no connection left');
    const pass = (bytes: Buffer) => {
      // Answers of short statements come in one piece that ends with ReadyForQuery.
      const ended = bytes.at(-6) === READY && bytes.at(-1) === IDLE;
      if (ended) {
        stream.off('data', pass);
        free.push(stream);
        onReturn();
      }
      caller.write(bytes);
    };
    stream.on('data', pass);
    return stream;
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    async close() {
      server.close();
      for (const stream of all) stream.destroy();
    },
  };
}

/** The socket of a connection that has signed in, without the driver that reads it. */
function takeStream(client: pg.Client): Socket {
  client.on('error', () => undefined);
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.removeAllListeners('data');
  return stream;
}
