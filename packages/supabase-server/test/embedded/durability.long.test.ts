import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../src/db/embedded/launcher.ts';
import {
  hasBundledPostgres,
  makeTempDir,
  postmasterPid,
  query,
  removeTempDir,
  spawnFixture,
  withoutSetpriv,
} from './support.ts';

const ROWS_BEFORE_KILL = 300;

/** The processes to kill, in order: our own process and the database server. */
const rounds: { title: string; victims: ('node' | 'server')[]; env: Record<string, string> }[] = [
  { title: 'both, ours first', victims: ['node', 'server'], env: withoutSetpriv },
  { title: 'both, the server first', victims: ['server', 'node'], env: withoutSetpriv },
  { title: 'ours, leaving the server running', victims: ['node'], env: withoutSetpriv },
  { title: 'ours, the server following', victims: ['node'], env: {} },
  { title: 'both, ours first, on grown data', victims: ['node', 'server'], env: {} },
];

describe.skipIf(!hasBundledPostgres || process.platform === 'win32')(
  'acknowledged rows survive SIGKILL',
  { timeout: 60_000 },
  () => {
    let parent: string;
    let dataDir: string;
    const acknowledged: number[] = [];

    beforeAll(async () => {
      parent = await makeTempDir({ reachable: true });
      dataDir = path.join(parent, 'data');
      const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
      await query(postgres.url, 'create table acknowledged (id bigint primary key, body text not null)');
      await postgres.stop();
    });

    afterAll(() => removeTempDir(parent));

    it.each(rounds)('of $title', async ({ victims, env }) => {
      const firstRow = 1_000_000 * (1 + Math.floor((acknowledged.at(-1) ?? 0) / 1_000_000));
      const writer = spawnFixture('write-rows.ts', [dataDir, String(firstRow)], { env });
      const closed = once(writer, 'close');
      const rows = collectRows(writer, acknowledged);
      await rows.atLeast(ROWS_BEFORE_KILL);
      const server = await postmasterPid(dataDir);
      for (const victim of victims) {
        if (victim === 'node') writer.kill('SIGKILL');
        else process.kill(server, 'SIGKILL');
      }
      // All that it had written into the pipe is ours only now.
      await closed;

      const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
      try {
        const stored = new Set(
          (await query(postgres.url, 'select id from acknowledged')).map(({ id }) => Number(id)),
        );
        expect(acknowledged.filter((row) => !stored.has(row))).toEqual([]);
        expect(acknowledged.length).toBeGreaterThanOrEqual(ROWS_BEFORE_KILL);
      } finally {
        await postgres.stop();
      }
    });
  },
);

/** Adds each reported row to a list; `atLeast` waits for that many of this writer. */
function collectRows(writer: ChildProcess, into: number[]) {
  let count = 0;
  let wanted = Number.POSITIVE_INFINITY;
  let reached: () => void = () => undefined;
  createInterface({ input: writer.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    into.push(Number(line));
    count += 1;
    if (count >= wanted) reached();
  });
  return {
    async atLeast(rows: number): Promise<void> {
      await new Promise<void>((resolve, reject) => {
        wanted = rows;
        reached = resolve;
        writer.once('exit', () => reject(new Error(`The writer ended after ${count} rows.`)));
        if (count >= wanted) resolve();
      });
    },
  };
}
