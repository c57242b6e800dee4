import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { chooseAccount, findAccount } from '../../src/db/embedded/account.ts';
import { createLibraryLinks, packagedNativeDir } from '../../src/db/embedded/binaries.ts';
import { type Account, EXECUTE, findObstacle, READ } from '../../src/db/embedded/file-access.ts';
import type { EmbeddedPostgresOptions } from '../../src/db/embedded/launcher.ts';
import type { LauncherLog } from '../../src/db/embedded/launcher-log.ts';
import type { LauncherReport } from './fixtures/run-launcher.ts';

export const isRoot = process.geteuid?.() === 0;

/** False where the run uses DATABASE_URL because there is no bundled PostgreSQL. */
export const hasBundledPostgres = succeeds(() => packagedNativeDir());

/** Checks whether a program is installed and runs. */
export function hasProgram(name: string): boolean {
  return succeeds(() => execFileSync(name, ['--version'], { stdio: 'ignore' }));
}

/**
 * An account without rights, when we are root and may become it, and it can read this repository;
 * else null.
 */
export async function findOrdinaryAccount(): Promise<Account | null> {
  if (!isRoot || !hasProgram('setpriv')) return null;
  const account = findAccount(await readFile('/etc/passwd', 'utf8'), ['nobody']);
  if (!account) return null;
  for (const file of [fixturePath('run-launcher.ts'), process.execPath, packagedNativeDir()]) {
    if (await findObstacle(await realpath(file), account, READ)) return null;
  }
  return (await findObstacle(process.execPath, account, EXECUTE)) ? null : account;
}

/**
 * A temporary folder, with symbolic links resolved.
 * @param options.reachable open to other accounts; else closed to them, as mkdtemp makes it
 */
export async function makeTempDir({ reachable = false } = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'dragoman-embedded-')));
  if (reachable) await chmod(folder, 0o755);
  return folder;
}

/** Removes it, also while a killed process may still be ending there. */
export async function removeTempDir(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** A log that keeps its messages. */
export function collectLog(): { log: LauncherLog; messages: string[] } {
  const messages: string[] = [];
  return { messages, log: ({ message }) => void messages.push(message) };
}

/** Runs statements on a connection of their own; gives the rows of the last. */
export async function query(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  // A server that is killed under the connection is what some tests are about.
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/**
 * Makes a folder the property of the account that PostgreSQL runs under here. Gives it; null: our
 * own.
 */
export async function giveToServerAccount(folder: string): Promise<Account | null> {
  const account = await chooseAccount(folder);
  if (account) await chown(folder, account.uid, account.gid);
  return account;
}

/**
 * A copy of the bundled PostgreSQL below a folder.
 * @param options.links whether the links between its libraries are there, which npm leaves to an
 * install script
 * @returns the tree that holds bin/, lib/ and share/
 */
export async function copyNativeDir(packageDir: string, { links = true } = {}): Promise<string> {
  const nativeDir = path.join(packageDir, 'native');
  await cp(packagedNativeDir(), nativeDir, { recursive: true, verbatimSymlinks: true });
  if (links) {
    await createLibraryLinks(nativeDir);
  } else {
    for (const entry of await readdir(path.join(nativeDir, 'lib'), { withFileTypes: true })) {
      if (entry.isSymbolicLink()) await rm(path.join(nativeDir, 'lib', entry.name));
    }
  }
  return nativeDir;
}

/** The process id in the first line of the cluster's postmaster.pid. */
export async function postmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

/** Checks whether a process exists and is not a zombie. */
export async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State:\tZ');
  return !/^State:\s+[ZX]/m.test(status);
}

export interface ChildOptions {
  /** Program and arguments to run Node under. */
  wrapper?: string[];
  /** Variables on top of our own. */
  env?: Record<string, string>;
}

/** Runs a fixture in a Node process of its own. */
export function spawnFixture(name: string, args: string[], options: ChildOptions = {}): ChildProcess {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const command = [...(options.wrapper ?? []), process.execPath, '--import', tsx, fixturePath(name), ...args];
  return spawn(command[0] as string, command.slice(1), {
    cwd: '/',
    env: { ...process.env, ...options.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** The launcher in a process of its own. */
export interface LauncherProcess {
  child: ChildProcess;
  /** The result of the start. */
  outcome: LauncherReport;
  /** Stops PostgreSQL and ends the process. */
  stop(): Promise<void>;
  /** Ends the process the hard way. */
  kill(): Promise<void>;
}

/** Starts the launcher in another process and waits for its result. */
export async function startLauncherProcess(
  launcher: Omit<EmbeddedPostgresOptions, 'log'>,
  options: ChildOptions = {},
): Promise<LauncherProcess> {
  const child = spawnFixture('run-launcher.ts', [JSON.stringify(launcher)], options);
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const first = await Promise.race([once(lines, 'line'), exited.then(() => null)]);
  if (!first) throw new Error('The launcher process ended without a word.');
  return {
    child,
    outcome: JSON.parse(first[0] as string) as LauncherReport,
    async stop() {
      child.stdin?.end();
      await exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** The URL of a start that succeeded. */
export function urlOf({ outcome }: LauncherProcess): string {
  if (outcome.kind !== 'ready') throw new Error(`PostgreSQL did not start: ${JSON.stringify(outcome)}`);
  return outcome.url;
}

/**
 * PATH without setpriv, so that nothing ties PostgreSQL to its parent, and nothing lends it rights.
 */
export const withoutSetpriv = { PATH: '/nonexistent' };

function fixturePath(name: string): string {
  return fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
}

function succeeds(action: () => unknown): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
