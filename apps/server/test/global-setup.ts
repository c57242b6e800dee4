import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { productMigrations } from '../src/database/migrations.ts';
import { migrate } from '../src/db/migrate.ts';
import { createLogger } from '../src/util/logger.ts';
import { findProjectRoot } from '../src/util/project-root.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of a database from which test databases are created. */
    adminUrl: string;
    /** A migrated database to copy. */
    templateName: string;
  }
}

/** One PostgreSQL a run: the server of DATABASE_URL, else an embedded one in a temporary directory. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openCluster();
  const templateName = `dragoman_template_${process.pid}`;
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  await admin.query(`drop database if exists ${templateName} with (force)`);
  await admin.query(`create database ${templateName}`);
  const template = new URL(cluster.url);
  template.pathname = `/${templateName}`;
  await migrate({
    url: template.href,
    sets: productMigrations(findProjectRoot()),
    log: createLogger('warn'),
  });
  project.provide('adminUrl', cluster.url);
  project.provide('templateName', templateName);
  return async () => {
    await admin.query(`drop database if exists ${templateName} with (force)`);
    await admin.end();
    await cluster.stop();
  };
}

async function openCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  // Not needed with a configured server, and perhaps not installable there.
  const { startEmbeddedPostgres } = await import('../src/db/embedded/launcher.ts');
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dragoman-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
