import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../model/clock.ts';
import { microphoneProblem, NoRecorderError } from './microphone-problem.ts';
import { createRecorder } from './recorder.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const SOUND = new Blob(['sound'], { type: 'audio/webm' });

/**
 * A microphone that records whether it is open; opening takes a moment, like the browser's
 * permission prompt.
 */
function setUp({ sound = SOUND as Blob | null, refuse = null as Error | null } = {}) {
  const device = { open: 0, lose: () => {} };
  const recorder = createRecorder({
    clock: systemClock,
    problemOf: microphoneProblem,
    async open(onLost) {
      await systemClock.sleep(100);
      if (refuse) throw refuse;
      device.open += 1;
      device.lose = onLost;
      const close = () => {
        device.open -= 1;
      };
      return {
        level: () => 0.5,
        release: close,
        async stop() {
          close();
          return sound;
        },
      };
    },
  });
  return { recorder, device, state: () => recorder.state.get() };
}

async function recordFor(recorder: ReturnType<typeof setUp>['recorder'], ms: number): Promise<void> {
  void recorder.start();
  await vi.advanceTimersByTimeAsync(100 + ms);
}

describe('a recorder', () => {
  it('asks, records, and gives what was said with its length', async () => {
    const { recorder, device, state } = setUp();
    void recorder.start();
    expect(state()).toEqual({ kind: 'asking' });
    expect(recorder.level()).toBe(0);
    await vi.advanceTimersByTimeAsync(100 + 4_000);
    expect(state()).toMatchObject({ kind: 'recording' });
    expect([device.open, recorder.level()]).toEqual([1, 0.5]);
    expect(await recorder.finish()).toEqual({ audio: SOUND, durationMs: 4_000 });
    expect([device.open, state().kind]).toEqual([0, 'idle']);
  });

  it('throws away what is cancelled, and frees the microphone', async () => {
    const { recorder, device, state } = setUp();
    await recordFor(recorder, 4_000);
    recorder.cancel();
    expect([device.open, state().kind]).toEqual([0, 'idle']);
    expect(await recorder.finish()).toBeNull();
  });

  it('closes a microphone that opens after it was cancelled', async () => {
    const { recorder, device, state } = setUp();
    void recorder.start();
    recorder.cancel();
    await vi.advanceTimersByTimeAsync(100);
    expect([device.open, state().kind]).toEqual([0, 'idle']);
  });

  it.each(['hidden', 'lost'] as const)('keeps what was said when it ends by itself: %s', async (cause) => {
    const { recorder, device, state } = setUp();
    await recordFor(recorder, 2_000);
    if (cause === 'lost') device.lose();
    else void recorder.interrupt('hidden');
    await vi.advanceTimersByTimeAsync(0);
    const recording = { audio: SOUND, durationMs: 2_000 };
    expect(state()).toEqual({ kind: 'recorded', cause, recording });
    expect(device.open).toBe(0);
    expect(await recorder.finish()).toEqual(recording);
    expect(state().kind).toBe('idle');
  });

  it('stops after two minutes', async () => {
    const { recorder, device, state } = setUp();
    await recordFor(recorder, 119_999);
    expect(state().kind).toBe('recording');
    await vi.advanceTimersByTimeAsync(1);
    expect(state()).toMatchObject({ kind: 'recorded', cause: 'full', recording: { durationMs: 120_000 } });
    expect(device.open).toBe(0);
  });

  it('sends nothing of a press by mistake, nor of silence that left no data', async () => {
    const brief = setUp();
    await recordFor(brief.recorder, 200);
    expect(await brief.recorder.finish()).toBeNull();
    expect(brief.state()).toEqual({ kind: 'failed', problem: 'nothing-recorded' });
    const silent = setUp({ sound: null });
    await recordFor(silent.recorder, 3_000);
    await silent.recorder.interrupt('hidden');
    expect(silent.state()).toEqual({ kind: 'failed', problem: 'nothing-recorded' });
    expect(silent.device.open).toBe(0);
  });

  it('says why it cannot record, and can be tried again', async () => {
    const refuse = new DOMException('no', 'NotAllowedError');
    const { recorder, state } = setUp({ refuse });
    await recordFor(recorder, 0);
    expect(state()).toEqual({ kind: 'failed', problem: 'blocked' });
    void recorder.start();
    expect(state().kind).toBe('asking');
  });

  it('is not disturbed by a second start, or by an end while it asks', async () => {
    const { recorder, device, state } = setUp();
    void recorder.start();
    void recorder.start();
    await recorder.interrupt('hidden');
    await vi.advanceTimersByTimeAsync(1_100);
    expect([device.open, state().kind]).toEqual([1, 'recording']);
  });
});

it.each([
  [new DOMException('', 'NotAllowedError'), 'blocked'],
  [new DOMException('', 'NotFoundError'), 'missing'],
  [new DOMException('', 'NotReadableError'), 'busy'],
  [new NoRecorderError(true), 'unsupported'],
  [new NoRecorderError(false), 'insecure'],
  ['thrown text', 'unknown'],
])('%s is %s', (error, problem) => {
  expect(microphoneProblem(error)).toBe(problem);
});
