import { installedProgram, run } from './lib/run.ts';

/** Type-checks every workspace with its own tsconfig; reports all of them before failing. */
const compiler = installedProgram('tsc');
const projects = [
  '.',
  'packages/domain',
  'packages/functions',
  'packages/local-engines',
  'packages/supabase-server',
  'apps/server',
  'apps/web',
  'apps/web/tsconfig.worker.json',
  'e2e',
  'bench',
  'eval',
];
const failed = projects.filter((project) => run(compiler, ['-p', project]) !== 0);
if (failed.length > 0) {
  console.error(`Type errors in: ${failed.join(', ')}`);
  process.exit(1);
}
