import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearRememberedTargets, recall, remember, TARGET_MAX_AGE_MS } from './remembered-targets.ts';

function memoryStore() {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

const NOTHING = { redirect: null, role: null };

describe('remembered targets', () => {
  let store: ReturnType<typeof memoryStore>;
  beforeEach(() => {
    store = memoryStore();
  });

  it('gives back what was remembered, until it is forgotten', () => {
    expect(recall(store)).toEqual(NOTHING);
    remember({ redirect: '/join/a' }, store);
    remember({ redirect: '/join/b', role: 'vendor' }, store);
    expect(recall(store)).toEqual({ redirect: '/join/b', role: 'vendor' });
    remember({ redirect: null }, store);
    expect(recall(store)).toEqual({ redirect: null, role: 'vendor' });
    remember({}, store);
    remember({ role: null }, store);
    expect(recall(store)).toEqual(NOTHING);
  });

  it('leaves nothing behind when everything is cleared', () => {
    remember({ redirect: '/join/a', role: 'visitor' }, store);
    clearRememberedTargets(store);
    expect(store.values.size).toBe(0);
  });

  it('forgets after a day', () => {
    vi.useFakeTimers();
    try {
      remember({ redirect: '/join/a', role: 'visitor' }, store);
      vi.advanceTimersByTime(TARGET_MAX_AGE_MS - 1);
      expect(recall(store)).toEqual({ redirect: '/join/a', role: 'visitor' });
      vi.advanceTimersByTime(1);
      expect(recall(store)).toEqual(NOTHING);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['', 'null', '{', '"/join/a"', '{"value":1,"at":2}', '{"value":"/join/a"}'])(
    'reads %j as nothing',
    (stored) => {
      remember({ redirect: '/x', role: 'vendor' }, store);
      for (const key of store.values.keys()) store.values.set(key, stored);
      expect(recall(store)).toEqual(NOTHING);
    },
  );

  it('knows no other roles', () => {
    remember({ role: 'vendor' }, store);
    for (const [key, value] of store.values) store.values.set(key, value.replace('vendor', 'investor'));
    expect(recall(store).role).toBeNull();
  });

  it('does without a storage that throws', () => {
    const denied = () => {
      throw new Error('denied');
    };
    const broken = { getItem: denied, setItem: denied, removeItem: denied };
    expect(() => remember({ redirect: '/join/a' }, broken)).not.toThrow();
    expect(recall(broken)).toEqual(NOTHING);
  });
});
