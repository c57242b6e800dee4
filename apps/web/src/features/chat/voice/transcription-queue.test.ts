import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createJobQueue } from '@/shared/offline/job-queue.ts';
import { allJobs, memoryJobStore } from '@/shared/offline/job-store.ts';
import { systemClock } from '../model/clock.ts';
import type { AttachOutcome } from '../translation/outgoing-translations.ts';
import {
  createTranscriptionQueue,
  type TranscribeOutcome,
  type TranscriptionRequest,
} from './transcription-queue.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const heard = (text: string): TranscribeOutcome => ({ kind: 'transcribed', text });
const UNREACHABLE: TranscribeOutcome = { kind: 'unreachable', afterMs: 0 };

function setUp(store = memoryJobStore()) {
  const outcomes: TranscribeOutcome[] = [];
  const attachments: AttachOutcome[] = [];
  const transcribe = vi.fn(
    async ({ id }: TranscriptionRequest) => outcomes.shift() ?? heard(`words of ${id}`),
  );
  const attach = vi.fn(async () => attachments.shift() ?? ('attached' as const));
  const onTranscribed = vi.fn();
  const onFailed = vi.fn();
  const queue = createTranscriptionQueue({
    clock: systemClock,
    start(definition) {
      const ports = { ownerId: 'me', store, exclusively: <T>(work: () => Promise<T>) => work() };
      return createJobQueue(definition, { ...ports, onStored: () => {} });
    },
    transcribe,
    attach,
    onTranscribed,
    onFailed,
  });
  return { desk: queue, store, outcomes, attachments, transcribe, attach, onTranscribed, onFailed };
}

function delivered(id: string, patch: Partial<TranscriptionRequest> = {}): TranscriptionRequest {
  return { id, sessionId: 'chat', audio: new Blob([id]), language: 'zh', target: 'en', ...patch };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

it('writes delivered recordings down in their order, attaches the words, and lets go of the sound', async () => {
  const { desk: queue, store, attach, onTranscribed } = setUp();
  void queue.add(delivered('one'));
  void queue.add(delivered('two', { target: null }));
  await settle();
  expect(attach.mock.calls).toEqual([
    ['one', 'words of one'],
    ['two', 'words of two'],
  ]);
  expect(onTranscribed.mock.calls.map(([{ id, language, target }]) => [id, language, target])).toEqual([
    ['one', 'zh', 'en'],
    ['two', 'zh', null],
  ]);
  expect(await allJobs(store, 'me')).toEqual([]);
  expect(queue.busy.get().size).toBe(0);
});

it('tries again what did not get through, with longer pauses, and at once when it is woken', async () => {
  const { desk: queue, store, outcomes, transcribe, onFailed } = setUp();
  outcomes.push(UNREACHABLE, UNREACHABLE);
  void queue.add(delivered('one'));
  await settle();
  expect([...queue.busy.get()]).toEqual(['one']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(transcribe).toHaveBeenCalledTimes(2);
  queue.wake();
  await settle();
  expect(transcribe).toHaveBeenCalledTimes(3);
  expect(onFailed).not.toHaveBeenCalled();
  expect(await allJobs(store, 'me')).toEqual([]);
});

it('waits as long as the server asks', async () => {
  const { desk: queue, outcomes, transcribe } = setUp();
  outcomes.push({ kind: 'unreachable', afterMs: 20_000 });
  void queue.add(delivered('one'));
  await vi.advanceTimersByTimeAsync(19_999);
  expect(transcribe).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(transcribe).toHaveBeenCalledTimes(2);
});

it('goes on after a reload', async () => {
  const before = setUp();
  before.outcomes.push(UNREACHABLE);
  void before.desk.add(delivered('one'));
  await settle();
  before.desk.stop();
  const after = setUp(before.store);
  after.desk.wake();
  await settle();
  expect(after.attach).toHaveBeenCalledWith('one', 'words of one');
});

it('does not have heard twice what only did not reach its message', async () => {
  const { desk: queue, store, attachments, transcribe, attach } = setUp();
  attachments.push('unreachable');
  void queue.add(delivered('one'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(transcribe).toHaveBeenCalledTimes(1);
  expect(attach).toHaveBeenCalledTimes(2);
  expect(await allJobs(store, 'me')).toEqual([]);
});

it('tells of a refusal once, goes on with the next, and repeats it when asked', async () => {
  const { desk: queue, outcomes, onFailed, onTranscribed } = setUp();
  const failure = { kind: 'server', message: 'Speech to text conversion failed' } as const;
  outcomes.push({ kind: 'failed', failure });
  void queue.add(delivered('one'));
  void queue.add(delivered('two'));
  await settle();
  expect(onFailed.mock.calls).toEqual([['one', failure]]);
  expect(onTranscribed).toHaveBeenCalledOnce();
  const request = {
    id: 'one',
    sessionId: 's',
    audio: new Blob(['one']),
    language: 'zh',
    target: 'en',
  } as const;
  await queue.retry('one', async () => request);
  expect(onTranscribed).toHaveBeenLastCalledWith(request, 'words of one');
});

it('a delivered recording is busy at once, and no longer than until another tab has written it down', async () => {
  const { desk: queue, store, outcomes, transcribe } = setUp();
  outcomes.push(UNREACHABLE);
  void queue.add(delivered('one'));
  void queue.add(delivered('two'));
  expect([...queue.busy.get()]).toEqual(['one', 'two']);
  // Two presses of "Try again" cannot have it heard again meanwhile.
  await queue.retry('two', () => Promise.reject(new Error('not asked for')));
  await settle();
  expect(queue.busy.get()).toEqual(new Set(['one', 'two']));
  await store.remove('me', 'one');
  await store.remove('me', 'two');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(queue.busy.get().size).toBe(0);
  expect(transcribe).toHaveBeenCalledOnce();
});

it('a repetition under way stays busy while nothing else waits', async () => {
  const { desk: queue } = setUp();
  let give: (request: TranscriptionRequest) => void = () => {};
  const repetition = queue.retry('one', () => new Promise((resolve) => (give = resolve)));
  queue.wake();
  await settle();
  expect([...queue.busy.get()]).toEqual(['one']);
  give({ id: 'one', sessionId: 's', audio: new Blob(['one']), language: 'zh', target: null });
  await repetition;
  expect(queue.busy.get().size).toBe(0);
});

it('a repetition whose recording does not load fails in words', async () => {
  const { desk: queue, onFailed } = setUp();
  await queue.retry('one', () => Promise.reject(new Error('gone')));
  expect(onFailed).toHaveBeenCalledWith('one', { kind: 'unknown' });
  expect(queue.busy.get().size).toBe(0);
});
