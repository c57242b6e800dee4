import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../scripts/lib/free-port.ts';
import type { Round, Seen } from '../load/process-peer.ts';
import type { Line } from '../report.ts';
import { percentile } from '../statistics.ts';

const PROCESSES = [2, 4, 8];
/** Messages a second of all processes together. */
const RATES = [100, 1000, 4000, 8000, 16_000, 32_000];
/** Rates whose delays are printed. */
const SHOWN = [100, 4000];
const SECONDS = 2;
/** A rate counts as carried when everything comes, and 95% within this time, in ms. */
const IN_TIME_MS = 100;
const SETTLE_MS = 1_000;

interface Carried {
  /** The highest rate that was carried. */
  most: number;
  /** Delays by rate, in ms. */
  delays: Array<{ rate: number; p50: number; p95: number }>;
}

/**
 * Messages from process to process, each to all others: through the database as the product sends
 * them, and through a `redis-server` on the PATH, if there is one.
 * @param databaseUrl of a database that nothing else uses
 */
export async function measureBetweenProcesses(databaseUrl: string): Promise<Line[]> {
  const lines: Line[] = [];
  const redis = await startRedis();
  try {
    for (const count of PROCESSES) {
      const product = await carry('database', databaseUrl, count);
      const floor = redis && (await carry('redis', String(redis.port), count));
      lines.push({
        what: `messages between ${count} processes: most a second; p50 / p95 at ${SHOWN.join(' and ')} a second`,
        product: textOf(product),
        floor: floor ? `${textOf(floor)} (Redis)` : 'no redis-server',
        ratio: floor ? (product.most / floor.most).toFixed(2) : '',
      });
    }
  } finally {
    redis?.child.kill();
  }
  return lines;
}

async function carry(way: 'database' | 'redis', address: string, count: number): Promise<Carried> {
  const peers = Array.from({ length: count }, () =>
    fork(fileURLToPath(new URL('../load/process-peer.ts', import.meta.url)), [way, address], {
      execArgv: ['--import', 'tsx'],
    }),
  );
  try {
    await Promise.all(peers.map((peer) => once(peer, 'message')));
    await play(peers, RATES[0] as number); // they meet, and get warm
    const result: Carried = { most: 0, delays: [] };
    for (const rate of RATES) {
      const { sent, delays } = await play(peers, rate);
      const p95 = percentile(delays, 0.95);
      result.delays.push({ rate, p50: percentile(delays, 0.5), p95 });
      if (delays.length < sent * (count - 1) || p95 > IN_TIME_MS) break;
      result.most = rate;
    }
    return result;
  } finally {
    for (const peer of peers) peer.disconnect();
  }
}

async function play(peers: readonly ChildProcess[], rate: number): Promise<Seen> {
  const round: Round = { rate: rate / peers.length, seconds: SECONDS };
  await Promise.all(peers.map((peer) => ask(peer, round)));
  await delay(SETTLE_MS);
  const seen = await Promise.all(peers.map(async (peer) => (await ask(peer, 'seen')) as Seen));
  return {
    sent: seen.reduce((sum, { sent }) => sum + sent, 0),
    delays: seen.flatMap(({ delays }) => delays),
  };
}

async function ask(peer: ChildProcess, what: Round | 'seen'): Promise<unknown> {
  const answer = once(peer, 'message');
  peer.send(what);
  return (await answer)[0];
}

async function startRedis(): Promise<{ port: number; child: ChildProcess } | null> {
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve) => {
    child.on('error', () => resolve(null));
    child.stdout.on('data', (text: Buffer) => {
      if (text.includes('Ready to accept connections')) resolve({ port, child });
    });
  });
}

function textOf({ most, delays }: Carried): string {
  const shown = delays
    .filter(({ rate }) => SHOWN.includes(rate))
    .map(({ p50, p95 }) => `${p50.toFixed(1)} / ${p95.toFixed(1)} ms`);
  return [most, ...shown].join('; ');
}
