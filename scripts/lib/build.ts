import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { fingerprint } from './fingerprint.ts';
import { PROJECT_ROOT } from './project.ts';

interface Part {
  name: string;
  folder: string;
  sources: readonly string[];
  /** A step to run on the finished build. */
  finish?: (dist: string) => Promise<void>;
}

const SHARED = ['package-lock.json', 'tsconfig.base.json', 'packages/domain'];

const PARTS: readonly Part[] = [
  {
    name: 'server',
    folder: 'apps/server',
    sources: [
      ...SHARED,
      'packages/functions',
      'packages/local-engines',
      'packages/supabase-server',
      'apps/server',
    ],
  },
  { name: 'server entry', folder: 'apps/web/render', sources: [...SHARED, 'apps/web'] },
  { name: 'web app', folder: 'apps/web', sources: [...SHARED, 'apps/web'], finish: precompress },
];

/** The built server, with the programs that it starts as processes of their own. */
export const SERVER_BUILD = path.join(PROJECT_ROOT, 'apps/server/dist');

/**
 * Builds those parts whose sources changed since their last build.
 * @param wanted names of the parts that are needed; all, unless told
 * @returns the names of the parts that were built
 */
export async function buildStale(
  report: (line: string) => void = console.log,
  wanted: readonly string[] = PARTS.map(({ name }) => name),
): Promise<string[]> {
  const built: string[] = [];
  for (const part of PARTS.filter(({ name }) => wanted.includes(name))) {
    const dist = path.join(PROJECT_ROOT, part.folder, 'dist');
    const stamp = path.join(dist, '.fingerprint');
    const now = await fingerprint(PROJECT_ROOT, part.sources);
    if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === now) continue;
    report(`Building the ${part.name} …`);
    // Loaded only here: a start with nothing to build should not wait for the bundler.
    const { build } = await import('vite');
    await build({ root: path.join(PROJECT_ROOT, part.folder), logLevel: 'warn' });
    await part.finish?.(dist);
    await writeFile(stamp, now);
    built.push(part.name);
  }
  return built;
}

const COMPRESSIBLE = /\.(js|css|html|svg|json|wasm|webmanifest)$/;
/** Smaller files are sent as they are. */
const WORTH_IT_BYTES = 512;

/**
 * Writes .br and .gz files beside files that compress well, so that the server never compresses
 * while serving.
 */
async function precompress(dist: string): Promise<void> {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  const names = await readdir(dist, { recursive: true });
  const files = names.filter((file) => COMPRESSIBLE.test(file) && file !== 'index.html');
  // Node's pool of threads takes as many at once as it has threads.
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(dist, name);
      const content = await readFile(file);
      if (content.byteLength < WORTH_IT_BYTES) return;
      const options = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength } };
      await Promise.all([
        brotli(content, options).then((smaller) => writeFile(`${file}.br`, smaller)),
        zip(content, { level: 9 }).then((smaller) => writeFile(`${file}.gz`, smaller)),
      ]);
    }),
  );
}
