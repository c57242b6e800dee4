import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createJobQueue, type JobDefinition, type JobOutcome } from './job-queue.ts';
import { allJobs, type JobStore, memoryJobStore } from './job-store.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

interface Task {
  id: string;
  text: string;
  failed?: boolean;
}

type Outcome = JobOutcome<Task>;

const DONE: Outcome = { kind: 'settled', next: () => null };
const RETRY: Outcome = { kind: 'retry' };
const FAILED: Outcome = { kind: 'settled', next: (latest) => ({ ...latest, failed: true }) };

interface SetUp extends Partial<JobDefinition<Task>> {
  store?: JobStore;
  ownerId?: string;
  exclusively?<T>(work: () => Promise<T>): Promise<T>;
}

/** A queue whose attempts end as a test says, afterwards all well. */
function setUp({
  store = memoryJobStore(),
  ownerId = 'me',
  exclusively = (work) => work(),
  ...patch
}: SetUp = {}) {
  const outcomes: (Outcome | Promise<Outcome>)[] = [];
  const ran: string[] = [];
  const onStored = vi.fn();
  const queue = createJobQueue<Task>(
    {
      idOf: ({ id }) => id,
      encode: (task) => task,
      parse: (data) => (typeof (data as Task).text === 'string' ? (data as Task) : null),
      isDue: ({ failed }) => !failed,
      async run({ id }) {
        ran.push(id);
        return (await outcomes.shift()) ?? DONE;
      },
      ...patch,
    },
    { ownerId, store, exclusively, onStored },
  );
  const shown = () => queue.get().jobs.map(({ id, failed }) => (failed ? `${id} failed` : id));
  return { queue, store, outcomes, ran, onStored, shown };
}

const task = (id: string, text = id): Task => ({ id, text });
const settle = () => vi.advanceTimersByTimeAsync(0);

function held() {
  let end: (outcome: Outcome) => void = () => {};
  const outcome = new Promise<Outcome>((resolve) => {
    end = resolve;
  });
  return { outcome, end: (result: Outcome) => end(result) };
}

describe('the job queue', () => {
  it('shows a job at once, keeps it, runs it, and removes it when it is done', async () => {
    const { queue, store, ran, shown, onStored } = setUp();
    const kept = queue.add(task('a'));
    expect(shown()).toEqual(['a']);
    expect(await kept).toBe(true);
    await settle();
    expect(ran).toEqual(['a']);
    expect([shown(), await allJobs(store, 'me')]).toEqual([[], []]);
    expect(queue.get().activity).toEqual({ kind: 'idle' });
    expect(onStored).toHaveBeenCalledTimes(2);
  });

  it('runs jobs in the order of adding, one at a time', async () => {
    const { queue, outcomes, ran } = setUp();
    const first = held();
    outcomes.push(first.outcome);
    for (const id of ['a', 'b', 'c']) void queue.add(task(id));
    await settle();
    expect(ran).toEqual(['a']);
    expect(queue.get().activity).toEqual({ kind: 'running', id: 'a', failures: 0 });
    first.end(DONE);
    await settle();
    expect(ran).toEqual(['a', 'b', 'c']);
  });

  it('waits longer after each retry, holds the order, and runs at once when it is woken', async () => {
    const { queue, outcomes, ran } = setUp();
    outcomes.push(RETRY, RETRY, RETRY);
    void queue.add(task('a'));
    void queue.add(task('b'));
    await settle();
    expect(queue.get().activity).toEqual({ kind: 'waiting', failures: 1 });
    await vi.advanceTimersByTimeAsync(999);
    expect(ran).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1);
    expect(ran).toEqual(['a', 'a']);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ran).toEqual(['a', 'a', 'a']);
    queue.wake();
    await settle();
    expect(ran).toEqual(['a', 'a', 'a', 'a', 'b']);
  });

  it('waits as long as an attempt asks for', async () => {
    const { queue, outcomes, ran } = setUp();
    outcomes.push({ kind: 'retry', afterMs: 20_000 });
    await queue.add(task('a'));
    await vi.advanceTimersByTimeAsync(19_999);
    expect(ran).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(ran).toHaveLength(2);
  });

  it('gives a job up after its counted attempts, and goes on with the next', async () => {
    const { queue, outcomes, ran, shown } = setUp({
      maxAttempts: 2,
      giveUp: (latest) => ({ ...latest, failed: true }),
    });
    outcomes.push(RETRY, { kind: 'retry', counts: true }, { kind: 'retry', counts: true });
    void queue.add(task('a'));
    void queue.add(task('b'));
    await vi.advanceTimersByTimeAsync(1_000 + 2_000);
    expect(ran).toEqual(['a', 'a', 'a', 'b']);
    expect(shown()).toEqual(['a failed']);
    outcomes.push({ kind: 'retry', counts: true });
    await queue.update(task('a'));
    queue.wake();
    await settle();
    expect(shown()).toEqual(['a']);
  });

  it('does not run a job early, nor while it may not run', async () => {
    let mayRun = false;
    const { queue, ran } = setUp({ mayRun: () => mayRun, readyAt: () => 1_000_700 });
    await queue.add(task('a'));
    await vi.advanceTimersByTimeAsync(600);
    expect([ran, queue.get().activity]).toEqual([[], { kind: 'idle' }]);
    mayRun = true;
    queue.wake();
    await vi.advanceTimersByTimeAsync(99);
    expect(ran).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ran).toEqual(['a']);
  });

  it('keeps a failed job without running it again or holding up the next', async () => {
    const { queue, outcomes, ran, shown, store } = setUp();
    outcomes.push(FAILED);
    void queue.add(task('a'));
    void queue.add(task('b'));
    await settle();
    expect(ran).toEqual(['a', 'b']);
    expect(shown()).toEqual(['a failed']);
    expect(await allJobs(store, 'me')).toMatchObject([{ id: 'a', data: { failed: true } }]);
    queue.wake();
    await settle();
    expect(ran).toEqual(['a', 'b']);
  });

  it('goes on after a reload, with the jobs of its owner', async () => {
    const before = setUp();
    before.outcomes.push(RETRY);
    await before.queue.add(task('a'));
    await before.store.add({ ownerId: 'other', id: 'b', data: task('b') });
    await settle();
    before.queue.stop();
    const after = setUp({ store: before.store });
    await after.queue.reload();
    expect(after.shown()).toEqual(['a']);
    after.queue.wake();
    await settle();
    expect(after.ran).toEqual(['a']);
    expect(await allJobs(before.store, 'other')).toHaveLength(1);
  });

  it('leaves alone in the store what it cannot read', async () => {
    const { queue, store, ran } = setUp();
    await store.add({ ownerId: 'me', id: 'a', data: { from: 'another version' } });
    await queue.reload();
    queue.wake();
    await settle();
    expect(ran).toEqual([]);
    expect(await allJobs(store, 'me')).toHaveLength(1);
  });

  it('does not bring back what was removed while the store was read', async () => {
    const store = memoryJobStore();
    const slow: JobStore = {
      ...store,
      async ids(ownerId) {
        const ids = await store.ids(ownerId);
        await new Promise((resolve) => setTimeout(resolve, 50));
        return ids;
      },
    };
    const { queue, outcomes, shown } = setUp({ store: slow });
    outcomes.push(FAILED);
    void queue.add(task('a'));
    await vi.advanceTimersByTimeAsync(500);
    expect(shown()).toEqual(['a failed']);
    void queue.reload();
    await settle();
    expect(await queue.remove('a')).toMatchObject({ id: 'a' });
    await vi.advanceTimersByTimeAsync(500);
    expect(shown()).toEqual([]);
    expect(await queue.remove('a')).toBeNull();
  });

  it('keeps its jobs while the store cannot be read', async () => {
    const memory = memoryJobStore();
    let isBroken = false;
    const store: JobStore = {
      ...memory,
      ids: (ownerId) => (isBroken ? Promise.reject(new Error('no answer')) : memory.ids(ownerId)),
      get: (ownerId, id) => (isBroken ? Promise.reject(new Error('no answer')) : memory.get(ownerId, id)),
    };
    const { queue, ran, shown } = setUp({ store, isDue: ({ id }) => id === 'b' });
    await queue.add(task('a'));
    isBroken = true;
    await queue.reload();
    expect(shown()).toEqual(['a']);
    await queue.add(task('b'));
    await settle();
    expect([ran, shown()]).toEqual([['b'], ['a']]);
    isBroken = false;
    await queue.reload();
    expect(shown()).toEqual(['a']);
  });

  it('reads the job that it runs, as another tab has left it, and none that waits', async () => {
    const memory = memoryJobStore();
    for (const id of ['a', 'b', 'c', 'd']) await memory.add({ ownerId: 'me', id, data: task(id) });
    const get = vi.fn(memory.get);
    const texts: string[] = [];
    const run = async ({ text }: Task) => {
      texts.push(text);
      return DONE;
    };
    const { queue } = setUp({ store: { ...memory, get }, run });
    await queue.reload();
    get.mockClear();
    await memory.update({ ownerId: 'me', id: 'b', data: task('b', 'changed') });
    await memory.remove('me', 'c');
    queue.wake();
    await settle();
    expect(texts).toEqual(['a', 'changed', 'd']);
    expect(get.mock.calls.map(([, id]) => id)).toEqual(['a', 'b', 'd']);
  });

  it('reads again when the store of an earlier page could not be read', async () => {
    const memory = memoryJobStore();
    await memory.add({ ownerId: 'me', id: 'a', data: task('a') });
    let failing = 2;
    const store: JobStore = {
      ...memory,
      ids: (ownerId) => (failing-- > 0 ? Promise.reject(new Error('no answer')) : memory.ids(ownerId)),
    };
    const { queue, ran, shown } = setUp({ store });
    await queue.reload();
    queue.wake();
    await settle();
    expect([ran, shown()]).toEqual([[], []]);
    await vi.advanceTimersToNextTimerAsync();
    expect([ran, shown()]).toEqual([['a'], []]);
  });

  it('keeps what was typed while an earlier state was being stored and read', async () => {
    const store = memoryJobStore();
    const slow: JobStore = {
      ...store,
      async add(job) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        await store.add(job);
      },
    };
    const { queue } = setUp({ store: slow, isDue: () => false });
    const texts: string[] = [];
    queue.subscribe(() => texts.push(...queue.get().jobs.map(({ text }) => text)));
    void queue.add(task('a', 'Wa'));
    void queue.reload();
    await vi.advanceTimersByTimeAsync(25);
    void queue.add(task('a', 'Wan'));
    await vi.advanceTimersByTimeAsync(200);
    expect(new Set(texts)).toEqual(new Set(['Wa', 'Wan']));
    expect(texts.slice(texts.indexOf('Wan'))).not.toContain('Wa');
  });

  it('writes only the newest of the versions that wait for the store, in the order of other writes', async () => {
    const memory = memoryJobStore();
    const written: string[] = [];
    const answers: (() => void)[] = [];
    const store: JobStore = {
      ...memory,
      async add(job) {
        written.push((job.data as Task).text);
        await new Promise<void>((resolve) => answers.push(resolve));
        await memory.add(job);
      },
    };
    const { queue } = setUp({ store, mayRun: () => false });
    const note = (text: string) => queue.add(task('note', text));
    const typed = [note('W')];
    await vi.waitFor(() => expect(written).toEqual(['W']), 10_000);
    typed.push(note('Wa'), note('Wan'), queue.add(task('other')), note('Want'), note('Wants'));
    for (let wrote = 0; wrote < 4; wrote += 1) {
      await vi.waitFor(() => expect(answers.length).toBeGreaterThan(wrote), 10_000);
      answers[wrote]?.();
    }
    expect(await Promise.all(typed)).toEqual([true, true, true, true, true, true]);
    expect(written).toEqual(['W', 'Wan', 'other', 'Wants']);
    expect((await allJobs(store, 'me')).map(({ data }) => (data as Task).text)).toEqual(['other', 'Wants']);
  });

  it('keeps the last of an added, a changed and an added version', async () => {
    const { queue, store } = setUp({ mayRun: () => false });
    await Promise.all([
      queue.add(task('note', 'one')),
      queue.add(task('note', 'two')),
      queue.update(task('note', 'three')),
      queue.add(task('note', 'four')),
    ]);
    expect((await allJobs(store, 'me')).map(({ data }) => (data as Task).text)).toEqual(['four']);
  });

  it('does not bring back what was removed during its attempt, and keeps what was changed', async () => {
    const { queue, outcomes, shown, store } = setUp();
    const [first, second] = [held(), held()];
    outcomes.push(first.outcome, second.outcome);
    await queue.add(task('a'));
    await settle();
    await queue.remove('a');
    first.end(FAILED);
    await settle();
    expect([shown(), await allJobs(store, 'me')]).toEqual([[], []]);

    await queue.add(task('b', 'typed'));
    await settle();
    await queue.add({ id: 'b', text: 'typed on', failed: true });
    second.end({ kind: 'settled', next: (latest) => (latest.text === 'typed' ? null : latest) });
    await settle();
    expect(await allJobs(store, 'me')).toMatchObject([{ data: { text: 'typed on' } }]);
  });

  it('calls back when the store has the outcome', async () => {
    const { queue, outcomes, store } = setUp();
    const seen: unknown[] = [];
    outcomes.push({ ...FAILED, after: async () => seen.push(await allJobs(store, 'me')) } as Outcome);
    await queue.add(task('a'));
    await settle();
    expect(seen).toMatchObject([[{ data: { failed: true } }]]);
  });

  it('keeps nothing once it has ended; an attempt under way is finished', async () => {
    const { queue, outcomes, ran, store } = setUp();
    const first = held();
    outcomes.push(first.outcome);
    await queue.add(task('a'));
    await settle();
    queue.stop();
    expect(await queue.add(task('b'))).toBe(false);
    first.end(DONE);
    await settle();
    queue.wake();
    await settle();
    expect([ran, await allJobs(store, 'me')]).toEqual([['a'], []]);
  });

  it('shows no job that a store refuses, and says so', async () => {
    const full: JobStore = { ...memoryJobStore(), add: async () => Promise.reject(new Error('full')) };
    const { queue, shown } = setUp({ store: full, isShownWhenKept: true });
    await expect(queue.add(task('a'))).rejects.toThrow('full');
    expect(shown()).toEqual([]);
  });

  it('shows a job when it is kept, where that is wanted, and a removed one until the store has let go of it', async () => {
    const { queue, outcomes, shown } = setUp({ isShownWhenKept: true });
    outcomes.push(FAILED);
    const added = queue.add(task('a'));
    expect(shown()).toEqual([]);
    await added;
    expect(shown()).toEqual(['a']);
    await settle();
    const removed = queue.remove('a');
    expect(shown()).toEqual(['a failed']);
    await removed;
    expect(shown()).toEqual([]);
  });

  it('keeps a job that is added again while it is removed', async () => {
    const { queue, outcomes, shown, store } = setUp();
    outcomes.push(FAILED, FAILED);
    await queue.add(task('a'));
    await settle();
    const removed = queue.remove('a');
    await Promise.all([removed, queue.add({ id: 'a', text: 'again', failed: true })]);
    expect(shown()).toEqual(['a failed']);
    expect(await allJobs(store, 'me')).toMatchObject([{ data: { text: 'again' } }]);
  });

  it('runs what a second tab has added, in order, even without a lock', async () => {
    const store = memoryJobStore();
    const done: string[] = [];
    const run = async ({ id }: Task): Promise<Outcome> => {
      if (!done.includes(id)) done.push(id);
      return DONE;
    };
    const tabs = [setUp({ store, run }), setUp({ store, run })] as const;
    await Promise.all(['a', 'b', 'c', 'd'].map((id, i) => tabs[i % 2 ? 1 : 0].queue.add(task(id))));
    await settle();
    expect(done).toEqual(['a', 'b', 'c', 'd']);
    await Promise.all(tabs.map(({ queue }) => queue.reload()));
    expect(tabs.map(({ shown }) => shown())).toEqual([[], []]);
  });

  it('runs each job once in two tabs that share a lock', async () => {
    const store = memoryJobStore();
    let locked: Promise<unknown> = Promise.resolve();
    const exclusively = <T>(work: () => Promise<T>): Promise<T> => {
      const result = locked.then(work);
      locked = result;
      return result;
    };
    const tabs = [setUp({ store, exclusively }), setUp({ store, exclusively })] as const;
    await Promise.all(['a', 'b', 'c', 'd'].map((id, i) => tabs[i % 2 ? 1 : 0].queue.add(task(id))));
    await settle();
    expect(tabs.flatMap(({ ran }) => ran).sort()).toEqual(['a', 'b', 'c', 'd']);
  });
});
