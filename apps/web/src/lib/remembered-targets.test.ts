import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clearRememberedTargets,
  recallPostProfileRedirect,
  rememberPostProfileRedirect,
  TARGET_MAX_AGE_MS,
} from './remembered-targets.ts';

function memoryStore() {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

describe('remembered targets', () => {
  let store: ReturnType<typeof memoryStore>;
  beforeEach(() => {
    store = memoryStore();
  });

  it('gives back what was remembered, until it is forgotten', () => {
    expect(recallPostProfileRedirect(store)).toBeNull();
    rememberPostProfileRedirect('/join/a', store);
    rememberPostProfileRedirect('/join/b', store);
    expect(recallPostProfileRedirect(store)).toBe('/join/b');
    expect(recallPostProfileRedirect(store)).toBe('/join/b');
    rememberPostProfileRedirect(null, store);
    expect(recallPostProfileRedirect(store)).toBeNull();
  });

  it('leaves nothing behind when everything is cleared', () => {
    rememberPostProfileRedirect('/join/a', store);
    clearRememberedTargets(store);
    expect(store.values.size).toBe(0);
  });

  it('forgets a target after a day', () => {
    vi.useFakeTimers();
    try {
      rememberPostProfileRedirect('/join/a', store);
      vi.advanceTimersByTime(TARGET_MAX_AGE_MS - 1);
      expect(recallPostProfileRedirect(store)).toBe('/join/a');
      vi.advanceTimersByTime(1);
      expect(recallPostProfileRedirect(store)).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['', 'null', '{', '"/join/a"', '{"path":1,"at":2}', '{"path":"/join/a"}'])(
    'reads %j as nothing',
    (stored) => {
      rememberPostProfileRedirect('/x', store);
      for (const key of store.values.keys()) store.values.set(key, stored);
      expect(recallPostProfileRedirect(store)).toBeNull();
    },
  );

  it('does without a storage that throws', () => {
    const denied = () => {
      throw new Error('denied');
    };
    const broken = { getItem: denied, setItem: denied, removeItem: denied };
    expect(() => rememberPostProfileRedirect('/join/a', broken)).not.toThrow();
    expect(recallPostProfileRedirect(broken)).toBeNull();
  });
});
