import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { PROJECT_ROOT } from './project.ts';

export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

export const NO_TESTS: TestCounts = { passed: 0, failed: 0, skipped: 0 };

/** The tests of a file in a report. */
export interface FileResult {
  /** Path in the project. */
  file: string;
  counts: TestCounts;
  /** Failed tests, a line each: where, which test, and why. */
  failures: string[];
  durations: TestDuration[];
}

/** Sum of several counts. */
export function addCounts(all: readonly TestCounts[]): TestCounts {
  return all.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
    }),
    NO_TESTS,
  );
}

/** The last line of `npm test`: `12 passed, 0 failed`, and `, 1 skipped` when there are any. */
export function summaryLine({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** The duration of a test. */
export interface TestDuration {
  test: string;
  seconds: number;
}

/** The longest of them, longest first. */
export function slowest(all: readonly TestDuration[], count: number): TestDuration[] {
  return [...all].sort((one, other) => other.seconds - one.seconds).slice(0, count);
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      /** An absolute path. */
      name: z.string(),
      message: z.string().optional(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          /** In milliseconds. */
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

type VitestFile = z.infer<typeof vitestReport>['testResults'][number];

interface PlaywrightSpec {
  /** Below the folder of the tests. */
  file: string;
  title: string;
  tests: Array<{
    status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
    /** Durations are in milliseconds. */
    results: Array<{ duration?: number; error?: { message?: string } | undefined }>;
  }>;
}

interface PlaywrightSuite {
  specs?: PlaywrightSpec[];
  suites?: PlaywrightSuite[];
}

const playwrightSpec: z.ZodType<PlaywrightSpec> = z.object({
  file: z.string(),
  title: z.string(),
  tests: z.array(
    z.object({
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      results: z.array(
        z.object({
          duration: z.number().optional(),
          error: z.object({ message: z.string().optional() }).optional(),
        }),
      ),
    }),
  ),
});

const playwrightSuite: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({ specs: z.array(playwrightSpec).optional(), suites: z.array(playwrightSuite).optional() }),
);

const playwrightReport = z.object({ suites: z.array(playwrightSuite) });

/** Reads a report of Vitest's `json` reporter. @throws for any other content */
export function readVitest(report: unknown): FileResult[] {
  return vitestReport.parse(report).testResults.map((file) => {
    const failures = vitestFailures(file);
    const count = (...statuses: string[]) =>
      file.assertionResults.filter(({ status }) => statuses.includes(status)).length;
    return {
      file: path.relative(PROJECT_ROOT, file.name),
      counts: {
        passed: count('passed'),
        failed: failures.length,
        skipped: file.assertionResults.length - count('passed', 'failed'),
      },
      failures,
      durations: file.assertionResults.map(({ fullName, duration }) => ({
        test: `${path.basename(file.name)} > ${fullName}`,
        seconds: (duration ?? 0) / 1000,
      })),
    };
  });
}

function vitestFailures({ name, message, status, assertionResults }: VitestFile): string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length > 0) {
    return failed.map(({ fullName, failureMessages }) => line(name, fullName, failureMessages?.[0]));
  }
  if (status !== 'failed') return [];
  // Vitest reports why a file could not run, but not why a `beforeAll` inside of a `describe` failed.
  const kept = assertionResults.find((test) => test.status === 'skipped')?.fullName;
  const why = message || (kept && `a hook failed, which kept "${kept}" from running`);
  return [line(name, 'the file itself', why)];
}

/** Reads a report of Playwright's `json` reporter. @throws for any other content */
export function readPlaywright(report: unknown): FileResult[] {
  const walk = ({ specs = [], suites = [] }: PlaywrightSuite): PlaywrightSpec[] => [
    ...specs,
    ...suites.flatMap(walk),
  ];
  const files = new Map<string, PlaywrightSpec[]>();
  for (const spec of playwrightReport.parse(report).suites.flatMap(walk)) {
    files.set(spec.file, [...(files.get(spec.file) ?? []), spec]);
  }
  return [...files].map(([file, specs]) => {
    const tests = specs.flatMap((spec) => spec.tests.map((test) => ({ title: spec.title, ...test })));
    const passed = tests.filter(({ status }) => status === 'expected').length;
    const skipped = tests.filter(({ status }) => status === 'skipped').length;
    return {
      file: path.join('e2e/specs', file),
      counts: { passed, failed: tests.length - passed - skipped, skipped },
      failures: tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ title, results }) => line(file, title, results.find(({ error }) => error)?.error?.message)),
      durations: tests.map(({ title, results }) => ({
        test: `${path.basename(file)} > ${title}`,
        seconds: results.reduce((sum, { duration = 0 }) => sum + duration, 0) / 1000,
      })),
    };
  });
}

/**
 * The first line names the comparison; the lines of a difference that begin with + are the actual
 * result.
 */
function line(file: string, title: string, why = ''): string {
  const [first = '', ...more] = stripVTControlCharacters(why).split('\n');
  const received = more.filter((text) => /^\+ (?!Received )/.test(text)).slice(0, 5);
  return `${path.basename(file)} > ${title}: ${[first, ...received].join(' ').slice(0, 600)}`;
}
