import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { startProductServer } from '../fixtures/product-server.ts';
import { startDatabase } from './database.ts';
import { cutPower, makeImage, mountImage, unmount } from './mounts.ts';
import type { Outcome } from './outcome.ts';
import { temporaryFolder } from './stage.ts';
import { until } from './until.ts';

const IMAGE_MB = 64;

/**
 * The power is cut right after the first start, with the database on another machine: that one keeps
 * secrets which only the master key on this one can read.
 * @throws {UnavailableError} as power cuts do
 */
export async function firstStart(): Promise<Outcome> {
  const folder = await temporaryFolder();
  const image = path.join(folder, 'disk.img');
  const disk = path.join(folder, 'disk');
  makeImage(image, IMAGE_MB);
  await mountImage(image, disk);
  const problems: string[] = [];
  try {
    const database = await startDatabase(path.join(folder, 'database'));
    try {
      const server = await startProductServer({
        DATABASE_URL: database.url,
        DATA_DIR: path.join(disk, 'data'),
      });
      try {
        cutPower(disk);
        await server.kill();
        unmount(disk);
        await mountImage(image, disk);
        if (!existsSync(path.join(disk, 'data/master.key'))) problems.push('the master key is lost');
        else await server.restart();
      } finally {
        await server.dispose();
      }
    } finally {
      await database.stop();
    }
  } finally {
    await until('the disk is free', () => {
      unmount(disk);
      return true;
    });
    await rm(folder, { recursive: true, force: true });
  }
  const notes = ['the database is on another machine: the key is there'];
  return {
    scenario: 'power-cuts, first start',
    counts: null,
    slots: null,
    notes: problems.length > 0 ? [] : notes,
    problems,
  };
}
