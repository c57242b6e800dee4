import { PLATFORM_MIGRATIONS } from '@dragoman/supabase-server/server';
import { openTestCluster } from '@dragoman/supabase-server/test/cluster';
import type { TestProject } from 'vitest/node';
import { productMigrations } from '../src/database/migrations.ts';
import { findProjectRoot } from '../src/util/project-root.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A database to copy that has the product's migrations, too. */
    productTemplate: string;
  }
}

/** One PostgreSQL a run, for the tests of the server's package as well. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openTestCluster(project);
  project.provide('platformTemplate', await cluster.createTemplate('platform', [PLATFORM_MIGRATIONS]));
  project.provide(
    'productTemplate',
    await cluster.createTemplate('product', productMigrations(findProjectRoot())),
  );
  return cluster.stop;
}
