import { mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLibraryLinks, findBinaries, packagedNativeDir } from './binaries.ts';

describe('packagedNativeDir', () => {
  it.each([
    ['sunos', 'x64'],
    ['linux', 's390x'],
    ['win32', 'arm64'],
  ])('says what to do on %s-%s, for which there is no package', (platform, arch) => {
    expect(() => packagedNativeDir(platform, arch)).toThrowError(
      expect.objectContaining({
        code: 'unsupported-platform',
        message: expect.stringMatching(`${platform}-${arch}.*Set DATABASE_URL`),
      }),
    );
  });
});

describe('createLibraryLinks', () => {
  let nativeDir: string;

  beforeEach(async () => {
    nativeDir = path.join(await mkdtemp(path.join(os.tmpdir(), 'dragoman-links-')), 'native');
    await mkdir(path.join(nativeDir, 'lib'), { recursive: true });
    await writeFile(path.join(nativeDir, 'lib', 'libx.so.5.18'), '');
    await writeLinks([{ source: 'native/lib/libx.so.5.18', target: 'native/lib/libx.so.5' }]);
  });

  afterEach(() => rm(path.dirname(nativeDir), { recursive: true }));

  it('makes relative links, once, also when several do it', async () => {
    await Promise.all([1, 2, 3].map(() => createLibraryLinks(nativeDir)));
    await createLibraryLinks(nativeDir);
    expect(await readlink(path.join(nativeDir, 'lib', 'libx.so.5'))).toBe('libx.so.5.18');
  });

  it('leaves a tree without a list alone', async () => {
    await rm(path.join(nativeDir, 'pg-symlinks.json'));
    await createLibraryLinks(nativeDir);
  });

  it('names the link that it cannot make', async () => {
    await writeLinks([{ source: 'native/absent/a', target: 'native/absent/b' }]);
    await expect(createLibraryLinks(nativeDir)).rejects.toMatchObject({
      code: 'incomplete-installation',
      message: expect.stringContaining(path.join('native', 'absent', 'b')),
    });
  });

  it('refuses a damaged list', async () => {
    await writeFile(path.join(nativeDir, 'pg-symlinks.json'), '{');
    await expect(createLibraryLinks(nativeDir)).rejects.toMatchObject({ code: 'incomplete-installation' });
  });

  async function writeLinks(links: { source: string; target: string }[]): Promise<void> {
    await writeFile(path.join(nativeDir, 'pg-symlinks.json'), JSON.stringify(links));
  }
});

describe('findBinaries', () => {
  it('refuses a folder that does not exist', async () => {
    await expect(findBinaries('/nonexistent/native')).rejects.toMatchObject({ code: 'unsupported-platform' });
  });
});
