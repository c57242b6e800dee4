import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { PROJECT_ROOT } from './lib/project.ts';
import { installedProgram } from './lib/run.ts';

/**
 * Type-checks every workspace with its own tsconfig, and reports all of them before it fails. It
 * starts a compiler of one thread per core: the threads of one compiler repeat each other's work.
 */
const compiler = installedProgram('tsc');
// The longest first.
const projects = [
  'apps/web',
  'apps/server',
  'packages/supabase-server',
  '.',
  'packages/domain',
  'packages/functions',
  'packages/local-engines',
  'apps/web/tsconfig.worker.json',
  'e2e',
  'bench',
  'eval',
];
/** A compiler of the web app takes about 1 GB. */
const MOST_AT_ONCE = 4;

const waiting = [...projects];
const failed: string[] = [];

function check(project: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(compiler, ['-p', project, '--singleThreaded'], {
      cwd: PROJECT_ROOT,
      stdio: 'inherit',
      // Windows has .cmd files for npm's programs, which only its shell can run.
      shell: process.platform === 'win32',
    });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}

async function checkWaiting(): Promise<void> {
  for (let project = waiting.shift(); project; project = waiting.shift()) {
    if (!(await check(project))) failed.push(project);
  }
}

await Promise.all(Array.from({ length: Math.min(availableParallelism(), MOST_AT_ONCE) }, checkWaiting));
if (failed.length > 0) {
  console.error(`Type errors in: ${failed.sort().join(', ')}`);
  process.exitCode = 1;
}
