import { chmod, chown, lchown, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../src/db/embedded/file-access.ts';
import {
  copyNativeDir,
  findOrdinaryAccount,
  hasBundledPostgres,
  hasProgram,
  isRoot,
  type LauncherProcess,
  makeTempDir,
  postmasterPid,
  query,
  removeTempDir,
  startLauncherProcess,
  urlOf,
  withoutSetpriv,
} from './support.ts';

const DAC_OVERRIDE = 1n << 1n;
const DAC_READ_SEARCH = 1n << 2n;

const canTest = hasBundledPostgres && process.platform === 'linux' && isRoot && hasProgram('setpriv');
const ordinaryAccount = canTest ? await findOrdinaryAccount() : null;

describe.skipIf(!canTest)('started by root, PostgreSQL', () => {
  let openDir: string;
  let closedDir: string;
  let closedNativeDir: string;

  beforeAll(async () => {
    openDir = await makeTempDir({ reachable: true });
    closedDir = await makeTempDir();
    closedNativeDir = await copyNativeDir(path.join(closedDir, 'package'));
  });

  afterAll(async () => {
    await removeTempDir(openDir);
    await removeTempDir(closedDir);
  });

  it('runs under an unprivileged account, without any right of root', async () => {
    const dataDir = path.join(openDir, 'data');
    const launcher = await startLauncherProcess({ dataDir });
    await expectWorks(launcher);
    const server = await readServer(dataDir);
    expect(server.uid).toBeGreaterThan(0);
    expect(server.groups).toBe('');
    expect(server.capabilities).toBe(0n);
    expect(await stat(path.join(dataDir, 'postgres'))).toMatchObject({ uid: server.uid, gid: server.gid });
    await launcher.stop();
  });

  it('does so without setpriv too', async () => {
    const dataDir = path.join(openDir, 'data');
    const launcher = await startLauncherProcess({ dataDir }, { env: withoutSetpriv });
    await expectWorks(launcher);
    const server = await readServer(dataDir);
    expect(server.uid).toBeGreaterThan(0);
    expect(server.groups).toBe('');
    expect(server.capabilities).toBe(0n);
    await launcher.stop();
  });

  it.each([
    { title: 'its data', nativeDir: () => undefined, dataDir: () => path.join(closedDir, 'data') },
    { title: 'its programs', nativeDir: () => closedNativeDir, dataDir: () => path.join(openDir, 'data2') },
    { title: 'both', nativeDir: () => closedNativeDir, dataDir: () => path.join(closedDir, 'data3') },
  ])('may only look through closed folders when $title lie in one', async ({ nativeDir, dataDir }) => {
    const options = { dataDir: dataDir(), ...(nativeDir() && { nativeDir: nativeDir() }) };
    const launcher = await startLauncherProcess(options);
    await expectWorks(launcher);
    const server = await readServer(options.dataDir);
    expect(server.uid).toBeGreaterThan(0);
    expect(server.capabilities).toBe(DAC_READ_SEARCH);
    await launcher.stop();
  });

  it('uses the wider right where the system withholds the narrow one', async () => {
    const dataDir = path.join(closedDir, 'data');
    const launcher = await startLauncherProcess(
      { dataDir },
      { wrapper: withoutCapabilities('dac_read_search') },
    );
    await expectWorks(launcher);
    expect((await readServer(dataDir)).capabilities).toBe(DAC_OVERRIDE);
    await launcher.stop();
  });

  it('uses the wider right to run programs that only root may run', async () => {
    const nativeDir = await copyNativeDir(path.join(openDir, 'private-package'));
    await makePrivate(nativeDir);
    const dataDir = path.join(openDir, 'data4');
    const launcher = await startLauncherProcess({ dataDir, nativeDir });
    await expectWorks(launcher);
    expect((await readServer(dataDir)).capabilities).toBe(DAC_OVERRIDE);
    await launcher.stop();
  });

  it.each([
    { title: 'setpriv is missing', options: { env: withoutSetpriv } },
    {
      title: 'the system withholds every such right',
      options: { wrapper: withoutCapabilities('dac_read_search', 'dac_override') },
    },
  ])('is refused, with the folder and the ways out, when $title', async ({ options }) => {
    const { outcome } = await startLauncherProcess({ dataDir: path.join(closedDir, 'never') }, options);
    expect(outcome).toMatchObject({ kind: 'failed', code: 'unreachable-folder' });
    const message = outcome.kind === 'failed' ? outcome.message : '';
    expect(message).toContain(`cannot use ${closedDir}`);
    for (const hint of ['setpriv', 'DATA_DIR', 'chmod o+x', 'DATABASE_URL']) expect(message).toContain(hint);
    expect(message).not.toContain('\n');
  });

  it('takes over a cluster that was copied by root', async () => {
    const dataDir = path.join(openDir, 'data');
    for (const name of await readdir(dataDir, { recursive: true }))
      await lchown(path.join(dataDir, name), 0, 0);
    const launcher = await startLauncherProcess({ dataDir });
    await expectWorks(launcher);
    expect((await readServer(dataDir)).uid).toBeGreaterThan(0);
    await launcher.stop();
  });
});

describe.runIf(ordinaryAccount)('started by an ordinary user, PostgreSQL', () => {
  const account = ordinaryAccount as Account;
  const asOrdinary = {
    wrapper: ['setpriv', `--reuid=${account?.uid}`, `--regid=${account?.gid}`, '--clear-groups'],
    env: { HOME: '/nonexistent' },
  };
  let parent: string;
  let dataDir: string;

  beforeAll(async () => {
    parent = await makeTempDir({ reachable: true });
    dataDir = path.join(parent, 'data');
    await mkdir(dataDir);
    await chown(dataDir, account.uid, account.gid);
  });

  afterAll(() => removeTempDir(parent));

  it('runs as that user', async () => {
    const launcher = await startLauncherProcess({ dataDir }, asOrdinary);
    await expectWorks(launcher);
    expect(await readServer(dataDir)).toMatchObject({ uid: account.uid, capabilities: 0n });
    await launcher.stop();
  });

  it('runs as the owner of the cluster when root starts it in between', async () => {
    const byRoot = await startLauncherProcess({ dataDir });
    await expectWorks(byRoot);
    expect(await readServer(dataDir)).toMatchObject({ uid: account.uid });
    await byRoot.stop();
    const again = await startLauncherProcess({ dataDir }, asOrdinary);
    await expectWorks(again);
    await again.stop();
  });

  it("is refused on another's cluster", async () => {
    await chown(path.join(dataDir, 'postgres'), 12_345, 12_345);
    const { outcome } = await startLauncherProcess({ dataDir }, asOrdinary);
    expect(outcome).toMatchObject({
      kind: 'failed',
      code: 'wrong-owner',
      message: expect.stringContaining('belongs to the user with id 12345'),
    });
  });

  it('is refused, clearly, where that user may not write', async () => {
    const { outcome } = await startLauncherProcess({ dataDir: path.join(parent, 'new') }, asOrdinary);
    expect(outcome).toMatchObject({
      kind: 'failed',
      code: 'unusable-folder',
      message: expect.stringMatching(/EACCES/),
    });
  });
});

/** A statement that writes, and one that loads a library (PL/pgSQL) from the installation. */
async function expectWorks(launcher: LauncherProcess): Promise<void> {
  const rows = await query(
    urlOf(launcher),
    'create table if not exists visit (id int)',
    'insert into visit values (1)',
    'do $$ begin perform 1; end $$',
    'select count(*) > 0 as written from visit',
  );
  expect(rows).toEqual([{ written: true }]);
}

async function readServer(dataDir: string) {
  const status = await readFile(`/proc/${await postmasterPid(dataDir)}/status`, 'utf8');
  const field = (name: string) => new RegExp(`^${name}:\\t?(.*)$`, 'm').exec(status)?.[1]?.trim() ?? '';
  return {
    uid: Number.parseInt(field('Uid'), 10),
    gid: Number.parseInt(field('Gid'), 10),
    groups: field('Groups'),
    capabilities:
      BigInt(`0x${field('CapEff')}`) | BigInt(`0x${field('CapPrm')}`) | BigInt(`0x${field('CapAmb')}`),
  };
}

/** Runs a program as a root that lacks some capabilities for good, as in a container. */
function withoutCapabilities(...names: string[]): string[] {
  const dropped = names.map((name) => `-${name}`).join(',');
  return ['setpriv', `--bounding-set=${dropped}`, `--inh-caps=${dropped}`];
}

/** Gives files the modes that npm creates under umask 077. */
async function makePrivate(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) await chmod(file, (await stat(file)).mode & 0o700);
  }
}
