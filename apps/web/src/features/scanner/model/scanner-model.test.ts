import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cameraFailure } from './camera-state.ts';
import { BROKEN_AFTER, startFrameLoop } from './frame-loop.ts';
import { frameSize } from './frame-size.ts';
import { decideScan, FORGET_INVALID_MS, type InvalidSight } from './scan-decision.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('decideScan', () => {
  it('opens a join link, of whatever host', () => {
    const { decision, sight } = decideScan(`https://fair.example/join/${ID}`, 0, null);
    expect(decision).toEqual({ kind: 'join', target: { kind: 'session', id: ID } });
    expect(sight).toBeNull();
  });

  it.each(['https://fair.example/menu', 'WIFI:T:WPA;S:booth;;', `javascript:/join/${ID}`, ID])(
    'rejects %s',
    (text) => {
      expect(decideScan(text, 0, null).decision).toEqual({ kind: 'invalid', tell: true });
    },
  );

  it('tells once of a wrong code that stays in view, however long', () => {
    let sight: InvalidSight | null = null;
    const told: number[] = [];
    for (let now = 0; now < 20_000; now += 150) {
      const result = decideScan('WIFI:S:booth;;', now, sight);
      sight = result.sight;
      if (result.decision.kind === 'invalid' && result.decision.tell) told.push(now);
    }
    expect(told).toEqual([0]);
  });

  it('reports another code, and the same one shown again', () => {
    const first = decideScan('one', 0, null).sight;
    expect(decideScan('two', 100, first).decision).toEqual({ kind: 'invalid', tell: true });
    expect(decideScan('one', FORGET_INVALID_MS - 1, first).decision).toEqual({
      kind: 'invalid',
      tell: false,
    });
    expect(decideScan('one', FORGET_INVALID_MS, first).decision).toEqual({ kind: 'invalid', tell: true });
  });
});

describe('the frame loop', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const PERIOD = 100;

  function run(frames: (string | null | Error)[], msPerFrame = 0) {
    let reading = 0;
    const read = vi.fn(async () => {
      reading += 1;
      expect(reading).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, msPerFrame));
      reading -= 1;
      const frame = frames.length > 1 ? frames.shift() : frames[0];
      if (frame instanceof Error) throw frame;
      return frame ?? null;
    });
    const codes: string[] = [];
    const onBroken = vi.fn();
    const stop = startFrameLoop({
      read,
      onCode: (text) => {
        codes.push(text);
        return text !== 'last';
      },
      onBroken,
      schedule: (callback) => {
        const timer = setTimeout(callback, PERIOD);
        return () => clearTimeout(timer);
      },
    });
    return { read, codes, onBroken, stop };
  }

  it('reads frame after frame until a code ends it', async () => {
    const { read, codes } = run([null, 'first', null, 'last', null]);
    await vi.advanceTimersByTimeAsync(20 * PERIOD);
    expect(codes).toEqual(['first', 'last']);
    expect(read).toHaveBeenCalledTimes(4);
  });

  it('never reads two frames at once, however slow the phone is', async () => {
    const { read } = run([null], 7 * PERIOD);
    await vi.advanceTimersByTimeAsync(80 * PERIOD);
    expect(read).toHaveBeenCalledTimes(10);
  });

  it('is silent after it was stopped, even about a frame that was being read', async () => {
    const { read, codes, stop } = run(['first'], 5 * PERIOD);
    await vi.advanceTimersByTimeAsync(2 * PERIOD);
    stop();
    await vi.advanceTimersByTimeAsync(20 * PERIOD);
    expect(codes).toEqual([]);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('gets over a few bad frames and gives up on many', async () => {
    const bad = new Error('frame');
    const recovered = run([bad, bad, bad, bad, null, bad, 'last']);
    await vi.advanceTimersByTimeAsync(20 * PERIOD);
    expect(recovered.codes).toEqual(['last']);
    expect(recovered.onBroken).not.toHaveBeenCalled();
    const broken = run([bad]);
    await vi.advanceTimersByTimeAsync(20 * PERIOD);
    expect(broken.onBroken).toHaveBeenCalledTimes(1);
    expect(broken.read).toHaveBeenCalledTimes(BROKEN_AFTER);
  });
});

describe('frameSize', () => {
  it('scales down, never up', () => {
    expect(frameSize({ width: 1920, height: 1080 }, 640)).toEqual({ width: 640, height: 360 });
    expect(frameSize({ width: 1080, height: 1920 }, 640)).toEqual({ width: 360, height: 640 });
    expect(frameSize({ width: 320, height: 240 }, 640)).toEqual({ width: 320, height: 240 });
    expect(frameSize({ width: 0, height: 0 }, 640)).toBeNull();
  });
});

describe('cameraFailure', () => {
  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'busy'],
    ['TypeError', 'unknown'],
  ] as const)('reads %s as %s', (name, failure) => {
    expect(cameraFailure(new DOMException('', name), true)).toBe(failure);
  });

  it('knows a page that may not use a camera at all', () => {
    expect(cameraFailure(null, false)).toBe('insecure');
    expect(cameraFailure(null, true)).toBe('unsupported');
  });
});
