import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const CHECK_EVERY_MS = 1_000;
const CHECK_WITHIN_MS = 2_000;

/** A plain TCP load balancer with health checks, as it is in front of several server processes. */
export interface Balancer {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Passes each connection on to the next process that is well. Connections to a process that is not
 * well any more are left alone: clients have to notice.
 * @param origins of the processes
 */
export async function startBalancer(origins: () => readonly string[]): Promise<Balancer> {
  const well = new Set(origins());
  const sockets = new Set<Socket>();
  let turn = 0;

  async function check(origin: string): Promise<void> {
    const answer = await fetch(`${origin}/readyz`, {
      signal: AbortSignal.timeout(CHECK_WITHIN_MS),
      headers: { connection: 'close' },
    }).catch(() => null);
    if (answer?.ok) well.add(origin);
    else well.delete(origin);
    await answer?.arrayBuffer().catch(() => undefined);
  }

  const server = createServer((incoming) => {
    const choice = [...well];
    const origin = choice[turn++ % choice.length];
    incoming.on('error', () => undefined);
    if (!origin) {
      incoming.destroy();
      return;
    }
    const outgoing = connect(Number(new URL(origin).port), '127.0.0.1');
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const timer = setInterval(() => {
    for (const origin of origins()) void check(origin);
  }, CHECK_EVERY_MS);

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
