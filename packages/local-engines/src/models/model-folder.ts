import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import lockfile from 'proper-lockfile';
import type { Model, ModelFile } from './model.ts';
import { downloadFile, sha256Of, unpackFile } from './model-file.ts';

/**
 * Files that were checked, by name: a start compares sizes and times instead of hashing a hundred
 * megabytes.
 */
type Checked = Record<string, { sha256: string; bytes: number; mtimeMs: number }>;

const CHECKED_FILE = 'checked.json';
/** Milliseconds after which the lock of a killed process is void. */
const LOCK_STALE_MS = 10_000;

export function filePath(folder: string, model: Model, file: ModelFile): string {
  return path.join(folder, model.id, file.name);
}

/**
 * @returns whether every file of the model is there and is the pinned one.
 * @param fresh hashes files that were checked before too
 */
export async function isInstalled(folder: string, model: Model, fresh = false): Promise<boolean> {
  const known = fresh ? {} : await readChecked(folder, model);
  const checked: Checked = {};
  for (const file of model.files) {
    const target = filePath(folder, model, file);
    const found = await stat(target).catch(() => null);
    if (!found?.isFile() || found.size !== file.bytes) return false;
    const entry = { sha256: file.sha256, bytes: file.bytes, mtimeMs: found.mtimeMs };
    const isKnown = JSON.stringify(known[file.name]) === JSON.stringify(entry);
    if (!isKnown && (await sha256Of(createReadStream(target))) !== file.sha256) return false;
    checked[file.name] = entry;
  }
  if (JSON.stringify(checked) !== JSON.stringify(known)) {
    // A folder that cannot be written costs time at the next start, and nothing else.
    await writeFile(path.join(folder, model.id, CHECKED_FILE), JSON.stringify(checked)).catch(
      () => undefined,
    );
  }
  return true;
}

async function readChecked(folder: string, model: Model): Promise<Checked> {
  try {
    return JSON.parse(await readFile(path.join(folder, model.id, CHECKED_FILE), 'utf8')) as Checked;
  } catch {
    return {};
  }
}

/**
 * An optional model is switched on while its folder exists, so all processes on one models folder
 * share the choice, and a restart keeps it.
 * @returns whether to install the model; always true for a model that is not optional
 */
export async function isSwitchedOn(folder: string, model: Model): Promise<boolean> {
  if (!model.optional) return true;
  return (await stat(path.join(folder, model.id)).catch(() => null))?.isDirectory() ?? false;
}

/** Creates the folder of a model. @throws errors of the file system */
export async function makeModelFolder(folder: string, model: Model): Promise<void> {
  await mkdir(path.join(folder, model.id), { recursive: true });
}

/**
 * Runs `work` while no other process installs this model.
 * @returns false when another process does; `work` did not run then
 * @throws what `work` throws, and errors of the file system
 */
export async function withLock(folder: string, model: Model, work: () => Promise<void>): Promise<boolean> {
  const target = path.join(folder, model.id);
  await mkdir(folder, { recursive: true });
  let release: () => Promise<void>;
  try {
    release = await lockfile.lock(target, {
      stale: LOCK_STALE_MS,
      realpath: false,
      // By default it throws, which ends the server. Two that download one model do no harm: a file
      // is checked before it gets its name.
      onCompromised: () => undefined,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOCKED') return false;
    throw error;
  }
  try {
    await work();
  } finally {
    await release().catch(() => undefined);
  }
  return true;
}

export interface InstallOptions {
  folder: string;
  /** Base address that replaces the published ones; null: as published. */
  mirror: string | null;
  idleMs: number;
  signal: AbortSignal;
  /** Told how many bytes of the whole download have arrived. */
  onProgress(bytes: number): void;
}

/**
 * Downloads the files that are missing. The caller holds the lock and has made the model's folder.
 * @throws {ModelError} and errors of the file system and network
 */
export async function installModel(model: Model, options: InstallOptions): Promise<void> {
  const { folder, mirror, idleMs, signal, onProgress } = options;
  let done = 0;
  for (const file of model.files) {
    const target = filePath(folder, model, file);
    if (!(await isThere(target, file))) {
      const part = `${target}.part`;
      await downloadFile({
        url: addressOf(model, file, mirror),
        bytes: file.download.bytes,
        sha256: file.download.sha256,
        part,
        idleMs,
        signal,
        onProgress: (bytes) => onProgress(done + bytes),
      });
      await moveIntoPlace(file, part, target);
    }
    done += file.download.bytes;
    onProgress(done);
  }
}

/**
 * A file of hundreds of megabytes that needs no unpacking is moved, not copied: `part` is verified.
 */
async function moveIntoPlace(file: ModelFile, part: string, target: string): Promise<void> {
  if (file.download.compression === 'none') {
    const handle = await open(part, 'r+');
    await handle.sync().finally(() => handle.close());
    return rename(part, target);
  }
  await unpackFile(file, part, target);
  await rm(part, { force: true });
}

/**
 * @returns where a file is fetched: a mirror holds
 * `<model id>/<last part of the published address>`
 */
export function addressOf(model: Model, { download }: ModelFile, mirror: string | null): string {
  return mirror
    ? `${mirror}/${model.id}/${path.posix.basename(new URL(download.url).pathname)}`
    : download.url;
}

async function isThere(target: string, file: ModelFile): Promise<boolean> {
  const found = await stat(target).catch(() => null);
  return found?.size === file.bytes && (await sha256Of(createReadStream(target))) === file.sha256;
}

/** @returns bytes that travel when the model is downloaded */
export function downloadBytes(model: Model): number {
  return model.files.reduce((sum, { download }) => sum + download.bytes, 0);
}

/**
 * Deletes a model with its folder: an optional model is switched off then.
 * @throws errors of the file system
 */
export async function removeModel(folder: string, model: Model): Promise<void> {
  // Another process may write a last file meanwhile: ENOTEMPTY is tried again.
  const target = path.join(folder, model.id);
  await rm(target, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/**
 * Deletes the installed files of a model and keeps its folder.
 * @throws errors of the file system
 */
export async function removeFiles(folder: string, model: Model): Promise<void> {
  const names = [CHECKED_FILE, ...model.files.map(({ name }) => name)];
  for (const name of names) await rm(path.join(folder, model.id, name), { force: true });
}
