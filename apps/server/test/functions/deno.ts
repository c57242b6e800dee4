import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { findProjectRoot } from '../../src/util/project-root.ts';

export interface DenoFunction {
  /** The address on which it listens, without a slash at the end. */
  url: string;
  stop(): Promise<void>;
}

/** Path of the Deno that came with the packages; null on a platform without one (musl, say). */
export function denoExecutable(): string | null {
  try {
    // The package's own way: some package managers do not run the script that would put the program
    // in its place.
    return createRequire(import.meta.url)('deno/install_api.cjs').runInstall() as string;
  } catch {
    return null;
  }
}

/**
 * Runs `supabase/functions/<name>/index.ts` under Deno as Supabase's edge runtime would, on a free
 * port of this machine alone. No module may come from the network, and the function may do no more
 * than ask its network and read its settings.
 * @param env the settings; nothing else of this process's environment is passed on
 * @param root the folder with `supabase/functions`: the project, or a copy of what is deployed
 * @throws with what Deno printed when it ends instead of listening
 */
export async function startDenoFunction(
  executable: string,
  name: string,
  env: Record<string, string>,
  root = findProjectRoot(),
): Promise<DenoFunction> {
  const cache = await mkdtemp(path.join(os.tmpdir(), 'dragoman-deno-'));
  const entry = path.join(root, 'supabase/functions', name, 'index.ts');
  const child = spawn(
    executable,
    [
      'run',
      '--no-remote',
      '--cached-only',
      '--no-prompt',
      '--no-lock',
      '--node-modules-dir=manual',
      '--allow-net=127.0.0.1',
      '--allow-env',
      entry,
    ],
    {
      cwd: cache,
      env: {
        ...env,
        DENO_DIR: cache,
        DENO_NO_UPDATE_CHECK: '1',
        DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0',
        HOME: cache,
        NO_COLOR: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const exited = once(child, 'exit');
  const clear = () => rm(cache, { recursive: true, force: true });
  try {
    return {
      url: await listening(child),
      async stop() {
        child.kill('SIGKILL');
        await exited;
        await clear();
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    await clear();
    throw error;
  }
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const read = (chunk: Buffer) => {
      printed += chunk;
      const url = /Listening on (http:\/\/[^\s/]+)/.exec(printed)?.[1];
      if (url) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Deno ended with code ${code}: ${printed}`)));
  });
}
