import { describe, expect, it } from 'vitest';
import {
  decryptRefreshToken,
  encryptRefreshToken,
  hashRefreshToken,
  makeRefreshToken,
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
