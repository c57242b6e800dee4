import type { TestProject } from 'vitest/node';
import { PLATFORM_MIGRATIONS } from '../src/server.ts';
import { openTestCluster } from './cluster.ts';

/** Sets up this package's tests alone; the product's tests share one cluster with them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openTestCluster(project);
  project.provide('platformTemplate', await cluster.createTemplate('platform', [PLATFORM_MIGRATIONS]));
  return cluster.stop;
}
