import { addCounts, type FileResult, type TestCounts, type TestDuration } from './test-report.ts';

/** A check: a program that ends with 0 when all is well. */
export interface Step {
  name: string;
  program: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** Whether it is left out, asked when its turn comes. */
  isLate?(): boolean;
  /** For a run of tests: its report, and the arguments that run one of its files alone. */
  tests?: {
    report: string;
    read(report: unknown): FileResult[];
    argsFor(file: string): readonly string[];
  };
}

/** How a program ended, and the content of its report; null when it has written none. */
export interface Run {
  code: number;
  report: unknown;
}

/** Runs a check, or with other arguments one of its files alone. */
type Execute = (step: Step, args: readonly string[]) => Run;

export interface Outcome {
  name: string;
  ok: boolean;
  seconds: number;
  counts: TestCounts;
  /** Failed tests, a line each. */
  failures: string[];
  /** Tests that failed, and passed when their file was run once more: a line each. */
  flaky: string[];
  filesRunAgain: number;
  durations: TestDuration[];
}

/** Files of one run of all checks that may fail by accident. */
const MOST_FLAKY_FILES = 2;
/** What guards access and data must not fail, not even once. */
const NEVER_FLAKY = /\b(?:rls|security|auth|storage|offline)\b/;

/**
 * Runs the checks in turn, but those that are late; each of them even when an earlier one failed. A
 * file of tests that fails is run once more, alone, unless too many have failed or it guards access
 * or data. A check that fails without a failed test counts as one failed test, so that the counts
 * never read better than the run was.
 */
export function runSteps(steps: readonly Step[], execute: Execute): Outcome[] {
  let flakyFiles = 0;
  return steps.flatMap((step) => {
    if (step.isLate?.()) return [];
    const started = performance.now();
    const { code, files } = runTests(step, step.args, execute);
    const failed = files?.filter(({ counts }) => counts.failed > 0) ?? [];
    const mayPass =
      flakyFiles + failed.length <= MOST_FLAKY_FILES && !failed.some(({ file }) => NEVER_FLAKY.test(file));
    const again = new Map<string, FileResult>();
    for (const { file } of mayPass ? failed : []) {
      const result = runAlone(step, file, execute);
      if (result) again.set(file, result);
    }
    flakyFiles += again.size;
    const results = files?.map((result) => again.get(result.file) ?? result) ?? [];
    const counts = addCounts(results.map((result) => result.counts));
    const isExplained = code === 0 || failed.length > 0;
    const ok = files !== null && isExplained && counts.failed === 0;
    return {
      name: step.name,
      ok,
      seconds: (performance.now() - started) / 1000,
      counts: ok || counts.failed > 0 ? counts : { ...counts, failed: 1 },
      failures: results.flatMap(({ failures }) => failures),
      flaky: failed.flatMap(({ file, failures }) => (again.has(file) ? failures : [])),
      filesRunAgain: mayPass ? failed.length : 0,
      durations: results.flatMap(({ durations }) => durations),
    };
  });
}

/** @returns the files that were run; none for a check without tests, null without a report */
function runTests(
  step: Step,
  args: readonly string[],
  execute: Execute,
): { code: number; files: FileResult[] | null } {
  const { code, report } = execute(step, args);
  if (!step.tests) return { code, files: [] };
  try {
    return { code, files: step.tests.read(report) };
  } catch {
    return { code, files: null };
  }
}

/** @returns the result of the file when it passed */
function runAlone(step: Step, file: string, execute: Execute): FileResult | null {
  const { code, files } = runTests(step, step.tests?.argsFor(file) ?? [], execute);
  const result = files?.find((one) => one.file === file);
  return code === 0 && result && result.counts.passed > 0 ? result : null;
}
