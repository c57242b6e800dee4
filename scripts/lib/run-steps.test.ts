import { describe, expect, it } from 'vitest';
import { runSteps, type Step } from './run-steps.ts';
import type { FileResult } from './test-report.ts';

const LINT: Step = { name: 'Lint', program: 'lint', args: [] };
const TESTS: Step = {
  name: 'Tests',
  program: 'test',
  args: ['all'],
  tests: {
    report: 'tests.json',
    read(report) {
      if (report === null) throw new Error('no report');
      return report as FileResult[];
    },
    argsFor: (file) => [file],
  },
};

/** A file with two tests, one of which may have failed. */
const fileOf = (file: string, failure?: string): FileResult => ({
  file,
  counts: { passed: failure ? 1 : 2, failed: failure ? 1 : 0, skipped: 0 },
  failures: failure ? [failure] : [],
  durations: [],
});

/**
 * Runs checks whose files fail as often as `failing` says.
 * @returns the outcomes, and the arguments of each run
 */
function runWith(failing: Record<string, number>, steps: Step[] = [TESTS], files = Object.keys(failing)) {
  const left = { ...failing };
  const runs: string[] = [];
  const outcomes = runSteps(steps, (_step, args) => {
    runs.push(args.join(' '));
    const chosen = files.filter((file) => args[0] === 'all' || args[0] === file);
    const report = chosen.map((file) => {
      const fails = (left[file] ?? 0) > 0;
      left[file] = (left[file] ?? 0) - 1;
      return fileOf(file, fails ? `${file} > a: too late` : undefined);
    });
    return { code: report.some(({ counts }) => counts.failed > 0) ? 1 : 0, report };
  });
  return { outcomes, runs };
}

describe('a file that fails', () => {
  it('is run once more, alone, and is flaky when it passes', () => {
    const { outcomes, runs } = runWith({ 'a.test.ts': 0, 'b.test.ts': 1 });
    expect(runs).toEqual(['all', 'b.test.ts']);
    expect(outcomes).toMatchObject([
      {
        ok: true,
        counts: { passed: 4, failed: 0 },
        failures: [],
        flaky: ['b.test.ts > a: too late'],
        filesRunAgain: 1,
      },
    ]);
  });

  it('has failed when it fails again', () => {
    const { outcomes, runs } = runWith({ 'a.test.ts': 0, 'b.test.ts': 2 });
    expect(runs).toEqual(['all', 'b.test.ts']);
    expect(outcomes).toMatchObject([
      { ok: false, counts: { passed: 3, failed: 1 }, failures: ['b.test.ts > a: too late'], flaky: [] },
    ]);
  });

  it.each(['apps/server/test/rls.test.ts', 'src/auth/sign-up.test.ts', 'e2e/specs/offline-queue.spec.ts'])(
    'has failed at once where it guards access or data: %s',
    (file) => {
      const { outcomes, runs } = runWith({ [file]: 1 });
      expect(runs).toEqual(['all']);
      expect(outcomes).toMatchObject([{ ok: false, counts: { failed: 1 }, filesRunAgain: 0 }]);
    },
  );

  it('is no accident where more than two do in all checks together', () => {
    const { outcomes, runs } = runWith({ 'a.test.ts': 1, 'b.test.ts': 1, 'c.test.ts': 1 });
    expect(runs).toEqual(['all']);
    expect(outcomes).toMatchObject([{ ok: false, counts: { failed: 3 } }]);

    // Each of the two files fails in the first check and, after its second run, in the second one.
    let round = 0;
    const both = runSteps([TESTS, { ...TESTS, name: 'More tests' }], (_step, [file = '']) => {
      round += 1;
      const names = file === 'all' ? ['a.test.ts', 'b.test.ts'] : [file];
      const report = names.map((name) => fileOf(name, file === 'all' ? 'too late' : undefined));
      return { code: file === 'all' ? 1 : 0, report };
    });
    expect(round).toBe(4);
    expect(both.map(({ ok }) => ok)).toEqual([true, false]);
  });
});

describe('checks', () => {
  it('run all, also after one that failed, but for those that are late', () => {
    const outcomes = runSteps([LINT, { ...LINT, name: 'Late', isLate: () => true }, TESTS], ({ name }) =>
      name === 'Lint' ? { code: 2, report: null } : { code: 0, report: [fileOf('a.test.ts')] },
    );
    expect(outcomes).toMatchObject([
      { name: 'Lint', ok: false, counts: { passed: 0, failed: 1 } },
      { name: 'Tests', ok: true, counts: { passed: 2, failed: 0 } },
    ]);
  });

  it.each([
    ['no report', { code: 0, report: null }],
    ['an error beside its tests', { code: 1, report: [fileOf('a.test.ts')] }],
  ])('have failed with %s', (_case, run) => {
    const [outcome] = runSteps([TESTS], () => run);
    expect(outcome).toMatchObject({ ok: false, counts: { failed: 1 }, filesRunAgain: 0 });
  });
});
