import { describe, expect, it } from 'vitest';
import {
  decideRefresh,
  decryptRefreshToken,
  encryptRefreshToken,
  hashRefreshToken,
  makeRefreshToken,
  type RefreshState,
} from './refresh-token.ts';

const used = (revokedSecondsAgo: number | null, id = '1'): RefreshState['presented'] => ({
  id,
  revokedSecondsAgo,
});
const child = (parentId: string | null): RefreshState['active'] => ({ id: '9', parentId });

describe('decideRefresh', () => {
  it.each<[string, RefreshState, string]>([
    [
      'an active token',
      { presented: used(null), active: { id: '1', parentId: null }, reuseSeconds: 10 },
      'rotate',
    ],
    [
      'an older active token of the same session',
      { presented: used(null), active: child('5'), reuseSeconds: 10 },
      'rotate',
    ],
    [
      'the parent of the active token, just used',
      { presented: used(0), active: child('1'), reuseSeconds: 10 },
      'repeat',
    ],
    [
      'the parent of the active token, used long ago',
      { presented: used(1e6), active: child('1'), reuseSeconds: 0 },
      'repeat',
    ],
    [
      'a grandparent within the interval',
      { presented: used(9.9), active: child('5'), reuseSeconds: 10 },
      'rotate',
    ],
    ['a grandparent at its end', { presented: used(10), active: child('5'), reuseSeconds: 10 }, 'refuse'],
    [
      'a grandparent without an interval',
      { presented: used(0), active: child('5'), reuseSeconds: 0 },
      'refuse',
    ],
    [
      'a token beside the first of a session',
      { presented: used(60), active: child(null), reuseSeconds: 10 },
      'refuse',
    ],
    ['any token once all are revoked', { presented: used(1), active: null, reuseSeconds: 10 }, 'refuse'],
  ])('%s', (_name, state, expected) => {
    expect(decideRefresh(state)).toBe(expected);
  });
});

describe('refresh token secrets', () => {
  it('are random and hashed to 32 bytes', () => {
    const tokens = Array.from({ length: 100 }, makeRefreshToken);
    expect(new Set(tokens).size).toBe(100);
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
    expect(hashRefreshToken('a')).toHaveLength(32);
    expect(hashRefreshToken('a')).not.toEqual(hashRefreshToken('b'));
  });

  it('open under their parent only', () => {
    const [parent, child] = [makeRefreshToken(), makeRefreshToken()];
    const encrypted = encryptRefreshToken(child, parent);
    expect(decryptRefreshToken(encrypted, parent)).toBe(child);
    expect(() => decryptRefreshToken(encrypted, makeRefreshToken())).toThrow();
    expect(() => decryptRefreshToken(encrypted, child)).toThrow();
    expect(encryptRefreshToken(child, parent)).not.toEqual(encrypted);
  });

  it('do not open when a byte was changed or cut off', () => {
    const [parent, child] = [makeRefreshToken(), makeRefreshToken()];
    const encrypted = encryptRefreshToken(child, parent);
    for (const position of [0, 12, encrypted.length - 1]) {
      const changed = Buffer.from(encrypted);
      changed[position] = (changed[position] ?? 0) ^ 1;
      expect(() => decryptRefreshToken(changed, parent), String(position)).toThrow();
    }
    expect(() => decryptRefreshToken(encrypted.subarray(0, 20), parent)).toThrow();
  });
});
