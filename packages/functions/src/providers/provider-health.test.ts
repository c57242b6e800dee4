import { describe, expect, test, vi } from 'vitest';
import { ProviderError, type ProviderFailure } from './provider.ts';
import { createProviderHealth } from './provider-health.ts';

function setUp() {
  let now = 1_000_000;
  const log = { info: vi.fn(), warn: vi.fn() };
  const health = createProviderHealth([{ name: 'deepl' }, { name: 'google' }], {
    kind: 'translation',
    clock: { now: () => now },
    log,
  });
  return {
    health,
    log,
    pass: (seconds: number) => {
      now += seconds * 1000;
    },
    fail: (failure: ProviderFailure, retryAfterMs: number | null = null) =>
      health.failed('deepl', new ProviderError(failure, 'no', { retryAfterMs })),
    state: () => health.states()[0]?.state,
  };
}

describe('the health of an engine', () => {
  test('three failures in a row pause it for half a minute, and no other engine', () => {
    const { health, log, fail, pass, state } = setUp();
    fail('unavailable');
    fail('timeout');
    expect(health.admits('deepl')).toBe(true);
    expect(state()).toBe('failing');
    fail('network');
    expect(health.admits('deepl')).toBe(false);
    expect(health.admits('google')).toBe(true);
    expect(state()).toBe('paused');
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(
      { engine: 'deepl', failure: 'network', seconds: 30 },
      'translation engine left alone for a while',
    );
    pass(29.9);
    expect(health.admits('deepl')).toBe(false);
    pass(0.1);
    expect(health.admits('deepl')).toBe(true);
  });

  test('a success in between resets the count', () => {
    const { health, fail } = setUp();
    fail('unavailable');
    fail('unavailable');
    health.succeeded('deepl');
    fail('unavailable');
    fail('unavailable');
    expect(health.admits('deepl')).toBe(true);
  });

  test('after a pause one caller tries, and the others are not held up', () => {
    const { health, log, fail, pass } = setUp();
    for (let n = 0; n < 3; n++) fail('unavailable');
    pass(30);
    expect(health.admits('deepl')).toBe(true);
    expect(health.admits('deepl')).toBe(false);
    health.succeeded('deepl');
    expect(health.admits('deepl')).toBe(true);
    expect(log.info).toHaveBeenCalledExactlyOnceWith({ engine: 'deepl' }, 'translation engine is back');
    expect(health.states()).toEqual(
      ['deepl', 'google'].map((provider) => ({
        engine: provider,
        state: 'working',
        lastFailure: null,
        pausedUntil: null,
      })),
    );
  });

  test('a try that fails pauses it twice as long, ten minutes at most', () => {
    const { health, log, fail, pass } = setUp();
    for (let n = 0; n < 3; n++) fail('unavailable');
    for (let n = 0; n < 6; n++) {
      pass(600);
      expect(health.admits('deepl')).toBe(true);
      fail('unavailable');
    }
    const seconds = log.warn.mock.calls.map(([facts]) => facts.seconds);
    expect(seconds).toEqual([30, 60, 120, 240, 480, 600, 600]);
  });

  test('calls that were under way when it paused do not make the pause longer', () => {
    const { health, log, fail, pass } = setUp();
    for (let n = 0; n < 8; n++) fail('unavailable');
    expect(log.warn).toHaveBeenCalledOnce();
    pass(30);
    expect(health.admits('deepl')).toBe(true);
    fail('unavailable');
    fail('unavailable');
    expect(log.warn.mock.calls.map(([facts]) => facts.seconds)).toEqual([30, 60]);
  });

  test('a try that taught nothing leaves the next caller to try', () => {
    const { health, fail, pass } = setUp();
    for (let n = 0; n < 3; n++) fail('unavailable');
    pass(30);
    expect(health.admits('deepl')).toBe(true);
    health.released('deepl');
    expect(health.admits('deepl')).toBe(true);
  });

  test('a try with a text that it does not accept taught nothing either', () => {
    const { health, fail, pass, state } = setUp();
    for (let n = 0; n < 3; n++) fail('unavailable');
    pass(30);
    expect(health.admits('deepl')).toBe(true);
    fail('bad-request');
    expect(state()).toBe('paused');
    expect(health.admits('deepl')).toBe(true);
  });

  test.each<[ProviderFailure, number]>([
    ['quota', 900],
    ['refused', 300],
  ])('%s is not mended by trying: %i seconds at once', (failure, seconds) => {
    const { health, log, fail } = setUp();
    fail(failure);
    expect(health.admits('deepl')).toBe(false);
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(
      { engine: 'deepl', failure, seconds },
      expect.any(String),
    );
  });

  test('it is left alone as long as it asked for', () => {
    const { health, fail, pass } = setUp();
    fail('rate-limited', 120_000);
    pass(119);
    expect(health.admits('deepl')).toBe(false);
    pass(1);
    expect(health.admits('deepl')).toBe(true);
  });

  test('a text that it does not accept says nothing about it', () => {
    const { health, fail, state } = setUp();
    for (let n = 0; n < 10; n++) fail('bad-request');
    expect(health.admits('deepl')).toBe(true);
    expect(state()).toBe('working');
  });
});
