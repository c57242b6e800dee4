import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLibraryLinks } from '../../src/db/embedded/binaries.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded/launcher.ts';
import {
  copyNativeDir,
  findOrdinaryAccount,
  hasBundledPostgres,
  isRoot,
  makeTempDir,
  query,
  removeTempDir,
  startLauncherProcess,
} from './support.ts';

const ordinaryAccount = hasBundledPostgres ? await findOrdinaryAccount() : null;

describe.skipIf(!hasBundledPostgres || process.platform === 'win32')('the launcher refuses', () => {
  let parent: string;
  const log = () => undefined;

  beforeAll(async () => {
    parent = await makeTempDir({ reachable: true });
  });

  afterAll(() => removeTempDir(parent));

  it('a cluster of another major version, and leaves it alone', async () => {
    const dataDir = path.join(parent, 'old');
    const versionFile = path.join(dataDir, 'postgres', 'PG_VERSION');
    await (await startEmbeddedPostgres({ dataDir, log })).stop();
    await writeFile(versionFile, '17\n');
    const before = await readdir(dataDir, { recursive: true });
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toMatchObject({
      code: 'version-mismatch',
      message: expect.stringMatching(/made by PostgreSQL 17, .* brings PostgreSQL 18/),
    });
    expect(await readdir(dataDir, { recursive: true })).toEqual(before);

    // Nothing stays locked by the refusal.
    await writeFile(versionFile, '18\n');
    await (await startEmbeddedPostgres({ dataDir, log })).stop();
  });

  it('a folder that holds something else', async () => {
    const folder = path.join(parent, 'photos', 'postgres');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'booth.jpg'), '');
    await expect(startEmbeddedPostgres({ dataDir: path.dirname(folder), log })).rejects.toMatchObject({
      code: 'not-a-cluster',
    });
    expect(await readdir(folder)).toEqual(['booth.jpg']);
  });

  it('a damaged cluster, with the end of the log', async () => {
    const dataDir = path.join(parent, 'damaged');
    await (await startEmbeddedPostgres({ dataDir, log })).stop();
    await truncate(path.join(dataDir, 'postgres', 'global', 'pg_control'), 0);
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toMatchObject({
      code: 'start-failed',
      message: expect.stringMatching(/postgres\.log\):\n.*pg_control/s),
    });
  });

  it('a data directory that cannot be', async () => {
    const file = path.join(parent, 'file');
    await writeFile(file, '');
    await expect(startEmbeddedPostgres({ dataDir: path.join(file, 'data'), log })).rejects.toMatchObject({
      code: 'unusable-folder',
      message: expect.stringContaining(file),
    });
  });

  it.runIf(process.platform === 'linux')('a data directory where no folder can be made', async () => {
    await expect(startEmbeddedPostgres({ dataDir: '/proc/dragoman', log })).rejects.toMatchObject({
      code: 'unusable-folder',
      message: 'Cannot use the data directory /proc/dragoman: No folder can be made in /proc',
    });
  });

  it('a disk that fills up during the first start, and leaves nothing half-made', async () => {
    const dataDir = path.join(parent, 'limited');
    // No file over 4 MB: PostgreSQL cannot write the first segment of its log, as when the disk is
    // full.
    const wrapper = ['sh', '-c', 'ulimit -f 8192; exec "$@"', 'sh'];
    const { outcome } = await startLauncherProcess({ dataDir }, { wrapper });
    expect(outcome).toMatchObject({
      kind: 'failed',
      code: 'init-failed',
      message: expect.stringMatching(/initdb ended with code 1\n.*File too large/s),
    });
    expect(await readdir(dataDir)).toEqual(['postgres.lock']);

    const later = await startLauncherProcess({ dataDir });
    expect(later.outcome.kind).toBe('ready');
    await later.stop();
  });

  it.runIf(process.platform === 'linux' && isRoot && canMount())('a full disk, by that name', async () => {
    const dataDir = path.join(parent, 'small-disk');
    await mkdir(dataDir);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=755', 'tmpfs', dataDir]);
    try {
      await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toMatchObject({
        code: 'init-failed',
        message: expect.stringMatching(/No space left on device/),
      });
      expect(await readdir(dataDir)).toEqual(['postgres.lock']);
    } finally {
      execFileSync('umount', [dataDir]);
    }
  });

  it.runIf(process.platform === 'linux')('programs that do not run here, naming DATABASE_URL', async () => {
    // A glibc program fails in this way on a musl system: its loader does not exist.
    const nativeDir = await copyNativeDir(path.join(parent, 'musl'));
    const program = path.join(nativeDir, 'bin', 'postgres');
    const bytes = await readFile(program);
    bytes.write('/ld-absent', bytes.indexOf('/ld-linux'));
    await rm(program);
    await writeFile(program, bytes, { mode: 0o755 });
    await expect(
      startEmbeddedPostgres({ dataDir: path.join(parent, 'musl'), nativeDir, log }),
    ).rejects.toMatchObject({
      code: 'unsupported-platform',
      message: expect.stringMatching(/musl.*ENOENT.*Set DATABASE_URL/),
    });
  });

  it.runIf(process.platform === 'linux')(
    'nothing when the package lacks its links: several at once make them',
    async () => {
      const nativeDir = await copyNativeDir(path.join(parent, 'unlinked'), { links: false });
      expect(await readdir(path.join(nativeDir, 'lib'))).not.toContain('libpq.so');
      await Promise.all(Array.from({ length: 4 }, () => createLibraryLinks(nativeDir)));
      expect(await readdir(path.join(nativeDir, 'lib'))).toContain('libpq.so');
      const postgres = await startEmbeddedPostgres({ dataDir: path.join(parent, 'linked'), nativeDir, log });
      expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      await postgres.stop();
    },
  );

  it.runIf(ordinaryAccount)('a package that lacks its links and cannot be written to', async () => {
    const nativeDir = await copyNativeDir(path.join(parent, 'read-only'), { links: false });
    const wrapper = [
      'setpriv',
      `--reuid=${ordinaryAccount?.uid}`,
      `--regid=${ordinaryAccount?.gid}`,
      '--clear-groups',
    ];
    const { outcome } = await startLauncherProcess({ dataDir: '/tmp/unused', nativeDir }, { wrapper });
    expect(outcome).toMatchObject({
      kind: 'failed',
      code: 'incomplete-installation',
      message: expect.stringMatching(/EACCES.*hydrate-symlinks\.js.*DATABASE_URL/),
    });
  });
});

function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
