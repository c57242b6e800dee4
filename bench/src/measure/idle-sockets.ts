import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { SampleEvent } from '../load/event.ts';
import type { Product } from '../product.ts';
import type { Line } from '../report.ts';

export const IDLE_SOCKETS = 10_000;

/**
 * Resident memory that each idle socket costs the server, bare and beside a bare `ws` server
 * holding as many.
 */
export async function measureIdleSockets(product: Product, event: SampleEvent): Promise<Line> {
  const query = `apikey=${encodeURIComponent(event.apiKey)}&vsn=2.0.0`;
  const bytes = await costOfSockets(
    product.pid,
    `ws://127.0.0.1:${product.port}/realtime/v1/websocket?${query}`,
    event,
  );
  const floorServer = fork(fileURLToPath(new URL('../floor/idle-ws-server.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  const port = await new Promise<number>((resolve) =>
    floorServer.once('message', (value) => resolve(value as number)),
  );
  const floorBytes = await costOfSockets(floorServer.pid as number, `ws://127.0.0.1:${port}/`, null);
  floorServer.disconnect();
  return {
    what: `${IDLE_SOCKETS.toLocaleString('en')} idle sockets, each subscribed to its chat: memory a socket`,
    product: `${(bytes / 1024).toFixed(1)} kB`,
    floor: `${(floorBytes / 1024).toFixed(1)} kB (bare ws, no subscription)`,
    ratio: (bytes / floorBytes).toFixed(2),
    target: { text: 'under 40 kB', met: bytes < 40_000 },
  };
}

/** @returns growth of the server's resident memory a socket, in bytes */
async function costOfSockets(pid: number, url: string, event: SampleEvent | null): Promise<number> {
  const before = await residentBytes(pid);
  const holder = fork(fileURLToPath(new URL('../load/socket-holder.ts', import.meta.url)), [], {
    execArgv: ['--import', 'tsx'],
  });
  const held = new Promise<number>((resolve, reject) => {
    holder.once('message', (count) => resolve(count as number));
    holder.once('exit', (code) => reject(new Error(`the holder of sockets ended with code ${code}`)));
  });
  holder.send({ url, sockets: IDLE_SOCKETS, event });
  const count = await held;
  if (count !== IDLE_SOCKETS) throw new Error(`only ${count} of ${IDLE_SOCKETS} sockets were held`);
  const after = await residentBytes(pid);
  holder.removeAllListeners('exit');
  const ended = new Promise((resolve) => holder.once('exit', resolve));
  holder.disconnect();
  await ended;
  return (after - before) / count;
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => {
    throw new Error('memory is read from /proc: run this measurement on Linux');
  });
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}
