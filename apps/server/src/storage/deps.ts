import path from 'node:path';
import type { Config } from '../config/config.ts';
import type { AppContext } from '../context.ts';
import { createDiskStore } from './files/disk-store.ts';
import type { FileStore } from './files/file-store.ts';
import { type Janitor, startJanitor } from './files/janitor.ts';

/** What the storage routes work with. */
export interface StorageDeps extends Pick<AppContext, 'config' | 'db' | 'log' | 'ring' | 'authenticator'> {
  store: FileStore;
  janitor: Janitor;
}

export function buildStorageDeps(ctx: AppContext): StorageDeps {
  const { config, db, log, ring, authenticator } = ctx;
  const store = openStore(config);
  return { config, db, log, ring, authenticator, store, janitor: startJanitor({ db, store, log }) };
}

function openStore(config: Config): FileStore {
  return createDiskStore(path.join(config.dataDir, 'storage'));
}
