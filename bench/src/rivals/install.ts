import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PROJECT_ROOT } from '../../../scripts/lib/project.ts';

const SOURCE = path.join(PROJECT_ROOT, 'bench/rivals');
const INSTALLED = '.installed-package.json';

/** Where the rivals are installed: outside npm's workspaces and ignored by Git. */
export const RIVALS_FOLDER = path.join(PROJECT_ROOT, '.cache/rivals');

/**
 * Installs the rivals' packages (about 1.2 GB) in the exact versions of their package.json, unless
 * they are there. Their install scripts do not run.
 * @throws when npm fails
 */
export async function installRivals(): Promise<void> {
  await mkdir(RIVALS_FOLDER, { recursive: true });
  for (const file of await readdir(SOURCE)) await cp(path.join(SOURCE, file), path.join(RIVALS_FOLDER, file));
  const wanted = await readFile(path.join(SOURCE, 'package.json'), 'utf8');
  const marker = path.join(RIVALS_FOLDER, INSTALLED);
  if ((await readFile(marker, 'utf8').catch(() => null)) === wanted) return;
  console.log('Installing the rivals into .cache/rivals (about 1.2 GB, some minutes)');
  const { status } = spawnSync(
    'npm',
    ['install', '--no-package-lock', '--ignore-scripts', '--loglevel=error'],
    {
      cwd: RIVALS_FOLDER,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) {
    throw new Error(
      'npm could not install the rivals: the part `rivals` needs the npm registry and 2 GB of free disk. ' +
        'The other parts run without them.',
    );
  }
  await writeFile(marker, wanted);
}

/** @returns a Node.js of at least version 22: this one, or the one installed with the rivals */
export function nodeOfDirectus(): string {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    throw new Error('Directus needs Node.js 22. Run this part of the bench with it.');
  }
  return path.join(RIVALS_FOLDER, `node_modules/node-linux-${process.arch}/bin/node`);
}
