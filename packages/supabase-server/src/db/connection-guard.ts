import type { Readable } from 'node:stream';
import type pg from 'pg';

/** The driver could not read what PostgreSQL sent. The connection is of no use afterwards. */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError';

  constructor(cause: unknown) {
    super('The answer of the database could not be read', { cause });
  }
}

/** Members of node-postgres's client that its type declarations leave out. */
interface Internals {
  connection: { stream: Readable };
}

type DataListener = (chunk: Buffer) => void;

/**
 * node-postgres parses answers in its socket's `data` event, where a throw (a text longer than a
 * string of Node may be, 512 MiB) would be an uncaught exception and end the process. With the
 * guard it ends the connection: the queries on it fail with {@link UnreadableAnswerError}, and the
 * pool opens another one.
 * @param client connected
 */
export function guardConnection(client: pg.ClientBase): void {
  const { stream } = (client as unknown as Internals).connection;
  for (const listener of stream.listeners('data') as DataListener[]) {
    stream.off('data', listener);
    stream.on('data', (chunk: Buffer) => {
      try {
        listener.call(stream, chunk);
      } catch (error) {
        stream.destroy(new UnreadableAnswerError(error));
      }
    });
  }
}
