import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { discard, startProduct } from '../product.ts';
import type { Line } from '../report.ts';
import { median } from '../statistics.ts';

const RUNS = 3;

/**
 * From spawning the process to the first 200 of /readyz, beside starting the same PostgreSQL alone.
 */
export async function measureStarts(): Promise<Line[]> {
  const { startEmbeddedPostgres } = await import('@dragoman/supabase-server/db/embedded/launcher');
  const [cold, warm, coldFloor, warmFloor]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let run = 0; run < RUNS; run++) {
    const first = await startProduct();
    cold.push(first.startedInMs);
    await first.stop();
    const second = await startProduct(first.dataDir);
    warm.push(second.startedInMs);
    await second.stop();
    await discard(first.dataDir);

    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dragoman-bench-'));
    for (const samples of [coldFloor, warmFloor]) {
      const began = performance.now();
      const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
      samples.push(performance.now() - began);
      await postgres.stop();
    }
    await discard(dataDir);
  }
  return [line('cold start (new data directory)', cold, coldFloor), line('warm start', warm, warmFloor)];
}

function line(what: string, product: readonly number[], floor: readonly number[]): Line {
  return {
    what,
    product: `${(median(product) / 1000).toFixed(2)} s`,
    floor: `${(median(floor) / 1000).toFixed(2)} s (PostgreSQL alone)`,
    ratio: (median(product) / median(floor)).toFixed(2),
    ...(what === 'warm start' ? { target: { text: 'under 3 s', met: median(product) < 3000 } } : {}),
  };
}
