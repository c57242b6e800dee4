import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from './lib/project.ts';
import { installedProgram, run } from './lib/run.ts';
import { type Run, runSteps, type Step } from './lib/run-steps.ts';
import { addCounts, readPlaywright, readVitest, slowest, summaryLine } from './lib/test-report.ts';

/**
 * `npm test`: the main checks. `npm run test:long` (`--long`): the tests that it leaves out; with
 * `--minutes=N` no part of its browser tests begins later than that. The last line counts tests.
 * DATABASE_URL, when set, serves the service and the browser tests.
 */
const LONG = process.argv.includes('--long');
const MINUTES = Number(
  process.argv.find((option) => option.startsWith('--minutes='))?.slice('--minutes='.length) ?? Infinity,
);

const SLOWEST_SHOWN = 10;
const BROWSER_PARTS = 3;
const REPORTS = path.join(PROJECT_ROOT, '.cache/test');

function vitestStep(name: string, project: string): Step {
  const report = path.join(REPORTS, `${project}.json`);
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const tests = { report, read: readVitest, argsFor: (file: string) => [...args, file] };
  return { name, program: installedProgram('vitest'), args, tests };
}

function script(name: string, file: string): Step {
  return { name, program: installedProgram('tsx'), args: [file] };
}

function browserStep(name: string, ...options: string[]): Step {
  const step = script(name, 'scripts/e2e.ts');
  const report = path.join(REPORTS, 'e2e.json');
  const argsFor = (file: string) => [...step.args, ...(LONG ? ['--long'] : []), file];
  return {
    ...step,
    args: [...step.args, ...options],
    env: { E2E_JSON_REPORT: report },
    tests: { report, read: readPlaywright, argsFor },
  };
}

const mainSteps = (): Step[] => [
  script('Type check', 'scripts/typecheck.ts'),
  { name: 'Lint', program: installedProgram('biome'), args: ['check', '.'] },
  vitestStep('Unit tests', 'unit'),
  vitestStep('Component tests', 'components'),
  vitestStep('Service tests', 'service'),
  script('Build', 'scripts/build.ts'),
  browserStep('Browser tests'),
];

const longSteps = (): Step[] => [
  script('Build', 'scripts/build.ts'),
  script('Oldest browsers', 'scripts/browser-floor.ts'),
  vitestStep('Long unit tests', 'unit-long'),
  vitestStep('Long component tests', 'components-long'),
  vitestStep('Long service tests', 'service-long'),
  ...Array.from({ length: BROWSER_PARTS }, (_, at) => {
    const part = `${at + 1}/${BROWSER_PARTS}`;
    const step = browserStep(`Long browser tests, part ${part}`, '--long', `--shard=${part}`);
    // Since this process began.
    return { ...step, isLate: () => performance.now() > MINUTES * 60_000 };
  }),
];

function execute({ name, program, env, tests }: Step, args: readonly string[]): Run {
  console.log(`\n=== ${name} ===`);
  // The report of an earlier run must not count as this one's.
  if (tests) rmSync(tests.report, { force: true });
  return { code: run(program, args, env), report: tests && readReport(tests.report) };
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

mkdirSync(REPORTS, { recursive: true });
const steps = LONG ? longSteps() : mainSteps();
const outcomes = runSteps(steps, execute);

// Shows the author of a new test what it adds: `npm test` must stay under 11 minutes on two cores.
console.log('\n=== Slowest tests ===');
for (const { test, seconds } of slowest(
  outcomes.flatMap(({ durations }) => durations),
  SLOWEST_SHOWN,
)) {
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${test}`);
}

console.log('\n=== Summary ===');
for (const { name } of steps) {
  const outcome = outcomes.find((one) => one.name === name);
  if (!outcome) {
    console.log(`LEFT OUT for lack of time: ${name}`);
    continue;
  }
  console.log(`${outcome.ok ? 'ok    ' : 'FAILED'} ${name} (${outcome.seconds.toFixed(1)} s)`);
  // Printed again, because people read the end of a long log.
  for (const failure of outcome.failures) console.log(`       ${failure}`);
  for (const failure of outcome.flaky) console.log(`FLAKY  ${failure}`);
}
const rerun = outcomes.reduce((sum, { filesRunAgain }) => sum + filesRunAgain, 0);
console.log(`${rerun} files were run again`);
console.log(summaryLine(addCounts(outcomes.map(({ counts }) => counts))));
process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1;
