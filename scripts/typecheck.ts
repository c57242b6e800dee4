import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Type-checks every workspace with its own tsconfig; reports all of them before failing. */
const root = fileURLToPath(new URL('..', import.meta.url));
const projects = [
  '.',
  'packages/domain',
  'packages/functions',
  'apps/server',
  'apps/web',
  'apps/web/tsconfig.worker.json',
  'e2e',
  'bench',
  'eval',
];
const failed = projects.filter((project) => {
  const result = spawnSync('npx', ['tsc', '-p', project], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return result.status !== 0;
});
if (failed.length > 0) {
  console.error(`Type errors in: ${failed.join(', ')}`);
  process.exit(1);
}
