import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type ProductServer, startProductServer } from '../fixtures/product-server.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type Crowd, gather } from './crowd.ts';
import { type FaultyDatabase, startDatabase } from './database.ts';

const PROCESSES = 3;

/** Three processes of the product on one PostgreSQL, behind a load balancer, and people in chats. */
export interface Stage {
  database: FaultyDatabase;
  servers: readonly ProductServer[];
  balancer: Balancer;
  crowd: Crowd;
  close(): Promise<void>;
}

/** @param dataDir of PostgreSQL; a temporary folder when left out */
export async function openStage(dataDir?: string): Promise<Stage> {
  const cleanups: Array<() => Promise<unknown>> = [];
  const close = async () => {
    for (let end = cleanups.pop(); end; end = cleanups.pop()) await end().catch(report);
  };
  try {
    const folder = dataDir ?? (await temporaryFolder());
    if (!dataDir) cleanups.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const database = await startDatabase(folder);
    cleanups.push(() => database.stop());
    const settings = {
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '8',
      MASTER_KEY: randomBytes(32).toString('hex'),
    };
    const servers: ProductServer[] = [];
    for (let index = 0; index < PROCESSES; index += 1) {
      const server = await startProductServer(settings);
      cleanups.push(() => server.dispose());
      servers.push(server);
    }
    const balancer = await startBalancer(() => servers.map(({ origin }) => origin));
    cleanups.push(() => balancer.close());
    const crowd = await gather(balancer.origin, database.url);
    cleanups.push(async () => crowd.leave());
    return { database, servers, balancer, crowd, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A new folder that PostgreSQL's account can reach. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-faults-'));
  await chmod(folder, 0o755);
  return folder;
}

function report(error: Error): void {
  console.error(`  cleaning up: ${error.message.split('\n')[0]}`);
}
