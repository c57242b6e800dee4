import { describe, expect, it } from 'vitest';
import {
  addCounts,
  playwrightCounts,
  playwrightDurations,
  playwrightFailures,
  slowest,
  summaryLine,
  vitestCounts,
  vitestDurations,
  vitestFailed,
} from './test-report.ts';

describe('counts of a test run', () => {
  it('reads a report of Vitest', () => {
    const report = {
      numPassedTests: 7,
      numFailedTests: 2,
      numPendingTests: 1,
      numTodoTests: 3,
      success: false,
    };
    expect(vitestCounts(report)).toEqual({ passed: 7, failed: 2, skipped: 4 });
  });

  it('reads a report of Playwright and counts a flaky test as failed', () => {
    const report = { stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 0, duration: 12.5 } };
    expect(playwrightCounts(report)).toEqual({ passed: 5, failed: 3, skipped: 0 });
  });

  it('refuses what is no report', () => {
    expect(() => vitestCounts({})).toThrow();
    expect(() => playwrightCounts({ stats: {} })).toThrow();
  });

  it('adds up', () => {
    const sum = addCounts([
      { passed: 1, failed: 2, skipped: 3 },
      { passed: 10, failed: 20, skipped: 30 },
    ]);
    expect(sum).toEqual({ passed: 11, failed: 22, skipped: 33 });
  });

  it('names skipped tests only when there are any', () => {
    expect(summaryLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
    expect(summaryLine({ passed: 12, failed: 1, skipped: 2 })).toBe('12 passed, 1 failed, 2 skipped');
  });

  it('names what failed in Vitest, and a file that could not run', () => {
    const report = {
      testResults: [
        {
          name: '/src/a.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'a adds', failureMessages: [] },
            {
              status: 'failed',
              fullName: 'a divides',
              failureMessages: ['\u001b[31mexpected 1\u001b[39m\n at a.test.ts'],
            },
          ],
        },
        { name: '/src/b.test.ts', status: 'failed', message: 'Cannot find b.ts', assertionResults: [] },
        { name: '/src/c.test.ts', status: 'passed', assertionResults: [] },
        {
          name: '/src/d.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [{ status: 'skipped', fullName: 'crowds come in pages' }],
        },
      ],
    };
    expect(vitestFailed(report)).toEqual([
      'a.test.ts > a divides: expected 1',
      'b.test.ts > the file itself: Cannot find b.ts',
      'd.test.ts > the file itself: a hook failed, which kept "crowds come in pages" from running',
    ]);
  });

  it('names what failed in Playwright, also when it passed at the second try', () => {
    const spec = (title: string, ok: boolean, ...errors: Array<string | null>) => ({
      file: 'chat.spec.ts',
      title,
      ok,
      tests: [{ results: errors.map((message) => (message === null ? {} : { error: { message } })) }],
    });
    const report = {
      suites: [
        {
          specs: [spec('opens', true, null)],
          suites: [
            {
              specs: [
                spec(
                  'sends',
                  false,
                  'no bubble\n- Expected  - 1\n+ Received  + 2\n- Array []\n+ Array [\n+   "two",\nat 3',
                ),
              ],
            },
          ],
        },
        { specs: [spec('reads', true, 'too late', null)] },
      ],
    };
    expect(playwrightFailures(report)).toEqual([
      'chat.spec.ts > sends: no bubble + Array [ +   "two",',
      'chat.spec.ts > reads: too late',
    ]);
  });

  it('says which tests took longest, in both kinds of reports', () => {
    const vitest = {
      testResults: [
        {
          name: '/src/a.test.ts',
          status: 'passed',
          assertionResults: [
            { status: 'passed', fullName: 'a adds', duration: 1500 },
            { status: 'skipped', fullName: 'a divides' },
          ],
        },
      ],
    };
    const playwright = {
      suites: [
        {
          suites: [
            {
              specs: [
                {
                  file: 'chat.spec.ts',
                  title: 'sends',
                  ok: true,
                  tests: [{ results: [{ duration: 2000 }, { duration: 500 }] }],
                },
              ],
            },
          ],
        },
      ],
    };
    const all = [...vitestDurations(vitest), ...playwrightDurations(playwright)];
    expect(slowest(all, 2)).toEqual([
      { test: 'chat.spec.ts > sends', seconds: 2.5 },
      { test: 'a.test.ts > a adds', seconds: 1.5 },
    ]);
    expect(slowest(all, 9)).toHaveLength(3);
  });
});
