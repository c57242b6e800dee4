import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

const NOT_SOURCES = new Set(['node_modules', 'dist', 'test']);

/**
 * One hash over the names and contents of files, folders taken whole (without tests, builds and
 * dependencies).
 * @param entries paths relative to `root`; missing ones count as absent
 */
export async function fingerprint(root: string, entries: readonly string[]): Promise<string> {
  const files = (await Promise.all(entries.map((entry) => listFiles(path.join(root, entry))))).flat().sort();
  const hash = createHash('sha256');
  for (const [index, content] of (await Promise.all(files.map((file) => readFile(file)))).entries()) {
    hash
      .update(path.relative(root, files[index] as string))
      .update('\0')
      .update(content)
      .update('\0');
  }
  return hash.digest('hex');
}

async function listFiles(entry: string): Promise<string[]> {
  if (!existsSync(entry)) return [];
  if (!(await stat(entry)).isDirectory()) return entry.endsWith('.test.ts') ? [] : [entry];
  const names = (await readdir(entry)).filter((name) => !NOT_SOURCES.has(name));
  return (await Promise.all(names.map((name) => listFiles(path.join(entry, name))))).flat();
}
