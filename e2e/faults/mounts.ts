import { execFileSync } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { UnavailableError } from '../browsers/unavailable.ts';

/** Linux's name for "stop this file system now, and do not write what waits" (EXT4_IOC_SHUTDOWN). */
const SHUTDOWN = `
open(my $folder, "<", $ARGV[0]) or die "$!";
my $without_log = pack("L", 2);
ioctl($folder, 0x8004587d, $without_log) or die "$!";
`;

/** @throws {UnavailableError} unless this account may mount file systems here */
export function requireMounts(): void {
  if (process.platform !== 'linux') throw new UnavailableError('needs Linux');
  if (process.geteuid?.() !== 0) throw new UnavailableError('needs root');
}

/** A small file system in memory. @throws {UnavailableError} when it cannot be mounted */
export async function mountSmall(folder: string, megabytes: number): Promise<void> {
  requireMounts();
  await mkdir(folder, { recursive: true });
  attempt('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
}

/** Makes an ext4 file system in a file. @throws {UnavailableError} when it cannot be made */
export function makeImage(image: string, megabytes: number): void {
  requireMounts();
  attempt('truncate', ['-s', `${megabytes}M`, image]);
  attempt('mkfs.ext4', ['-q', '-F', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image]);
}

/**
 * Linux writes what nothing has flushed after five minutes: a cut finds all that should have been.
 * @throws {UnavailableError} when it cannot be mounted
 */
export async function mountImage(image: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  attempt('mount', ['-o', 'loop,commit=300', image, folder]);
  await chmod(folder, 0o755);
}

/**
 * What a power cut does to a file system: from now on nothing more reaches the device, and what
 * waits in memory is lost, the file system's own log included.
 * @throws {UnavailableError} when this kernel cannot do it
 */
export function cutPower(folder: string): void {
  attempt('perl', ['-e', SHUTDOWN, folder]);
}

export function unmount(folder: string): void {
  execFileSync('umount', [folder], { stdio: 'ignore' });
}

function attempt(program: string, args: string[]): void {
  try {
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer };
    const reason = stderr?.toString().trim() || message;
    throw new UnavailableError(`${program}: ${reason}`, { cause: error });
  }
}
