import { mkdtemp, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/db/migrate.ts';
import type { MigrationSet } from '../src/db/migration-sets.ts';
import { createLogger } from '../src/util/logger.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of a database from which test databases are created. */
    adminUrl: string;
    /** A database to copy that has the platform's migrations. */
    platformTemplate: string;
  }
}

/**
 * A PostgreSQL for a test run: the server of DATABASE_URL, else an embedded one in a temporary
 * directory.
 */
export interface TestCluster {
  /** Creates a migrated database to copy. @returns its name */
  createTemplate(name: string, migrations: readonly MigrationSet[]): Promise<string>;
  /** Drops the templates and ends the embedded server. */
  stop(): Promise<void>;
}

/** @param project gets the cluster's URL as `adminUrl` */
export async function openTestCluster(project: TestProject): Promise<TestCluster> {
  const cluster = await startCluster();
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  project.provide('adminUrl', cluster.url);
  const templates: string[] = [];
  return {
    async createTemplate(kind, sets) {
      const name = `dragoman_${kind}_${process.pid}`;
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.query(`create database ${name}`);
      templates.push(name);
      const url = new URL(cluster.url);
      url.pathname = `/${name}`;
      await migrate({ url: url.href, sets, log: createLogger('warn') });
      return name;
    },
    async stop() {
      for (const name of templates) await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
      await cluster.stop();
    },
  };
}

async function startCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  // Not needed, and perhaps not installable, beside a server of one's own.
  const { startEmbeddedPostgres } = await import('../src/db/embedded/launcher.ts');
  const dataDir = await mkdtemp(path.join(await fastFolder(), 'dragoman-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Linux keeps the files of this folder in memory. */
const MEMORY_FOLDER = '/dev/shm';
/** The cluster takes up to 600 MB, and needs room to spare. Containers often give it 64 MB. */
const ROOM_BYTES = 4 * 2 ** 30;

/**
 * Each test file creates and drops a database of some 300 files. In memory this saved a quarter of
 * the time of all tests that were measured.
 */
async function fastFolder(): Promise<string> {
  const room = await statfs(MEMORY_FOLDER).catch(() => null);
  return room && room.bavail * room.bsize >= ROOM_BYTES ? MEMORY_FOLDER : os.tmpdir();
}
