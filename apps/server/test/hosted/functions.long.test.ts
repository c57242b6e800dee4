import { readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { findProjectRoot } from '../../src/util/project-root.ts';
import { denoExecutable, startDenoFunction } from '../functions/deno.ts';
import { startTestServer, type TestServer } from '../harness.ts';

const FUNCTIONS = readdirSync(path.join(findProjectRoot(), 'supabase/functions'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const deno = denoExecutable();
const require = createRequire(import.meta.url);

/**
 * Copies what a deployment of the functions bundles: the functions and the sources that deno.json
 * names. No package.json and no workspace is there, so an import that deno.json lacks is not found
 * elsewhere; of packages only those that it names are there, as Supabase loads them.
 */
async function copyOfDeployed(): Promise<string> {
  const root = findProjectRoot();
  const copy = await mkdtemp(path.join(os.tmpdir(), 'dragoman-functions-'));
  for (const folder of ['supabase/functions', 'packages/domain/src', 'packages/functions/src']) {
    await cp(path.join(root, folder), path.join(copy, folder), { recursive: true });
  }
  const { imports } = JSON.parse(await readFile(path.join(copy, 'supabase/functions/deno.json'), 'utf8')) as {
    imports: Record<string, string>;
  };
  const modules = path.join(copy, 'supabase/functions/node_modules');
  for (const [name, target] of Object.entries(imports)) {
    if (!target.startsWith('npm:')) continue;
    const link = path.join(modules, name);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(packageFolder(name), link);
  }
  return copy;
}

function packageFolder(name: string): string {
  const entry = require.resolve(name, { paths: [path.join(findProjectRoot(), 'packages/functions')] });
  return entry.slice(0, entry.lastIndexOf(`${path.sep}${name}${path.sep}`) + name.length + 1);
}

// The test uses nothing but Deno and the deployed code; this server is in the place of Supabase's
// auth and data services.
describe.skipIf(deno === null)('each function, deployed alone', () => {
  let copy: string;
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    copy = await copyOfDeployed();
  });
  afterAll(async () => {
    await server?.stop();
    if (copy) await rm(copy, { recursive: true, force: true });
  });

  it.each(FUNCTIONS)('%s starts, and asks for a session', async (name) => {
    const edge = await startDenoFunction(
      deno as string,
      name,
      {
        SUPABASE_URL: server.url,
        SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: server.ctx.apiKeys.publishable }),
        SUPABASE_SECRET_KEYS: JSON.stringify({ default: server.ctx.apiKeys.secret }),
      },
      copy,
    );
    try {
      const client = createClient(edge.url, server.ctx.apiKeys.publishable, {
        realtime: { transport: WebSocket as never },
      });
      const { response } = await client.functions.invoke(name, { body: {} });
      expect(response?.status).toBe(401);
    } finally {
      await edge.stop();
    }
  });
});
