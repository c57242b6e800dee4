import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { countThrough, problemsOf } from './crowd.ts';
import { mountSmall, requireMounts, unmount } from './mounts.ts';
import type { Outcome } from './outcome.ts';
import { settledSlots } from './slots.ts';
import { openStage, temporaryFolder } from './stage.ts';
import { until } from './until.ts';

const DISK_MB = 400;
const FULL_MS = 10_000;
const STARTS_EVERY_MS = 2_000;

/**
 * The disk of PostgreSQL is full for a while: first its tables cannot grow, then its log, which ends
 * it. What an operator has, starts it again until it stays.
 * @throws {UnavailableError} without the right to mount a small disk
 */
export async function diskFull(): Promise<Outcome[]> {
  requireMounts();
  const folder = await temporaryFolder();
  const disk = path.join(folder, 'disk');
  await mountSmall(disk, DISK_MB);
  try {
    const stage = await openStage(path.join(disk, 'data'));
    const { database, crowd, servers } = stage;
    const notes: string[] = [];
    try {
      const counts = await countThrough(crowd, database.url, async (healed) => {
        const ballast = path.join(disk, 'ballast');
        await fill(ballast);
        await until('messages wait', () => crowd.members.every(({ waiting }) => waiting > 5));
        await delay(FULL_MS);
        const refused = await exhaustLog(database);
        notes.push(refused ? 'no message was taken; then the log could not grow' : 'no message was taken');
        await delay(FULL_MS);
        if (!database.isRunning()) notes.push('PostgreSQL had ended');
        await rm(ballast);
        await until('PostgreSQL runs', async () => {
          if (database.isRunning()) return (await database.query('select 1')).length === 1;
          await delay(STARTS_EVERY_MS);
          await database.start();
          return true;
        });
        healed();
      });
      const slots = await settledSlots(database, servers.length);
      const problems = [...problemsOf(crowd, counts), ...slots.problems];
      return [{ scenario: 'disk-full', counts, slots, notes, problems }];
    } finally {
      await stage.close();
    }
  } finally {
    unmount(disk);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a file until not a block is left. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w');
  try {
    for (let size = 2 ** 20; size >= 4096; ) {
      const written = await handle
        .write(Buffer.alloc(size))
        .then(({ bytesWritten }) => bytesWritten === size)
        .catch(() => false);
      if (!written) size /= 2;
    }
  } finally {
    await handle.close();
  }
}

/** Uses PostgreSQL's log up, segment by segment. @returns whether it then refused to go on */
async function exhaustLog(database: { query(statement: string): Promise<unknown> }): Promise<boolean> {
  for (let segment = 0; segment < DISK_MB / 16; segment += 1) {
    const going = await database
      .query(`select pg_logical_emit_message(false, 'faults', ''), pg_switch_wal()`)
      .then(
        () => true,
        () => false,
      );
    if (!going) return true;
  }
  return false;
}
