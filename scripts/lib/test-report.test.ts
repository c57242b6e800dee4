import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from './project.ts';
import { addCounts, readPlaywright, readVitest, slowest, summaryLine } from './test-report.ts';

const at = (name: string) => path.join(PROJECT_ROOT, 'src', name);

describe('a report of Vitest', () => {
  it('is read by file: what ran, how long, what failed, and a file that could not run', () => {
    const report = {
      testResults: [
        {
          name: at('a.test.ts'),
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'a adds', duration: 1500, failureMessages: [] },
            { status: 'todo', fullName: 'a multiplies' },
            {
              status: 'failed',
              fullName: 'a divides',
              failureMessages: ['\u001b[31mexpected 1\u001b[39m\n at a.test.ts'],
            },
          ],
        },
        { name: at('b.test.ts'), status: 'failed', message: 'Cannot find b.ts', assertionResults: [] },
        { name: at('c.test.ts'), status: 'passed', assertionResults: [] },
        {
          name: at('d.test.ts'),
          status: 'failed',
          message: '',
          assertionResults: [{ status: 'skipped', fullName: 'crowds come in pages' }],
        },
      ],
    };
    expect(readVitest(report).map(({ durations, ...file }) => file)).toEqual([
      {
        file: 'src/a.test.ts',
        counts: { passed: 1, failed: 1, skipped: 1 },
        failures: ['a.test.ts > a divides: expected 1'],
      },
      {
        file: 'src/b.test.ts',
        counts: { passed: 0, failed: 1, skipped: 0 },
        failures: ['b.test.ts > the file itself: Cannot find b.ts'],
      },
      { file: 'src/c.test.ts', counts: { passed: 0, failed: 0, skipped: 0 }, failures: [] },
      {
        file: 'src/d.test.ts',
        counts: { passed: 0, failed: 1, skipped: 1 },
        failures: [
          'd.test.ts > the file itself: a hook failed, which kept "crowds come in pages" from running',
        ],
      },
    ]);
    expect(slowest(readVitest(report)[0]?.durations ?? [], 1)).toEqual([
      { test: 'a.test.ts > a adds', seconds: 1.5 },
    ]);
  });

  it('is nothing else', () => {
    expect(() => readVitest({})).toThrow();
    expect(() => readVitest(null)).toThrow();
  });
});

describe('a report of Playwright', () => {
  const spec = (title: string, status: string, ...errors: Array<string | null>) => ({
    file: 'chat.spec.ts',
    title,
    tests: [
      {
        status,
        results: errors.map((message) => ({
          duration: 1000,
          ...(message !== null && { error: { message } }),
        })),
      },
    ],
  });

  it('is read by file; what passed at a second try has failed', () => {
    const lost = 'no bubble\n- Expected  - 1\n+ Received  + 2\n- Array []\n+ Array [\n+   "two",\nat 3';
    const report = {
      suites: [
        {
          specs: [spec('opens', 'expected', null)],
          suites: [{ specs: [spec('sends', 'unexpected', lost), spec('waits', 'skipped')] }],
        },
        { specs: [spec('reads', 'flaky', 'too late', null)] },
        { specs: [{ ...spec('lists', 'expected', null), file: 'deep/list.spec.ts' }] },
      ],
    };
    expect(readPlaywright(report)).toEqual([
      {
        file: 'e2e/specs/chat.spec.ts',
        counts: { passed: 1, failed: 2, skipped: 1 },
        failures: ['chat.spec.ts > sends: no bubble + Array [ +   "two",', 'chat.spec.ts > reads: too late'],
        durations: [
          { test: 'chat.spec.ts > opens', seconds: 1 },
          { test: 'chat.spec.ts > sends', seconds: 1 },
          { test: 'chat.spec.ts > waits', seconds: 0 },
          { test: 'chat.spec.ts > reads', seconds: 2 },
        ],
      },
      {
        file: 'e2e/specs/deep/list.spec.ts',
        counts: { passed: 1, failed: 0, skipped: 0 },
        failures: [],
        durations: [{ test: 'list.spec.ts > lists', seconds: 1 }],
      },
    ]);
  });

  it('is nothing else', () => {
    expect(() => readPlaywright({ stats: {} })).toThrow();
    expect(() => readPlaywright(null)).toThrow();
  });
});

describe('the end of a run', () => {
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

  it('names the slowest tests, longest first', () => {
    const all = [1, 3, 2].map((seconds) => ({ test: `of ${seconds} s`, seconds }));
    expect(slowest(all, 2).map(({ seconds }) => seconds)).toEqual([3, 2]);
    expect(slowest(all, 9)).toHaveLength(3);
  });
});
