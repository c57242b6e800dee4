import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from './lib/project.ts';
import { installedProgram, run } from './lib/run.ts';
import {
  addCounts,
  NO_TESTS,
  playwrightCounts,
  playwrightDurations,
  playwrightFailures,
  slowest,
  summaryLine,
  type TestCounts,
  type TestDuration,
  vitestCounts,
  vitestDurations,
  vitestFailed,
} from './lib/test-report.ts';

/**
 * `npm test`: every check in turn, each of them even when an earlier one failed. The last line
 * counts tests; a check that failed without a failed test (a type error, a runner that did not
 * start) counts as one failed test, so that the line never reads better than the run was.
 * DATABASE_URL, when set, serves the service and the browser tests.
 */
interface Step {
  name: string;
  program: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** The reader of its report, for steps that run tests. */
  report?: {
    file: string;
    counts: (report: unknown) => TestCounts;
    failures: (report: unknown) => string[];
    durations: (report: unknown) => TestDuration[];
  };
}

const SLOWEST_SHOWN = 10;
const REPORTS = path.join(PROJECT_ROOT, '.cache/test');

function vitestStep(name: string, project: string): Step {
  const file = path.join(REPORTS, `${project}.json`);
  return {
    name,
    program: installedProgram('vitest'),
    args: ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    report: { file, counts: vitestCounts, failures: vitestFailed, durations: vitestDurations },
  };
}

const browserReport = path.join(REPORTS, 'e2e.json');

const STEPS: readonly Step[] = [
  { name: 'Type check', program: installedProgram('tsx'), args: ['scripts/typecheck.ts'] },
  { name: 'Lint', program: installedProgram('biome'), args: ['check', '.'] },
  vitestStep('Unit tests', 'unit'),
  vitestStep('Service tests', 'service'),
  { name: 'Build', program: installedProgram('tsx'), args: ['scripts/build.ts'] },
  { name: 'Oldest browsers', program: installedProgram('tsx'), args: ['scripts/browser-floor.ts'] },
  {
    name: 'Browser tests',
    program: installedProgram('tsx'),
    args: ['scripts/e2e.ts'],
    env: { E2E_JSON_REPORT: browserReport },
    report: {
      file: browserReport,
      counts: playwrightCounts,
      failures: playwrightFailures,
      durations: playwrightDurations,
    },
  },
];

interface Outcome {
  name: string;
  ok: boolean;
  seconds: number;
  counts: TestCounts;
  /** Failed tests, a line each. */
  failures: string[];
  durations: TestDuration[];
}

const NOTHING_READ = { counts: NO_TESTS, failures: [], durations: [] };

function runStep(step: Step): Outcome {
  console.log(`\n=== ${step.name} ===`);
  const started = performance.now();
  const code = run(step.program, step.args, step.env);
  const seconds = (performance.now() - started) / 1000;
  const read = step.report ? readReport(step.report) : NOTHING_READ;
  const { counts, failures, durations } = read ?? { ...NOTHING_READ, counts: null };
  // Tests that were asked for and not counted have not passed.
  const ok = code === 0 && counts !== null && counts.failed === 0;
  const outcome = { name: step.name, seconds, failures, durations };
  if (counts && (ok || counts.failed > 0)) return { ...outcome, ok, counts };
  return { ...outcome, ok: false, counts: { ...(counts ?? NO_TESTS), failed: 1 } };
}

function readReport({ file, counts, failures, durations }: NonNullable<Step['report']>) {
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return { counts: counts(report), failures: failures(report), durations: durations(report) };
  } catch {
    return null;
  }
}

// Counts of an earlier run must not count as this one's.
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

const outcomes = STEPS.map(runStep);

// Shows the author of a new test what it adds: the suite must stay under 15 minutes on two cores.
console.log('\n=== Slowest tests ===');
for (const { test, seconds } of slowest(
  outcomes.flatMap(({ durations }) => durations),
  SLOWEST_SHOWN,
)) {
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${test}`);
}

console.log('\n=== Summary ===');
for (const { name, ok, seconds, failures } of outcomes) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
  // Printed again, because people read the end of a long log.
  for (const failure of failures) console.log(`       ${failure}`);
}
console.log(summaryLine(addCounts(outcomes.map(({ counts }) => counts))));
process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1;
