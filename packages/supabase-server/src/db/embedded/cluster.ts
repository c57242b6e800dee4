import { randomBytes } from 'node:crypto';
import { chown, lchown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../util/sync-folder.ts';
import type { Binaries } from './binaries.ts';
import { describeFullDisk } from './disk-space.ts';
import { EmbeddedPostgresError, systemErrorCode } from './errors.ts';
import type { Account } from './file-access.ts';
import type { LauncherLog } from './launcher-log.ts';
import { type LaunchMode, type ProgramResult, runProgram } from './run-program.ts';
import { tailOf } from './server-log.ts';
import { singleUserArguments } from './settings.ts';

/** The context that the functions of this file share. */
export interface ClusterContext {
  /** Symbolic links resolved. */
  dataDir: string;
  /** The cluster, in dataDir; may be missing. */
  clusterDir: string;
  binaries: Binaries;
  mode: LaunchMode;
  /** The account that must own the cluster; null: the server's own. */
  account: Account | null;
  /** Major version of the binaries. */
  major: number;
  log: LauncherLog;
}

export const DATABASE_NAME = 'dragoman';
const UNFINISHED = 'postgres.new-';

/**
 * Locale arguments of initdb in order of preference: the system's C.UTF-8, else PostgreSQL's own of
 * the same rules.
 */
const localeChoices: readonly (readonly string[])[] = [
  ['--locale=C.UTF-8'],
  ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
];

/**
 * Makes sure that there is a complete cluster of our version with the database `dragoman`, and
 * returns the password of its superuser `postgres`. Leftovers of an interrupted first start are
 * removed.
 * @throws EmbeddedPostgresError `not-a-cluster`, `version-mismatch`, `init-failed`
 */
export async function prepareCluster(context: ClusterContext): Promise<string> {
  await removeUnfinished(context);
  const existing = await readMajorVersion(context.clusterDir);
  if (existing === null) return createCluster(context);
  if (existing !== context.major) {
    throw new EmbeddedPostgresError(
      'version-mismatch',
      `${context.clusterDir} was made by PostgreSQL ${existing}, and this release brings PostgreSQL ${context.major}. To keep the ` +
        'data, make a backup with the release that made it (npm run backup) and restore it into another DATA_DIR with this one (npm run ' +
        'restore, docs/upgrading.md); else set DATA_DIR to another folder, or DATABASE_URL.',
    );
  }
  await takeOver(context);
  return (await readPassword(context)) ?? resetPassword(context);
}

/**
 * The major version that a cluster belongs to, or null when the folder is missing or empty.
 * @throws EmbeddedPostgresError `not-a-cluster`
 */
export async function readMajorVersion(clusterDir: string): Promise<number | null> {
  try {
    const text = await readFile(path.join(clusterDir, 'PG_VERSION'), 'utf8');
    return Number.parseInt(text, 10);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
  const entries = await readdir(clusterDir).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  });
  if (entries.length === 0) return null;
  throw new EmbeddedPostgresError(
    'not-a-cluster',
    `${clusterDir} is not empty and is no PostgreSQL data directory. Move it away, or set DATA_DIR to another folder.`,
  );
}

/**
 * Creates the cluster in a folder of another name and renames it when it is whole, so a crash at
 * any point leaves either no cluster or a usable one.
 */
async function createCluster(context: ClusterContext): Promise<string> {
  const { dataDir, clusterDir, binaries, mode, log } = context;
  log({ level: 'info', message: `First start: creating the database in ${clusterDir}` });
  const workDir = path.join(dataDir, `${UNFINISHED}${randomBytes(6).toString('hex')}`);
  const newCluster = path.join(workDir, 'cluster');
  const password = randomBytes(24).toString('base64url');
  try {
    await mkdir(workDir, { mode: 0o700 });
    const passwordFile = path.join(workDir, 'password');
    await writePrivateFile(passwordFile, password);
    await give(context, workDir, passwordFile);
    const initArguments = [
      `--pgdata=${newCluster}`,
      '--username=postgres',
      '--encoding=UTF8',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--no-instructions',
    ];
    requireSuccess('initdb', await runInitdb(context, initArguments, newCluster));
    const create = `create database ${DATABASE_NAME};\n`;
    requireSuccess(
      'postgres',
      await runProgram(mode, binaries.postgres, singleUserArguments(newCluster), create),
    );
    // The password first: without a cluster it means nothing, and a cluster without it would have
    // to be given a new one.
    await savePassword(context, password);
    await rename(newCluster, clusterDir);
    await syncFolder(dataDir);
    return password;
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    const message = `Could not create the database: ${detail}${await describeFullDisk(dataDir)}`;
    throw new EmbeddedPostgresError('init-failed', message, { cause });
  } finally {
    await removeFolder(workDir, log);
  }
}

/** Runs initdb with the first locale that the system knows. */
export async function runInitdb(
  { binaries, mode }: Pick<ClusterContext, 'binaries' | 'mode'>,
  initArguments: readonly string[],
  newCluster: string,
  locales = localeChoices,
): Promise<ProgramResult> {
  let result: ProgramResult = { code: null, stdout: '', stderr: 'no locale to try' };
  for (const locale of locales) {
    result = await runProgram(mode, binaries.initdb, [...initArguments, ...locale]);
    if (result.code === 0 || !/invalid locale/i.test(result.stderr)) break;
    await rm(newCluster, { recursive: true, force: true });
  }
  return result;
}

/** Gives the superuser a new password, for a cluster without its password file. */
async function resetPassword(context: ClusterContext): Promise<string> {
  context.log({ level: 'warn', message: 'The password of the database is lost; setting a new one.' });
  const password = randomBytes(24).toString('base64url');
  const statement = `alter role postgres password '${password}';\n`;
  const { binaries, mode, clusterDir } = context;
  requireSuccess(
    'postgres',
    await runProgram(mode, binaries.postgres, singleUserArguments(clusterDir), statement),
  );
  await savePassword(context, password);
  return password;
}

/** @returns the superuser's password that lies beside the cluster; null where it is lost */
export async function readPassword(context: Pick<ClusterContext, 'dataDir'>): Promise<string | null> {
  try {
    const password = (await readFile(passwordPath(context), 'utf8')).trim();
    return /^[\w-]{16,}$/.test(password) ? password : null;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

async function savePassword(context: ClusterContext, password: string): Promise<void> {
  const file = passwordPath(context);
  await writePrivateFile(`${file}.new`, password);
  await give(context, `${file}.new`);
  await rename(`${file}.new`, file);
  await syncFolder(context.dataDir);
}

function passwordPath({ dataDir }: Pick<ClusterContext, 'dataDir'>): string {
  return path.join(dataDir, 'postgres.password');
}

async function writePrivateFile(file: string, text: string): Promise<void> {
  await writeFile(file, `${text}\n`, { mode: 0o600, flush: true });
}

/** Makes the account of the cluster the owner of files that we created as root. */
async function give({ account }: ClusterContext, ...files: string[]): Promise<void> {
  if (!account) return;
  for (const file of files) await chown(file, account.uid, account.gid);
}

/** Gives a whole cluster that root owns, as a copied one, to the account that serves it. */
async function takeOver({ account, clusterDir, log }: ClusterContext): Promise<void> {
  if (!account || (await stat(clusterDir)).uid === account.uid) return;
  log({ level: 'info', message: `Giving ${clusterDir} to the user with id ${account.uid}` });
  const entries = await readdir(clusterDir, { recursive: true });
  for (const name of entries) await lchown(path.join(clusterDir, name), account.uid, account.gid);
  // Last, since the check above looks at the owner.
  await chown(clusterDir, account.uid, account.gid);
}

async function removeUnfinished({ dataDir, log }: ClusterContext): Promise<void> {
  const left = (await readdir(dataDir)).filter((name) => name.startsWith(UNFINISHED));
  if (left.length > 0) log({ level: 'warn', message: 'Removing what an interrupted first start left.' });
  for (const name of left) await removeFolder(path.join(dataDir, name), log);
}

/**
 * Retries, since a program of a killed start may still be writing there. A remnant harms nothing
 * but the disk's space.
 */
async function removeFolder(folder: string, log: LauncherLog): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  } catch (error) {
    log({ level: 'warn', message: `Cannot remove ${folder} (${systemErrorCode(error)}).` });
  }
}

function requireSuccess(program: string, { code, stdout, stderr }: ProgramResult): void {
  if (code === 0) return;
  throw new EmbeddedPostgresError(
    'init-failed',
    `${program} ended with code ${code}\n${tailOf(`${stdout}\n${stderr}`)}`,
  );
}
