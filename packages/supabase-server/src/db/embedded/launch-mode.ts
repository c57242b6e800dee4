import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { type Binaries, unusableBinaries } from './binaries.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { type Account, EXECUTE, findObstacle, READ } from './file-access.ts';
import { type LaunchMode, type ProgramResult, runProgram } from './run-program.ts';

/** A way to start PostgreSQL that was tried and works, and the version it starts. */
export interface ResolvedLaunch {
  mode: LaunchMode;
  /** The version, such as "18.4". */
  version: string;
  major: number;
}

/** A folder or file that the account cannot use, and a capability of Linux that gets past it. */
interface Obstacle {
  file: string;
  capability: 'dac_read_search' | 'dac_override';
}

/**
 * Finds out how to start PostgreSQL here by running `postgres --version` in each way that fits,
 * best first.
 * @param dataDir existing, symbolic links resolved
 * @param account as chooseAccount gives it
 * @throws EmbeddedPostgresError `unreachable-folder`, `unsupported-platform`
 */
export async function resolveLaunch(
  binaries: Binaries,
  dataDir: string,
  account: Account | null,
): Promise<ResolvedLaunch> {
  const obstacle = account && (await findFirstObstacle(binaries, dataDir, account));
  let lastFailure = 'it cannot be started';
  for (const mode of launchModes(account, obstacle?.capability)) {
    const result = await runProgram(mode, binaries.postgres, ['--version']);
    const version = readVersion(result);
    if (version) return { mode, version, major: Number.parseInt(version, 10) };
    lastFailure = result.stderr.trim().split('\n')[0] || `exit code ${result.code}`;
  }
  if (!obstacle) throw unusableBinaries(lastFailure);
  throw new EmbeddedPostgresError(
    'unreachable-folder',
    `PostgreSQL must not run as root, and the account with id ${account?.uid} that it would run as cannot use ${obstacle.file}. ` +
      `Starting it with the right to (through setpriv of util-linux) failed: ${lastFailure}. Set DATA_DIR to a folder that ` +
      'every account can reach, make the named folder passable (chmod o+x), start the server as an ordinary user, or set DATABASE_URL.',
  );
}

/**
 * The ways to start PostgreSQL, best first.
 * @param account to switch to; null: our own
 * @param capability what the account needs to reach its files, if anything
 */
export function launchModes(account: Account | null, capability?: Obstacle['capability']): LaunchMode[] {
  const switchAccount = account ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'] : [];
  // A hard kill of this process must not leave PostgreSQL running. Linux ties this to the thread
  // that starts the child, so only the main thread, which lives as long as the process, may request
  // it. Without setpriv, the next start cleans up.
  const dieWithParent = isMainThread ? ['--pdeathsig=INT'] : [];
  const setpriv = ['setpriv', ...switchAccount, ...dieWithParent];
  if (capability) {
    const wanted = capability === 'dac_read_search' ? [capability, 'dac_override'] : [capability];
    return wanted.map((name) => ({
      wrapper: [...setpriv, ...capabilityArguments(name), '--'],
      account: null,
    }));
  }
  const plain = { wrapper: [], account };
  return process.platform === 'linux' && isMainThread
    ? [{ wrapper: [...setpriv, '--'], account: null }, plain]
    : [plain];
}

/**
 * Arguments that keep one capability and no other through every exec (ambient). Without
 * no_setuid_fixup access(2), with which PostgreSQL looks for its own programs, would leave the
 * capability out of account.
 */
function capabilityArguments(name: string): string[] {
  return [`--inh-caps=-all,+${name}`, `--ambient-caps=-all,+${name}`, '--securebits=+no_setuid_fixup'];
}

async function findFirstObstacle(
  binaries: Binaries,
  dataDir: string,
  account: Account,
): Promise<Obstacle | null> {
  for (const program of [binaries.postgres, binaries.initdb]) {
    const file = await findObstacle(program, account, READ + EXECUTE);
    // The right to read everything does not include the right to run a file.
    if (file) return { file, capability: file === program ? 'dac_override' : 'dac_read_search' };
  }
  const folders = [path.join(binaries.nativeDir, 'lib'), path.join(binaries.nativeDir, 'share')];
  for (const [folder, need] of [
    ...folders.map((name) => [name, READ + EXECUTE] as const),
    [dataDir, EXECUTE] as const,
  ]) {
    const file = await findObstacle(folder, account, need);
    if (file) return { file, capability: 'dac_read_search' };
  }
  return null;
}

function readVersion(result: ProgramResult): string | null {
  // PostgreSQL reports an executable that it cannot check as a mere log line, and gives up later.
  if (result.code !== 0 || /invalid binary/.test(result.stderr)) return null;
  return /\(PostgreSQL\) (\d+\S*)/.exec(result.stdout)?.[1] ?? null;
}
