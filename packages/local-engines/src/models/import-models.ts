import { createReadStream } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Model, ModelFile } from './model.ts';
import { sha256Of, unpackFile } from './model-file.ts';
import { filePath, isInstalled, withLock } from './model-folder.ts';

/** More entries than a folder of models has: the operator probably named a whole disk. */
const MOST_ENTRIES = 20_000;

/**
 * Installs models from a folder, such as a USB stick. Files are recognised by size and SHA-256,
 * whatever their names: as they were published, or as another installation has them. An optional
 * model whose files are found is switched on.
 * @returns ids of the models that are complete now
 * @throws when the folder cannot be read or has too many files, and errors of the file system
 */
export async function importModels(
  from: string,
  folder: string,
  models: readonly Model[],
): Promise<string[]> {
  const found = await filesBySize(from);
  const complete: string[] = [];
  for (const model of models) {
    const isFree = await withLock(folder, model, async () => {
      for (const file of model.files) await importFile(found, file, filePath(folder, model, file));
    });
    if (!isFree) throw new Error(`Another process installs ${model.id}: stop it first, or wait.`);
    if (await isInstalled(folder, model)) complete.push(model.id);
  }
  return complete;
}

async function importFile(found: Map<number, string[]>, file: ModelFile, target: string): Promise<void> {
  const { download } = file;
  const asInstalled = { ...file, download: { ...download, compression: 'none' as const } };
  for (const [kind, bytes, sha256] of [
    [asInstalled, file.bytes, file.sha256],
    [file, download.bytes, download.sha256],
  ] as const) {
    for (const candidate of found.get(bytes) ?? []) {
      if ((await sha256Of(createReadStream(candidate))) !== sha256) continue;
      await mkdir(path.dirname(target), { recursive: true });
      return unpackFile(kind, candidate, target);
    }
  }
}

async function filesBySize(folder: string): Promise<Map<number, string[]>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  if (entries.length > MOST_ENTRIES) {
    throw new Error(`${folder} has more than ${MOST_ENTRIES} files. Name the folder that has the models.`);
  }
  const sizes = new Map<number, string[]>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    const { size } = await stat(file);
    sizes.set(size, [...(sizes.get(size) ?? []), file]);
  }
  return sizes;
}
