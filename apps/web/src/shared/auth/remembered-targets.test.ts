import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clearRememberedTargets,
  recall,
  remember,
  TARGET_MAX_AGE_MS,
  type TargetStores,
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

const NOTHING = { redirect: null, role: null };

describe('remembered targets', () => {
  let shared: ReturnType<typeof memoryStore>;
  let stores: TargetStores;
  beforeEach(() => {
    shared = memoryStore();
    stores = { shared, tab: memoryStore() };
  });

  it('gives back what was remembered, until it is forgotten', () => {
    expect(recall(stores)).toEqual(NOTHING);
    remember({ redirect: '/join/a' }, stores);
    remember({ redirect: '/join/b', role: 'vendor' }, stores);
    expect(recall(stores)).toEqual({ redirect: '/join/b', role: 'vendor' });
    remember({ redirect: null }, stores);
    expect(recall(stores)).toEqual({ redirect: null, role: 'vendor' });
    remember({}, stores);
    remember({ role: null }, stores);
    expect(recall(stores)).toEqual(NOTHING);
  });

  it('follows a role once in each tab, until another one is chosen', () => {
    const other = { shared, tab: memoryStore() };
    remember({ role: 'vendor' }, stores);
    remember({ role: null }, stores);
    expect(recall(stores).role).toBeNull();
    expect(recall(other).role).toBe('vendor');
    remember({ role: 'visitor' }, other);
    expect(recall(stores).role).toBe('visitor');
    clearRememberedTargets(other);
    expect(recall(stores).role).toBeNull();
  });

  it('forgets a role for all tabs where a tab can keep nothing', () => {
    const full = {
      ...memoryStore(),
      setItem: () => {
        throw new Error('full');
      },
    };
    remember({ role: 'vendor' }, stores);
    remember({ role: null }, { shared, tab: full });
    expect(recall(stores).role).toBeNull();
  });

  it('leaves nothing behind when everything is cleared', () => {
    remember({ redirect: '/join/a', role: 'visitor' }, stores);
    clearRememberedTargets(stores);
    expect(shared.values.size).toBe(0);
  });

  it('forgets after a day', () => {
    vi.useFakeTimers();
    try {
      remember({ redirect: '/join/a', role: 'visitor' }, stores);
      vi.advanceTimersByTime(TARGET_MAX_AGE_MS - 1);
      expect(recall(stores)).toEqual({ redirect: '/join/a', role: 'visitor' });
      vi.advanceTimersByTime(1);
      expect(recall(stores)).toEqual(NOTHING);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['', 'null', '{', '"/join/a"', '{"value":1,"at":2}', '{"value":"/join/a"}'])(
    'reads %j as nothing',
    (stored) => {
      remember({ redirect: '/x', role: 'vendor' }, stores);
      for (const key of shared.values.keys()) shared.values.set(key, stored);
      expect(recall(stores)).toEqual(NOTHING);
    },
  );

  it('knows no other roles', () => {
    remember({ role: 'vendor' }, stores);
    for (const [key, value] of shared.values) shared.values.set(key, value.replace('vendor', 'investor'));
    expect(recall(stores).role).toBeNull();
  });

  it('does without a storage that throws', () => {
    const denied = () => {
      throw new Error('denied');
    };
    const broken = {
      get shared() {
        return denied();
      },
      get tab() {
        return denied();
      },
    };
    expect(() => remember({ redirect: '/join/a', role: 'vendor' }, broken)).not.toThrow();
    expect(() => remember({ redirect: null, role: null }, broken)).not.toThrow();
    expect(() => clearRememberedTargets(broken)).not.toThrow();
    expect(recall(broken)).toEqual(NOTHING);
  });
});
