import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createLibraryLinks, packagedNativeDir } from '@dragoman/supabase-server/db/embedded/binaries';
import { isNeeded } from './image/needed-files.ts';
import { buildStale } from './lib/build.ts';
import { PROJECT_ROOT } from './lib/project.ts';
import { outputOf } from './lib/run.ts';

/**
 * `npx tsx scripts/image-tree.ts <folder>`: writes what the container's image holds (deploy/Dockerfile):
 * the built server, the built web app, the operator's commands, the migrations, and of the packages
 * only what the server loads. Nothing is written there when it runs.
 */
const HELP =
  'npx tsx scripts/image-tree.ts <folder>   writes what the image holds into a folder that is empty or missing';

/** Files that the server reads at run time, besides packages. */
const READ_BY_SERVER = [
  'LICENSE',
  'apps/server/dist',
  'apps/server/reader',
  'apps/server/src/database/migrations',
  'packages/supabase-server/src/db/platform',
  'apps/web/dist',
  'apps/web/render/dist',
  'supabase/migrations',
];

/** The operator's commands, as `npm run` knows them in a clone too. */
const COMMANDS = ['admins', 'backup', 'certificate', 'health', 'keys', 'mail', 'models', 'restore'];

async function main(args: string[]): Promise<void> {
  const [target, ...rest] = args;
  if (!target || target.startsWith('-') || rest.length > 0) throw new Error(HELP);
  const folder = path.resolve(target);
  if (existsSync(folder)) throw new Error(`${folder} exists already. ${HELP}`);
  await buildStale();
  await mkdir(folder, { recursive: true });
  for (const entry of READ_BY_SERVER) await copyEntry(entry, folder);
  for (const entry of productionPackages()) await copyPackage(entry, folder);
  await buildCommands(folder);
  await writeManifest(folder);
  // The image belongs to root, and the server, which is not root, could not complete it.
  await createLibraryLinks(path.join(folder, path.relative(PROJECT_ROOT, packagedNativeDir())));
}

/** @returns folders of the packages that the server needs, relative to the project */
function productionPackages(): string[] {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = [
    'ls',
    '--omit=dev',
    '--all',
    '--parseable',
    '-w',
    '@dragoman/server',
    '--prefix',
    PROJECT_ROOT,
  ];
  const listed = outputOf(npm, args);
  if (listed === null) throw new Error('npm ls finds the packages incomplete. Run: npm ci');
  return listed
    .split('\n')
    .map((line) => path.relative(PROJECT_ROOT, line.trim()))
    .filter((entry) => entry.split(path.sep).includes('node_modules') && !entry.includes('@dragoman'));
}

async function copyEntry(entry: string, folder: string): Promise<void> {
  await cp(path.join(PROJECT_ROOT, entry), path.join(folder, entry), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !/\.(?:map|fingerprint)$/.test(source),
  });
}

async function copyPackage(entry: string, folder: string): Promise<void> {
  const source = path.join(PROJECT_ROOT, entry);
  const nested = path.join(source, 'node_modules');
  await cp(source, path.join(folder, entry), {
    recursive: true,
    verbatimSymlinks: true,
    // Packages within a package are listed themselves.
    filter: (file) => file !== nested && isNeeded(belowPackages(file)),
  });
}

function belowPackages(file: string): string {
  const [, ...below] = file.split(`${path.sep}node_modules${path.sep}`);
  return (below.at(-1) ?? '').split(path.sep).join('/');
}

/**
 * The commands' sources need tsx, which the image does not have. They find packages where the
 * server does.
 */
async function buildCommands(folder: string): Promise<void> {
  const { build } = await import('vite');
  await build({
    root: PROJECT_ROOT,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      emptyOutDir: false,
      outDir: path.join(folder, 'apps/server/commands'),
      rollupOptions: {
        input: Object.fromEntries(
          COMMANDS.map((name) => [name, path.join(PROJECT_ROOT, `scripts/${name}.ts`)]),
        ),
      },
    },
    ssr: { noExternal: [/^@dragoman\//] },
  });
}

async function writeManifest(folder: string): Promise<void> {
  const { name, version, license } = JSON.parse(
    await readFile(path.join(PROJECT_ROOT, 'package.json'), 'utf8'),
  ) as Record<string, string>;
  const scripts = {
    start: 'node apps/server/dist/main.js',
    ...Object.fromEntries(COMMANDS.map((command) => [command, `node apps/server/commands/${command}.js`])),
  };
  const manifest = { name, version, license, private: true, type: 'module', scripts };
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
