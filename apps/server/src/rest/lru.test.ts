import { describe, expect, it } from 'vitest';
import { createLru } from './lru.ts';

describe('a bounded memory', () => {
  it('forgets what was not used for longest', () => {
    const lru = createLru<number>(2);
    lru.set('a', 1);
    lru.set('b', 2);
    expect(lru.get('a')).toBe(1);
    lru.set('c', 3);
    expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([1, undefined, 3]);
    lru.clear();
    expect(lru.get('a')).toBeUndefined();
  });
});
