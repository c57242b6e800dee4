import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { startTestServer, type TestServer } from '../harness.ts';

export interface StorageServer extends TestServer {
  dataDir: string;
  /** The official client with the secret key. */
  admin: SupabaseClient;
  /** Names of all files that lie on the disk, complete or not. */
  filesOnDisk(): Promise<string[]>;
  /**
   * A bare call with the publishable key (or `bearer`), for what the official client cannot send or
   * hides.
   */
  call(target: string, options?: CallOptions): Promise<Response>;
}

export interface CallOptions {
  method?: string;
  body?: RequestInit['body'];
  bearer?: string;
  headers?: Record<string, string>;
}

/** The real server with files in a directory of its own. @param env variables on top */
export async function startStorageServer(env: Record<string, string> = {}): Promise<StorageServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dragoman-storage-'));
  const server = await startTestServer({ DATA_DIR: dataDir, ...env });
  return {
    ...server,
    dataDir,
    admin: server.client(server.ctx.apiKeys.secret),
    filesOnDisk: () => filesBelow(path.join(dataDir, 'storage')),
    call: (target, { bearer, headers, ...init } = {}) =>
      fetch(`${server.url}/storage/v1${target}`, {
        ...init,
        headers: {
          apikey: server.ctx.apiKeys.publishable,
          authorization: `Bearer ${bearer ?? server.ctx.apiKeys.publishable}`,
          ...headers,
        },
      }),
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/**
 * A bucket that signed-in users may fill and read below their own folder, as Supabase's guide shows
 * it.
 */
export async function createOwnFolderBucket(server: StorageServer, id: string): Promise<void> {
  const { error } = await server.admin.storage.createBucket(id, { public: false });
  if (error) throw error;
  const own = `bucket_id = '${id}' and (storage.foldername(name))[1] = auth.uid()::text`;
  for (const [verb, rule] of [
    ['select', `using (${own})`],
    ['insert', `with check (${own})`],
    ['update', `using (${own}) with check (${own})`],
    ['delete', `using (${own})`],
  ]) {
    await server.sql(`create policy "${id} ${verb}" on storage.objects for ${verb} to authenticated ${rule}`);
  }
}

/** The official client's error for a refusal. */
export function refusal(error: unknown): object {
  const { message, status, statusCode } = error as { message: string; status: number; statusCode: string };
  return { message, status, statusCode };
}
