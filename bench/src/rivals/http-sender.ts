import { openRawConnection, type RawConnection } from '../load/raw-http.ts';
import type { Connection } from './contestant.ts';

/** As many as browsers open to one server. */
const MOST_CONNECTIONS = 6;
/** Servers close idle connections, Node.js by default after 5 s; one as old as this is not used again. */
const IDLE_MS = 2000;

export interface HttpSender extends Connection {
  /** Posts a message. @throws when the answer does not say that it is stored */
  post(body: string): Promise<void>;
}

/**
 * Sends a user's messages by POST over kept connections, a further one while the others are busy, as
 * a browser does.
 * @param headers lines that each end with CRLF
 */
export function openHttpSender(port: number, path: string, headers: string): HttpSender {
  const all = new Set<RawConnection>();
  const idle: Array<{ connection: RawConnection; since: number }> = [];
  const waiting: Array<(connection: RawConnection) => void> = [];
  let opening = 0;

  async function take(): Promise<RawConnection> {
    for (let free = idle.pop(); free; free = idle.pop()) {
      if (performance.now() - free.since < IDLE_MS) return free.connection;
      free.connection.close();
      all.delete(free.connection);
    }
    if (all.size + opening >= MOST_CONNECTIONS) return new Promise((resolve) => waiting.push(resolve));
    opening++;
    const connection = await openRawConnection(port).finally(() => opening--);
    all.add(connection);
    return connection;
  }

  return {
    async post(body) {
      const connection = await take();
      const status = await connection.post(path, headers, body);
      const next = waiting.shift();
      if (next) next(connection);
      else idle.push({ connection, since: performance.now() });
      if (status !== 200 && status !== 201 && status !== 204) throw new Error(`${path} answered ${status}`);
    },
    close() {
      for (const connection of all) connection.close();
    },
  };
}
