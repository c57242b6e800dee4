import { describe, expect, it } from 'vitest';
import {
  hashRefreshToken,
  makeRefreshToken,
  openRefreshToken,
  sealRefreshToken,
} from './refresh-token-secret.ts';

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
    const sealed = sealRefreshToken(child, parent);
    expect(openRefreshToken(sealed, parent)).toBe(child);
    expect(() => openRefreshToken(sealed, makeRefreshToken())).toThrow();
    expect(() => openRefreshToken(sealed, child)).toThrow();
    expect(sealRefreshToken(child, parent)).not.toEqual(sealed);
  });

  it('do not open when a byte was changed or cut off', () => {
    const [parent, child] = [makeRefreshToken(), makeRefreshToken()];
    const sealed = sealRefreshToken(child, parent);
    for (const position of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[position] = (changed[position] ?? 0) ^ 1;
      expect(() => openRefreshToken(changed, parent), String(position)).toThrow();
    }
    expect(() => openRefreshToken(sealed.subarray(0, 20), parent)).toThrow();
  });
});
