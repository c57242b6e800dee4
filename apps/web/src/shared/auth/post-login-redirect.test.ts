import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clearPostLoginRedirect,
  REDIRECT_MAX_AGE_MS,
  type RedirectStores,
  recallRedirect,
  rememberRedirect,
} from './post-login-redirect.ts';

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
  let stores: RedirectStores;
  beforeEach(() => {
    shared = memoryStore();
    stores = { shared, tab: memoryStore() };
  });

  it('gives back what was remembered, until it is forgotten', () => {
    expect(recallRedirect(stores)).toEqual(NOTHING);
    rememberRedirect({ redirect: '/join/a' }, stores);
    rememberRedirect({ redirect: '/join/b', role: 'vendor' }, stores);
    expect(recallRedirect(stores)).toEqual({ redirect: '/join/b', role: 'vendor' });
    rememberRedirect({ redirect: null }, stores);
    expect(recallRedirect(stores)).toEqual({ redirect: null, role: 'vendor' });
    rememberRedirect({}, stores);
    rememberRedirect({ role: null }, stores);
    expect(recallRedirect(stores)).toEqual(NOTHING);
  });

  it('follows a role once in each tab, until another one is chosen', () => {
    const other = { shared, tab: memoryStore() };
    rememberRedirect({ role: 'vendor' }, stores);
    rememberRedirect({ role: null }, stores);
    expect(recallRedirect(stores).role).toBeNull();
    expect(recallRedirect(other).role).toBe('vendor');
    rememberRedirect({ role: 'visitor' }, other);
    expect(recallRedirect(stores).role).toBe('visitor');
    clearPostLoginRedirect(other);
    expect(recallRedirect(stores).role).toBeNull();
  });

  it('forgets a role for all tabs where a tab can keep nothing', () => {
    const full = {
      ...memoryStore(),
      setItem: () => {
        throw new Error('full');
      },
    };
    rememberRedirect({ role: 'vendor' }, stores);
    rememberRedirect({ role: null }, { shared, tab: full });
    expect(recallRedirect(stores).role).toBeNull();
  });

  it('leaves nothing behind when everything is cleared', () => {
    rememberRedirect({ redirect: '/join/a', role: 'visitor' }, stores);
    clearPostLoginRedirect(stores);
    expect(shared.values.size).toBe(0);
  });

  it('forgets after a day', () => {
    vi.useFakeTimers();
    try {
      rememberRedirect({ redirect: '/join/a', role: 'visitor' }, stores);
      vi.advanceTimersByTime(REDIRECT_MAX_AGE_MS - 1);
      expect(recallRedirect(stores)).toEqual({ redirect: '/join/a', role: 'visitor' });
      vi.advanceTimersByTime(1);
      expect(recallRedirect(stores)).toEqual(NOTHING);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['', 'null', '{', '"/join/a"', '{"value":1,"at":2}', '{"value":"/join/a"}'])(
    'reads %j as nothing',
    (stored) => {
      rememberRedirect({ redirect: '/x', role: 'vendor' }, stores);
      for (const key of shared.values.keys()) shared.values.set(key, stored);
      expect(recallRedirect(stores)).toEqual(NOTHING);
    },
  );

  it('knows no other roles', () => {
    rememberRedirect({ role: 'vendor' }, stores);
    for (const [key, value] of shared.values) shared.values.set(key, value.replace('vendor', 'investor'));
    expect(recallRedirect(stores).role).toBeNull();
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
    expect(() => rememberRedirect({ redirect: '/join/a', role: 'vendor' }, broken)).not.toThrow();
    expect(() => rememberRedirect({ redirect: null, role: null }, broken)).not.toThrow();
    expect(() => clearPostLoginRedirect(broken)).not.toThrow();
    expect(recallRedirect(broken)).toEqual(NOTHING);
  });
});
