import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/**
 * An X server without a display, with a window manager that gives every window the whole screen.
 */
export interface Screen {
  env: NodeJS.ProcessEnv;
  close(): void;
}

const START_MS = 15_000;

/** @throws when Xvfb or matchbox-window-manager is not installed */
export async function startScreen(): Promise<Screen> {
  // It chooses a free display and writes its number to the descriptor.
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x860x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = `:${await firstLine(server)}`;
  const env = { DISPLAY: display };
  const manager = spawn('matchbox-window-manager', ['-use_titlebar', 'no'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  await once(manager, 'spawn');
  return {
    env,
    close() {
      manager.kill();
      server.kill();
    },
  };
}

async function firstLine(server: ChildProcess): Promise<string> {
  const signal = AbortSignal.timeout(START_MS);
  await once(server, 'spawn', { signal });
  const [chunk] = (await once(server.stdio[3] as Readable, 'data', { signal })) as [Buffer];
  return chunk.toString().trim();
}
