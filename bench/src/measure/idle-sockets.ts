import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { SampleEvent } from '../load/event.ts';
import type { Product } from '../product.ts';
import type { Line } from '../report.ts';

const MOST_SOCKETS = 20_000;
/** Files that the server has open besides the sockets, with room. */
const OTHER_FILES = 200;
/** So many sockets a process that holds them: each needs a file there, too. */
const PER_HOLDER = 10_000;
const TARGET_BYTES = 6 * 1024;
/** V8 collects the garbage of the handshakes some time later, by itself. */
const SETTLING_MS = 120_000;
const LOOK_EVERY_MS = 5_000;

/** Growth of a server's resident memory a socket, in bytes. */
interface SocketCost {
  /** When all sockets are open. */
  opened: number;
  /** The least in the two minutes after that. */
  settled: number;
}

/**
 * Resident memory that each idle socket costs the server, bare and beside a bare `ws` server
 * holding as many: 20,000, or as many as the limit on open files allows.
 */
export async function measureIdleSockets(product: Product, event: SampleEvent): Promise<Line> {
  const sockets = Math.min(MOST_SOCKETS, (await mostOpenFiles(product.pid)) - OTHER_FILES);
  const query = `apikey=${encodeURIComponent(event.apiKey)}&vsn=2.0.0`;
  const cost = await costOfSockets(
    product.pid,
    `ws://127.0.0.1:${product.port}/realtime/v1/websocket?${query}`,
    event,
    sockets,
  );
  const floorServer = fork(fileURLToPath(new URL('../floor/idle-ws-server.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  const port = await new Promise<number>((resolve) =>
    floorServer.once('message', (value) => resolve(value as number)),
  );
  const floor = await costOfSockets(floorServer.pid as number, `ws://127.0.0.1:${port}/`, null, sockets);
  floorServer.disconnect();
  return {
    what: `${sockets.toLocaleString('en')} idle sockets, each subscribed to its chat: memory a socket`,
    product: shown(cost),
    floor: `${shown(floor)} (bare ws, no subscription)`,
    ratio: (cost.settled / floor.settled).toFixed(2),
    target: { text: 'at most 6 kB settled', met: cost.settled <= TARGET_BYTES },
  };
}

function shown({ opened, settled }: SocketCost): string {
  return `${(settled / 1024).toFixed(1)} kB, just opened ${(opened / 1024).toFixed(1)} kB`;
}

async function costOfSockets(
  pid: number,
  url: string,
  event: SampleEvent | null,
  sockets: number,
): Promise<SocketCost> {
  const before = await residentBytes(pid);
  const holders: Holder[] = [];
  for (let held = 0; held < sockets; held += PER_HOLDER) {
    holders.push(await openHolder(url, event, Math.min(PER_HOLDER, sockets - held)));
  }
  const opened = await residentBytes(pid);
  let settled = opened;
  for (let waited = 0; waited < SETTLING_MS; waited += LOOK_EVERY_MS) {
    await delay(LOOK_EVERY_MS);
    settled = Math.min(settled, await residentBytes(pid));
  }
  for (const holder of holders) await holder.close();
  return { opened: (opened - before) / sockets, settled: (settled - before) / sockets };
}

interface Holder {
  close(): Promise<void>;
}

async function openHolder(url: string, event: SampleEvent | null, sockets: number): Promise<Holder> {
  const holder = fork(fileURLToPath(new URL('../load/socket-holder.ts', import.meta.url)), [], {
    execArgv: ['--import', 'tsx'],
  });
  const held = new Promise<number>((resolve, reject) => {
    holder.once('message', (count) => resolve(count as number));
    holder.once('exit', (code) => reject(new Error(`the holder of sockets ended with code ${code}`)));
  });
  holder.send({ url, sockets, event });
  const count = await held;
  if (count !== sockets) throw new Error(`only ${count} of ${sockets} sockets were held`);
  holder.removeAllListeners('exit');
  return {
    async close() {
      const ended = new Promise((resolve) => holder.once('exit', resolve));
      holder.disconnect();
      await ended;
    },
  };
}

async function mostOpenFiles(pid: number): Promise<number> {
  const limits = await readFile(`/proc/${pid}/limits`, 'utf8').catch(refuseElsewhere);
  return Number(/Max open files\s+(\d+)/.exec(limits)?.[1]);
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(refuseElsewhere);
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

function refuseElsewhere(): never {
  throw new Error('memory and limits are read from /proc: run this measurement on Linux');
}
