import { describe, expect, it } from 'vitest';
import { createWorkQueue, QueueFullError } from './work-queue.ts';

/** Jobs that end when the test decides, and a record of their calls. */
function controlledJobs() {
  const started: string[] = [];
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  return {
    started,
    job: (name: string) => () => {
      started.push(name);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, { resolve: () => resolve(name), reject });
      });
    },
    finish: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  };
}

/** Lets every promise that can settle do so. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('work queue', () => {
  it('runs so many at a time, in the order in which they came', async () => {
    const queue = createWorkQueue({ parallel: 2, waiting: 10 });
    const { started, job, finish } = controlledJobs();
    const results = ['a', 'b', 'c', 'd'].map((name) => queue.run(job(name)));
    await settle();
    expect(started).toEqual(['a', 'b']);
    finish('b');
    await settle();
    expect(started).toEqual(['a', 'b', 'c']);
    finish('a');
    await settle();
    expect(started).toEqual(['a', 'b', 'c', 'd']);
    finish('c');
    finish('d');
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('gives the place of a job that fails to the next', async () => {
    const queue = createWorkQueue({ parallel: 1, waiting: 10 });
    const { started, job, finish, fail } = controlledJobs();
    const first = queue.run(job('a'));
    const second = queue.run(job('b'));
    await settle();
    fail('a');
    await expect(first).rejects.toThrow('a');
    await settle();
    expect(started).toEqual(['a', 'b']);
    finish('b');
    expect(await second).toBe('b');
  });

  it('refuses what would wait too long, and takes new jobs when there is room again', async () => {
    const queue = createWorkQueue({ parallel: 1, waiting: 1 });
    const { job, finish } = controlledJobs();
    const first = queue.run(job('a'));
    const second = queue.run(job('b'));
    await expect(queue.run(job('c'))).rejects.toThrow(QueueFullError);
    await settle();
    finish('a');
    await first;
    await settle();
    const third = queue.run(job('d'));
    finish('b');
    await second;
    await settle();
    finish('d');
    expect(await third).toBe('d');
  });
});
