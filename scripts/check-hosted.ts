import { denoExecutable } from '../apps/server/test/functions/deno.ts';
import { installedProgram, run } from './lib/run.ts';

/**
 * `npx tsx scripts/check-hosted.ts`: whether the product works on a hosted Supabase, as far as this machine
 * can tell (docs/adr/0061). Starts its own PostgreSQL in temporary folders, whatever DATABASE_URL
 * says. Ends with another code than 0 when a part fails.
 */
const PARTS: ReadonlyArray<readonly [project: string, ...files: string[]]> = [
  // The settings of the CLI, and the imports of the functions.
  ['unit', 'scripts/hosted', 'scripts/edge-function-imports.test.ts'],
  // The migrations, the web app's queries, the access matrix.
  ['service', 'apps/server/test/hosted'],
  // The functions from a copy of the deployed files, and their answers.
  [
    'service-long',
    'apps/server/test/hosted',
    'apps/server/test/functions/deno.long.test.ts',
    'apps/server/test/functions/deno-account.long.test.ts',
  ],
];

delete process.env.DATABASE_URL;
const vitest = installedProgram('vitest');
const failed = PARTS.filter(
  ([project, ...files]) => run(vitest, ['run', '--project', project, ...files]) !== 0,
);
if (denoExecutable() === null) {
  console.error(
    'SKIPPED: the functions under Deno. The npm package `deno` has no program for this machine; install Deno’s package for it, or run ' +
      'this on Linux with glibc, macOS or Windows.',
  );
}
process.exit(failed.length > 0 ? 1 : 0);
