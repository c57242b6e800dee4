import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { PROJECT_ROOT } from './project.ts';

export interface PageSize {
  /** The page's source, without folders. */
  page: string;
  files: number;
  /** Beyond what every page loads. */
  ownBytes: number;
  totalBytes: number;
}

interface ManifestChunk {
  file: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}

/**
 * Script that each page of the built web app waits for on a first visit in English, as it is sent
 * (brotli). The first row is what every page loads; the join page needs no more.
 * @throws when the web app is not built
 */
export async function scriptSizes(): Promise<PageSize[]> {
  const dist = path.join(PROJECT_ROOT, 'apps/web/dist');
  const manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >;
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (!entry) throw new Error('The build has no entry');
  // The entry loads the start and its texts as soon as it runs.
  const first = [entry, ...(manifest[entry]?.dynamicImports ?? []), 'src/shared/i18n/en.start.json'];
  const start = filesOf(manifest, first);
  const startBytes = await sizeOf(dist, start);
  const rows = [
    { page: 'every page, and /join', files: start.size, ownBytes: startBytes, totalBytes: startBytes },
  ];
  const pages = Object.keys(manifest).filter((key) => /-(page|dashboard)\.tsx$/.test(key));
  for (const key of pages.sort()) {
    const files = filesOf(manifest, [...first, key]);
    const totalBytes = await sizeOf(dist, files);
    const page = path.basename(key, '.tsx');
    rows.push({ page, files: files.size, ownBytes: totalBytes - startBytes, totalBytes });
  }
  return rows;
}

/** The chunks' own files and those of everything that they import statically. */
function filesOf(manifest: Record<string, ManifestChunk>, keys: string[]): Set<string> {
  const seen = new Set(keys);
  // A set's iterator also returns entries that are added during the walk.
  for (const key of seen) for (const imported of manifest[key]?.imports ?? []) seen.add(imported);
  return new Set([...seen].flatMap((key) => manifest[key]?.file ?? []));
}

async function sizeOf(dist: string, files: Set<string>): Promise<number> {
  let bytes = 0;
  for (const file of files) {
    const sent = path.join(dist, `${file}.br`);
    // A file that is too small to compress is sent as it is.
    bytes += (await stat(existsSync(sent) ? sent : path.join(dist, file))).size;
  }
  return bytes;
}
