import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

export const NO_TESTS: TestCounts = { passed: 0, failed: 0, skipped: 0 };

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
});

const playwrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
});

/** Counts tests in a report of Vitest's `json` reporter. @throws for any other content */
export function vitestCounts(report: unknown): TestCounts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = vitestReport.parse(report);
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

/**
 * Counts tests in a report of Playwright's `json` reporter. A test that passed only on a retry
 * counts as failed. @throws for any other content
 */
export function playwrightCounts(report: unknown): TestCounts {
  const { expected, unexpected, flaky, skipped } = playwrightReport.parse(report).stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
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

const vitestFiles = z.object({
  testResults: z.array(
    z.object({
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

interface PlaywrightSpec {
  file: string;
  title: string;
  ok: boolean;
  /** Durations are in milliseconds. */
  tests: Array<{ results: Array<{ duration?: number; error?: { message?: string } | undefined }> }>;
}

interface PlaywrightSuite {
  specs?: PlaywrightSpec[];
  suites?: PlaywrightSuite[];
}

const playwrightSuite: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({
    specs: z
      .array(
        z.object({
          file: z.string(),
          title: z.string(),
          ok: z.boolean(),
          tests: z.array(
            z.object({
              results: z.array(
                z.object({
                  duration: z.number().optional(),
                  error: z.object({ message: z.string().optional() }).optional(),
                }),
              ),
            }),
          ),
        }),
      )
      .optional(),
    suites: z.array(playwrightSuite).optional(),
  }),
);

const playwrightSuites = z.object({ suites: z.array(playwrightSuite) });

function playwrightSpecs(report: unknown): PlaywrightSpec[] {
  const walk = ({ specs = [], suites = [] }: PlaywrightSuite): PlaywrightSpec[] => [
    ...specs,
    ...suites.flatMap(walk),
  ];
  return playwrightSuites.parse(report).suites.flatMap(walk);
}

/**
 * The failures in a report of Vitest: where, which test, and why in a line.
 * @throws when it is no report
 */
export function vitestFailed(report: unknown): string[] {
  return vitestFiles.parse(report).testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length > 0) {
      return failed.map(({ fullName, failureMessages }) => line(file.name, fullName, failureMessages?.[0]));
    }
    if (file.status !== 'failed') return [];
    // Vitest reports why a file could not run, but not why a `beforeAll` inside of a `describe` failed.
    const kept = file.assertionResults.find(({ status }) => status === 'skipped')?.fullName;
    const why = file.message || (kept && `a hook failed, which kept "${kept}" from running`);
    return [line(file.name, 'the file itself', why)];
  });
}

/**
 * The failures in a report of Playwright, flaky tests included; as `vitestFailed`.
 * @throws when it is no report
 */
export function playwrightFailures(report: unknown): string[] {
  return playwrightSpecs(report).flatMap(({ file, title, ok, tests }) => {
    const results = tests.flatMap((test) => test.results);
    const error = results.find((result) => result.error)?.error;
    return ok && !error ? [] : [line(file, title, error?.message)];
  });
}

/**
 * The duration of each test in a report of Vitest; what a file sets up for all of its tests is not
 * in it.
 * @throws when it is no report
 */
export function vitestDurations(report: unknown): TestDuration[] {
  return vitestFiles.parse(report).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      test: `${path.basename(name)} > ${fullName}`,
      seconds: (duration ?? 0) / 1000,
    })),
  );
}

/**
 * The duration of each test in a report of Playwright, all of its attempts together.
 * @throws when it is no report
 */
export function playwrightDurations(report: unknown): TestDuration[] {
  return playwrightSpecs(report).map(({ file, title, tests }) => ({
    test: `${path.basename(file)} > ${title}`,
    seconds:
      tests.flatMap(({ results }) => results).reduce((sum, { duration = 0 }) => sum + duration, 0) / 1000,
  }));
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
