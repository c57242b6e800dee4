import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ProductServer, startProductServer } from '../fixtures/product-server.ts';
import { embeddedDatabaseUrl } from '../fixtures/temporary-database.ts';
import {
  acknowledgedByChat,
  type Counts,
  type Crowd,
  countNow,
  finishWriting,
  gather,
  hasAll,
  problemsOf,
  startWriting,
} from './crowd.ts';
import { killCluster, query } from './database.ts';
import { firstStart } from './first-start.ts';
import { cutPower, makeImage, mountImage, requireMounts, unmount } from './mounts.ts';
import type { Outcome } from './outcome.ts';
import { temporaryFolder } from './stage.ts';
import { until } from './until.ts';
import { startUploading } from './uploader.ts';

const CUTS = 30;
/** Cuts with commits that do not wait for the disk: the method must find their losses. */
const CONTROL_CUTS = 3;
const IMAGE_MB = 2_048;
/** Messages acknowledged between a start and the next cut, and a random time on top, in ms. */
const MESSAGES = 30;
const RANDOM_MS = 600;
/** Each so many cuts one falls into a start. */
const IN_START = 6;

/** One process with the embedded PostgreSQL, whose whole data directory is on a disk of its own. */
interface Machine {
  server: ProductServer;
  crowd: Crowd;
  dataDir: string;
  /** From the power cut to a machine that runs again. */
  cut(duringStart: boolean): Promise<void>;
  databaseUrl(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Cuts the power again and again while people write. The data directory is on a file system on a
 * loop device, which a cut stops at once: what the kernel has not written by then is lost.
 * @throws {UnavailableError} without the right to mount, or on a kernel that cannot stop an ext4
 */
export async function powerCuts(): Promise<Outcome[]> {
  requireMounts();
  return [await withMachine(everyCut), await withMachine(controlCuts), await firstStart()];
}

async function everyCut(machine: Machine): Promise<Outcome> {
  const { crowd } = machine;
  const lost = new Set<string>();
  const lostFiles = new Set<string>();
  const catchUps: number[] = [];
  const uploader = startUploading(machine.server.origin, crowd.event);
  startWriting(crowd);
  for (let cut = 1; cut <= CUTS; cut += 1) {
    await untilWritten(crowd);
    const { missing, catchUpMs } = await cutAndLook(machine, cut % IN_START === 0);
    for (const id of missing) lost.add(id);
    for (const name of await uploader.missing()) lostFiles.add(name);
    catchUps.push(catchUpMs);
    console.log(`  cut ${cut}: ${missing.length} lost, caught up in ${(catchUpMs / 1000).toFixed(1)} s`);
  }
  uploader.stop();
  await finishWriting(crowd);
  const due = acknowledgedByChat(crowd.members);
  await until('', () => crowd.members.every((member) => hasAll(member, due))).catch(() => undefined);
  const now = await countNow(crowd, await machine.databaseUrl());
  const counts: Counts = {
    ...now,
    lost: Math.max(now.lost, lost.size),
    catchUpMs: Math.max(...catchUps),
    liveMs: Number.NaN,
  };
  const notes = [
    `${CUTS} cuts, ${Math.floor(CUTS / IN_START)} of them twice, the second one in the start`,
    `${uploader.acknowledged} files acknowledged, ${lostFiles.size} lost`,
  ];
  const problems = problemsOf(crowd, counts);
  if (lostFiles.size > 0) problems.push(`${lostFiles.size} acknowledged files are lost`);
  return { scenario: 'power-cuts', counts, slots: null, notes, problems };
}

async function controlCuts(machine: Machine): Promise<Outcome> {
  const { crowd } = machine;
  await query(await machine.databaseUrl(), 'alter database dragoman set synchronous_commit = off');
  // Connections that are open keep the old setting.
  await machine.cut(false);
  startWriting(crowd);
  let lost = 0;
  for (let cut = 1; cut <= CONTROL_CUTS; cut += 1) {
    await untilWritten(crowd);
    const { missing } = await cutAndLook(machine, false);
    lost += missing.length;
  }
  return {
    scenario: 'power-cuts, control',
    counts: null,
    slots: null,
    notes: [
      `commits that do not wait for the disk: ${lost} acknowledged messages lost in ${CONTROL_CUTS} cuts`,
    ],
    problems: lost > 0 ? [] : ['the method finds no loss where there must be some'],
  };
}

/** @returns the acknowledged messages that are gone after a cut, and the time to catch up from the start */
async function cutAndLook(
  machine: Machine,
  twice: boolean,
): Promise<{ missing: string[]; catchUpMs: number }> {
  const { crowd } = machine;
  await machine.cut(twice);
  const began = performance.now();
  const due = acknowledgedByChat(crowd.members);
  const rows = await query<{ id: string }>(await machine.databaseUrl(), 'select id from public.messages');
  const stored = new Set(rows.map(({ id }) => id));
  const missing = [...due.values()].flatMap((ids) => [...ids].filter((id) => !stored.has(id)));
  for (const ids of due.values()) for (const id of missing) ids.delete(id);
  await until('everyone has caught up', () => crowd.members.every((member) => hasAll(member, due)));
  return { missing, catchUpMs: performance.now() - began };
}

async function untilWritten({ members }: Crowd): Promise<void> {
  const total = () => members.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  const enough = total() + MESSAGES;
  await until('messages are acknowledged', () => total() >= enough);
  await delay(Math.random() * RANDOM_MS);
}

async function withMachine(use: (machine: Machine) => Promise<Outcome>): Promise<Outcome> {
  const machine = await openMachine();
  try {
    return await use(machine);
  } finally {
    await machine.close();
  }
}

async function openMachine(): Promise<Machine> {
  const folder = await temporaryFolder();
  const image = path.join(folder, 'disk.img');
  const disk = path.join(folder, 'disk');
  const dataDir = path.join(disk, 'data');
  const clusterDir = path.join(dataDir, 'postgres');
  makeImage(image, IMAGE_MB);
  await mountImage(image, disk);
  let server: ProductServer | null = null;
  let crowd: Crowd | null = null;

  async function powerOff(): Promise<void> {
    cutPower(disk);
    await Promise.all([server?.kill(), killCluster(clusterDir)]);
    await killCluster(clusterDir);
    // A killed process may hold its files for a moment.
    await until('the disk is free', () => {
      unmount(disk);
      return true;
    });
    await mountImage(image, disk);
  }

  async function close(): Promise<void> {
    crowd?.leave();
    await server?.kill();
    await killCluster(clusterDir);
    await server?.dispose();
    await until('the disk is free', () => {
      unmount(disk);
      return true;
    });
    await rm(folder, { recursive: true, force: true });
  }

  try {
    server = await startProductServer({ DATA_DIR: dataDir });
    const running = server;
    crowd = await gather(running.origin, await embeddedDatabaseUrl(dataDir));
    return {
      server,
      crowd,
      dataDir,
      async cut(duringStart) {
        await powerOff();
        if (duringStart) {
          const start = running.restart().catch(() => undefined); // it is cut off
          await delay(Math.random() * 3_000);
          await powerOff();
          await start;
        }
        await running.restart();
      },
      databaseUrl: () => embeddedDatabaseUrl(dataDir),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
