import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type ReplayedImage, replayDockerfile } from '../../scripts/image/replay.ts';
import { PROJECT_ROOT } from '../../scripts/lib/project.ts';
import { isRoot } from './image/running-image.ts';
import { smokeTest } from './image/smoke-test.ts';

// `npx tsx e2e/tools/check-image.ts`: replays deploy/Dockerfile in a temporary folder without Docker, uses the
// result, and adds up the image's size. Ends with code 1 when a step or the smoke test fails, or
// the image is too large.

const LARGEST_MB = 450;
/**
 * The sizes that `docker images` prints for the base images, in MB: they cannot be weighed without
 * fetching them.
 */
const BASES: Record<string, number> = { 'node:22.22.2-bookworm-slim': 220 };
/** Used where the packages of a left-out command are not installed here, in MB. */
const UNKNOWN_PACKAGE = 2;
const MB = 1e6;
const SIZE_FIELD = '$' + '{Installed-Size}';

const folder = mkdtempSync(path.join(os.tmpdir(), 'dragoman-image-'));
// The image's account must be able to walk through it.
chmodSync(folder, 0o755);
try {
  console.log(`Node ${process.version}${isRoot() ? '; the server runs as account 1000' : ''}\n`);
  const image = replayDockerfile(PROJECT_ROOT, folder, console.log);
  const total = printSizes(image);
  console.log('\nSmoke test');
  await smokeTest(image, folder, (line) => console.log(`  ok  ${line}`));
  if (total > LARGEST_MB) {
    console.error(`\nThe image has ${total.toFixed(1)} MB, ${LARGEST_MB} MB are allowed.`);
    process.exitCode = 1;
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @returns the sum in MB (a million bytes, as Docker counts) */
function printSizes({ stage, workdir, leftOut }: ReplayedImage): number {
  const [base = ''] = stage.base.split('@');
  const ofBase = BASES[base];
  if (ofBase === undefined) throw new Error(`Add the size of ${base} to e2e/tools/check-image.ts.`);
  const rows: Array<[string, number]> = [
    [`${base} (documented)`, ofBase],
    ...leftOut.flatMap(packagesOf).map((name): [string, number] => [`package ${name}`, installedSize(name)]),
    ...readdirSync(workdir).map((entry): [string, number] => [
      `${entry}`,
      bytesOf(path.join(workdir, entry)) / MB,
    ]),
  ];
  const total = rows.reduce((sum, [, size]) => sum + size, 0);
  console.log('\nSize in MB');
  for (const [name, size] of [...rows, ['sum', total] as const]) {
    console.log(`${size.toFixed(1).padStart(8)}  ${name}`);
  }
  return total;
}

/** Debian packages that a command installs, with those that they need. */
function packagesOf(command: string): string[] {
  const named =
    /install -y --no-install-recommends ((?:[\w.+-]+ ?)+)/.exec(command)?.[1]?.trim().split(' ') ?? [];
  return named.flatMap((name) => [name, `${name}-data`]);
}

function installedSize(name: string): number {
  const asked = spawnSync('dpkg-query', ['-W', '--showformat', SIZE_FIELD, name], { encoding: 'utf8' });
  return asked.status === 0 ? (Number(asked.stdout) * 1024) / MB : UNKNOWN_PACKAGE;
}

function bytesOf(entry: string): number {
  const stat = lstatSync(entry);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(entry).reduce((sum, name) => sum + bytesOf(path.join(entry, name)), 0);
}
