import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReplayedImage } from '../../../scripts/image/replay.ts';
import { freePort } from '../../../scripts/lib/free-port.ts';

/** The account `node` of the base image. */
const IMAGE_USER = { uid: 1000, gid: 1000 };
const START_MS = 120_000;
const STOP_MS = 30_000;
const POLL_MS = 200;

/**
 * A container's counterpart: the image's commands with one volume, in the image's environment,
 * without root's rights.
 */
export interface RunningImage {
  origin: string;
  /** The volume's folder on this machine. */
  volume: string;
  /**
   * Runs a command as `docker compose exec` does, in a folder of the image's.
   * @returns what it printed
   * @throws when it fails
   */
  exec(program: string, args: readonly string[], folder?: string): string;
  /** Stops the server with SIGTERM. @throws when it does not end by itself with code 0 */
  stop(): Promise<void>;
}

/**
 * Prepares an empty volume.
 * @param folder a folder that does not exist yet
 */
export function createVolume(folder: string): string {
  mkdirSync(folder, { mode: 0o755 });
  if (isRoot()) chownSync(folder, IMAGE_USER.uid, IMAGE_USER.gid);
  return folder;
}

/**
 * Starts the image's command, and waits until its health check passes.
 * @param volume the folder that is the image's volume
 * @param start false: only commands are run
 * @throws with the server's output when it does not become healthy
 */
export async function runImage(image: ReplayedImage, volume: string, start = true): Promise<RunningImage> {
  const port = await freePort();
  const { stage, workdir } = image;
  const [volumeInImage = ''] = stage.volumes;
  const env = {
    ...Object.fromEntries(
      ['PATH', 'LANG', 'TZ'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
    ),
    ...Object.fromEntries(
      Object.entries(stage.env).map(([name, value]) => [name, value.replace(volumeInImage, volume)]),
    ),
    // Other processes of this machine have the image's port; and this is no server for its
    // neighbours.
    HOST: '127.0.0.1',
    PORT: String(port),
    HOME: volume,
    LOG_LEVEL: 'warn',
    TRANSLATION_LOCAL: 'off',
  };
  const options = { cwd: workdir, env, ...(isRoot() ? IMAGE_USER : {}) };
  let output = '';

  function exec(program: string, args: readonly string[], folder = '.'): string {
    const cwd = path.join(workdir, folder);
    const result = spawnSync(program, args, { ...options, cwd, encoding: 'utf8', timeout: START_MS });
    if (result.status === 0) return result.stdout;
    throw new Error(`${program} ${args.join(' ')} failed:\n${result.stdout}${result.stderr}`);
  }

  async function stop(): Promise<void> {
    if (!child || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child?.kill('SIGKILL'), STOP_MS);
    const [code] = await exited;
    clearTimeout(timer);
    if (code !== 0) throw new Error(`The server ended with code ${code} after SIGTERM:\n${output}`);
  }

  const child: ChildProcess | null = start
    ? spawn(stage.cmd[0] as string, stage.cmd.slice(1), { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    : null;
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child?.stdout?.on('data', keep);
  child?.stderr?.on('data', keep);
  const deadline = Date.now() + START_MS;
  while (child) {
    const [program = '', ...args] = stage.healthcheck;
    if (spawnSync(program, args, options).status === 0) break;
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop().catch(() => undefined);
      throw new Error(`The image's health check did not pass:\n${output}`);
    }
    await delay(POLL_MS);
  }
  return { origin: `http://127.0.0.1:${port}`, volume, exec, stop };
}

/** @returns a path within the volume, as the image's commands are given it */
export function inVolume(running: RunningImage, name: string): string {
  return path.join(running.volume, name);
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}
